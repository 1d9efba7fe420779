import type { Allowance } from '@careloop/contracts/can';

import { refused } from '../../platform/errors.ts';
import type { AppError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/identity/actor.ts';

declare const authorizedFor: unique symbol;

/**
 * A row on which the actor is allowed to do `Action`. Services that write accept nothing else, so a forgotten check does
 * not compile. Only `authorize()` returns one.
 */
export type Authorized<Row, Action extends string> = Row & { readonly [authorizedFor]: Action };

/** The rules for one kind of row: each action returns `true` or the sentence that says why not. Pure functions. */
export type Policy<Row, Action extends string> = Record<Action, (actor: Actor, row: Row) => Allowance>;

/**
 * Checks an action on a row. If it is not allowed, throws an error with the policy's sentence.
 * @param refusal creates the error from the sentence, for a message that belongs to a form field
 * @throws AppError `wrong_state`, unless `refusal` creates another
 */
export function authorize<Row, Action extends string, Asked extends Action>(
  actor: Actor,
  policy: Policy<Row, Action>,
  action: Asked,
  row: Row,
  refusal: (sentence: string) => AppError = (sentence) => refused(sentence, 'wrong_state'),
): Authorized<Row, Asked> {
  const allowance = policy[action](actor, row);
  if (allowance !== true) throw refusal(allowance);
  return row as Authorized<Row, Asked>;
}

/** What the actor may do with this version of the row, for the response's `can`. */
export function allowances<Row, Action extends string>(
  actor: Actor,
  policy: Policy<Row, Action>,
  row: Row,
): Record<Action, Allowance> {
  const entries = Object.entries<(actor: Actor, row: Row) => Allowance>(policy);
  return Object.fromEntries(entries.map(([action, rule]) => [action, rule(actor, row)])) as Record<Action, Allowance>;
}
