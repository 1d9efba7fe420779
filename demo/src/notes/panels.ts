import { z } from 'zod';

import { keyOf, readContent } from '../content.ts';

/** One lab value: unit, normal range and decimals. Results are in the range unless a condition affects them. */
const labTest = z.strictObject({
  name: z.string(),
  unit: z.string(),
  low: z.number(),
  high: z.number(),
  decimals: z.number().default(0),
});
export type LabTest = z.infer<typeof labTest>;

/** The name comes after "Lab Results - " in the names of the document type and the document. */
const panel = z.strictObject({ name: z.string(), specimen: z.string(), tests: z.array(labTest).min(1) });
type Panel = z.infer<typeof panel>;

const panels = readContent('panels', z.record(z.string(), panel));
export const panelKey = keyOf(panels);

export function panelOf(key: string): Panel {
  const found = panels[key];
  if (found === undefined) throw new Error(`The demo has no panel ${key}`);
  return found;
}

/** The document type under which a panel's results are filed. */
export const labTypeName = ({ name }: Panel) => `Lab Results - ${name}`;
export const labTypeNames = Object.values(panels).map(labTypeName);
