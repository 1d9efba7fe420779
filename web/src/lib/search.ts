import { z } from 'zod';

// Search parameters of screens; features declare theirs in `search.ts`. All are optional, and invalid values are
// ignored.

export const integer = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(min).max(max).optional().catch(undefined);
export const text = z.string().max(100).optional().catch(undefined);
export const flag = z.union([z.boolean(), z.stringbool()]).optional().catch(undefined);

/** Parses the query string into plain texts: a search for "123" stays a text, and the address stays readable. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') {
      query.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
