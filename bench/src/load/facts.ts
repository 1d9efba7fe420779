import type { Facts } from '../lines/line.ts';

/** Returns the first difference between a response and the expected facts, or null. */
export function findContradiction(answer: unknown, facts: Facts): string | null {
  for (const [place, expected] of Object.entries(facts)) {
    const found = valueAt(answer, place);
    if (found !== expected) return `${place} is ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`;
  }
  return null;
}

function valueAt(answer: unknown, place: string): unknown {
  return place
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], answer);
}
