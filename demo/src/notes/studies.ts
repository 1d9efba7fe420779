import { z } from 'zod';

import { keyOf, readContent } from '../content.ts';

/** An imaging or heart study with its possible reports; findings and impression belong together. */
const study = z.strictObject({
  name: z.string(),
  /** Heart studies are filed separately from imaging. */
  isCardiac: z.boolean().default(false),
  technique: z.string(),
  reports: z
    .array(z.strictObject({ findings: z.array(z.string()).min(1), impression: z.array(z.string()).min(1) }))
    .min(1),
});

const studies = readContent('studies', z.record(z.string(), study));
export const studyKey = keyOf(studies);

export function studyOf(key: string): z.infer<typeof study> {
  const found = studies[key];
  if (found === undefined) throw new Error(`The demo has no study ${key}`);
  return found;
}
