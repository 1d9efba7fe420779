import type { z } from 'zod';

import { problemOf } from './source.ts';

import type { Key } from './references.ts';
import type { Problem, SourceResource } from './source.ts';

/** What a resource becomes: values by column, still without the ids of rows it refers to. */
export interface Draft {
  source: SourceResource;
  /** Every name the record goes by, its own id first. */
  keys: Key[];
  /** What was read with a loss or a doubt; shown in the summary, counted where equal. */
  remarks: string[];
}

/** Values by column name of a table. */
export type Columns = Record<string, string | number | boolean | null>;

/** Why a resource is not imported, in words for the person who imports. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
}

/** The parts of a resource that are used. @throws Rejection naming each part that is wrong */
export function validate<Schema extends z.ZodType>(schema: Schema, source: SourceResource): z.infer<Schema> {
  const parsed = schema.safeParse(source.json);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.slice(0, 3).map((issue) => `${pathOf(issue.path)} ${issue.message}`);
  const more = parsed.error.issues.length - reasons.length;
  throw new Rejection(more > 0 ? `${reasons.join('; ')}; and ${more} more` : reasons.join('; '));
}

/** identifier[0].system */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('');
}

/** Maps resources; those that cannot be are told as problems. */
export function mapAll<Mapped>(
  sources: readonly SourceResource[],
  map: (source: SourceResource) => Mapped,
): { drafts: Mapped[]; problems: Problem[] } {
  const drafts: Mapped[] = [];
  const problems: Problem[] = [];
  for (const source of sources) {
    try {
      drafts.push(map(source));
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      problems.push(problemOf(source, error.message));
    }
  }
  return { drafts, problems };
}
