import { credentialTexts } from '@careloop/contracts/session/credentials';
import type { SignInStep } from '@careloop/contracts/session';
import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { refused } from '../../platform/errors.ts';
import { newToken, tokenDigest } from '../../platform/identity/tokens.ts';

// Issued after a correct password if another step is required. A challenge allows that step only, once; changing the password
// invalidates it.

const lifetimeMinutes = 10;
/** Attempts allowed per challenge. */
const mostAttempts = 5;

/** A valid challenge and its user. */
export interface Challenged {
  userId: number;
  username: string;
  digest: Buffer;
  /** Whether the second factor was already shown in this sign-in. */
  hasPassedSecondFactor: boolean;
}

export async function issueChallenge(
  db: Db,
  secret: string,
  userId: number,
  { kind, hasPassedSecondFactor }: { kind: SignInStep['kind']; hasPassedSecondFactor: boolean },
): Promise<SignInStep> {
  const challenge = newToken();
  await db
    .insertInto('sign_in_challenge')
    .values({
      challenge_digest: tokenDigest(secret, challenge),
      user_id: userId,
      kind,
      second_factor_passed: hasPassedSecondFactor,
      expires_at: sql<Date>`now() + ${lifetimeMinutes}::integer * interval '1 minute'`,
    })
    .execute();
  return { kind, challenge };
}

/**
 * Finds the user of a challenge.
 * @param countsAttempt true for steps where something can be guessed: the challenge ends after five attempts
 * @throws AppError `refused` if the challenge is unknown, of another kind, used, expired or attempted too often
 */
export async function findChallenge(
  db: Db,
  secret: string,
  { challenge, kind, countsAttempt = false }: SignInStep & { countsAttempt?: boolean },
): Promise<Challenged> {
  const digest = tokenDigest(secret, challenge);
  const { rows } = await sql<{ user_id: number; username: string; second_factor_passed: boolean }>`
    update sign_in_challenge c set attempts = c.attempts + ${countsAttempt ? 1 : 0}::integer
    from user_account u
    where u.user_id = c.user_id and c.challenge_digest = ${digest} and c.kind = ${kind}
      and c.expires_at > now() and c.attempts < ${mostAttempts}::integer
    returning c.user_id, u.username, c.second_factor_passed`.execute(db);
  const row = rows[0];
  if (row === undefined) throw refused(credentialTexts.challengeExpired);
  const { user_id: userId, username, second_factor_passed: hasPassedSecondFactor } = row;
  return { userId, username, digest, hasPassedSecondFactor };
}

/** Consumes a challenge. @returns false if it expired or another call consumed it first */
export async function takeChallenge(db: Db, { digest }: Pick<Challenged, 'digest'>): Promise<boolean> {
  const taken = await db
    .deleteFrom('sign_in_challenge')
    .where('challenge_digest', '=', digest)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}
