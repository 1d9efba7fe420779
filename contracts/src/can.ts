import { z } from 'zod';

/** Whether the actor may take an action on this version of a row: `true`, or the sentence that says why not. */
export const allowance = z.union([z.literal(true), z.string()]);
export type Allowance = z.infer<typeof allowance>;

/** Schema of a row's actions, each with its allowance. */
export function actions<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.record(z.enum(names), allowance);
}
