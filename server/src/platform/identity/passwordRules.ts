import { credentialTexts, defaultPasswordMinimum } from '@careloop/contracts/session/credentials';
import { sql } from 'kysely';

import type { Db } from '../db/client.ts';
import { isBreachedPassword } from './breachedPasswords.ts';
import { asTyped } from './passwords.ts';

/** What a new password is checked against. */
export interface PasswordRules {
  username: string;
  productName: string;
  /** Characters required by the strictest of the user's clients; null for the product's minimum. */
  minimumLength: number | null;
}

/** Whose password it is. */
interface PasswordOwner {
  username: string;
  /** A stored user, with their clients. */
  userId?: number | undefined;
  /** Clients the user is about to be added to, or all that they will have if `userId` is left out. */
  clientIds?: readonly number[];
}

/** The rules for a new password, by all clients that the user will belong to. */
export async function findPasswordRules(
  db: Db,
  { username, userId, clientIds = [] }: PasswordOwner,
  productName: string,
): Promise<PasswordRules> {
  const setting = await db
    .selectFrom('client_setting')
    .select(({ fn }) => fn.max('value').as('value'))
    .where('name', '=', 'passwordMinimumLength')
    .where(
      sql<boolean>`(client_id = any(${clientIds}::bigint[])
        or client_id in (select uc.client_id from user_client uc where uc.user_id = ${userId ?? null}))`,
    )
    .executeTakeFirst();
  return { username, productName, minimumLength: setting?.value ?? null };
}

/** Shorter names occur by chance in too many words. */
const shortestNameToAvoid = 4;

/**
 * Returns the error message for a new password, or null if it is acceptable. The contract checks the maximum length; the
 * caller checks that it differs from the current password, which needs the hash.
 */
export async function findPasswordProblem(typed: string, rules: PasswordRules): Promise<string | null> {
  // Normalized as for hashing, so that full-width letters do not bypass the rules.
  const password = asTyped(typed);
  const minimum = Math.max(rules.minimumLength ?? 0, defaultPasswordMinimum);
  if (Array.from(password).length < minimum) return credentialTexts.passwordTooShort(minimum);
  if ([rules.username, rules.productName].some((name) => holdsName(password, name))) {
    return credentialTexts.passwordHoldsName;
  }
  return (await isBreachedPassword(password)) ? credentialTexts.passwordBreached : null;
}

function holdsName(password: string, name: string): boolean {
  return name.length >= shortestNameToAvoid && password.toLowerCase().includes(name.toLowerCase());
}
