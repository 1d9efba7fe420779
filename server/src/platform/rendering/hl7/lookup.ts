/**
 * The entry of a table for a code of a message; undefined if it has none. Codes can be named like members of every object
 * (constructor, valueOf).
 */
export function lookup<Value>(table: Readonly<Record<string, Value>>, code: string): Value | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}
