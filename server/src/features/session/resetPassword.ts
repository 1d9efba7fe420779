import { createHmac, randomBytes } from 'node:crypto';

import { credentialTexts } from '@careloop/contracts/session/credentials';
import { sql } from 'kysely';

import { recordSecurity } from '../../platform/audit/record.ts';
import type { Database, Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { perDatabase } from '../../platform/db/perDatabase.ts';
import { AppError, refused } from '../../platform/errors.ts';
import { createRateLimit } from '../../platform/http/rateLimit.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { countResetRequest } from './countAttempt.ts';
import { mailPasswordReset } from './credentialJobs.ts';
import { hashNewPassword, setPassword } from './changePassword.ts';
import type { CredentialDeps } from './changePassword.ts';
import { tokenDigest } from '../../platform/identity/tokens.ts';

export const resetLifetimeMinutes = 30;
const nonceLength = 32;
const resetPauseSeconds = 3_600;

/**
 * Accepts a request for a reset link. Does the same for every name: it adds one row and one job, which later finds out whether
 * there is a user to write to. A name that was requested too often gets no mail for a while, without any sign to the caller.
 * @param refuse called with the number of seconds after which to retry
 * @throws AppError `too_many_requests` for an address with too many requests
 */
export async function requestPasswordReset(
  deps: CredentialDeps,
  { username, ip }: { username: string; ip: string },
  refuse: (seconds: number) => void,
): Promise<void> {
  const may = await countResetRequest(deps, { username, ip });
  if (!may.mayAddress) {
    refuse(resetPauseSeconds);
    throw new AppError('too_many_requests', { message: 'Too many requests. Try again in an hour.' });
  }
  if (!may.mayName) {
    await recordSecurity(deps.db, { action: 'password-reset.requested', outcome: 'refused', userId: null, ip });
    return;
  }
  await inTransaction(deps.db, async (db) => {
    const userId = await mailResetLink(db, deps.sessionSecret, username);
    await recordSecurity(db, { action: 'password-reset.requested', outcome: 'ok', userId, ip });
  });
}

/** Stores a request and enqueues its mail. Returns the id of the recipient, or null if there is none. */
export async function mailResetLink(db: Db, sessionSecret: string, username: string): Promise<number | null> {
  const { passwordResetId, userId } = await addReset(db, sessionSecret, username);
  await enqueue(db, mailPasswordReset, { passwordResetId });
  return userId;
}

/**
 * Stores a request. It has no user if there is none of that name, or the user is inactive or has no email address or password.
 */
async function addReset(db: Db, sessionSecret: string, username: string) {
  const nonce = randomBytes(nonceLength);
  const digest = tokenDigest(sessionSecret, resetTokenOf(sessionSecret, nonce));
  const { rows } = await sql<{ password_reset_id: number; user_id: number | null }>`
    insert into password_reset (user_id, nonce, token_digest, expires_at)
    select (select user_id from user_account where lower(username) = ${username.trim().toLowerCase()}
        and is_active and email is not null and password_hash is not null),
      ${nonce}::bytea, ${digest}::bytea, now() + ${resetLifetimeMinutes}::integer * interval '1 minute'
    returning password_reset_id, user_id`.execute(db);
  return { passwordResetId: rows[0]?.password_reset_id ?? 0, userId: rows[0]?.user_id ?? null, nonce };
}

/** The URL of a reset link; the token is in the fragment, which browsers do not send to the server. */
export function resetLink(portalUrl: string, sessionSecret: string, nonce: Buffer): string {
  return `${portalUrl}/provider/ResetPassword#${resetTokenOf(sessionSecret, nonce)}`;
}

/**
 * Creates a link at the command line, for an installation that sends no email.
 * @returns null for a user who would not be mailed a link
 */
export async function makeResetLink(
  db: Database,
  { sessionSecret, portalUrl, username }: { sessionSecret: string; portalUrl: string; username: string },
): Promise<string | null> {
  return inTransaction(db, async (transaction) => {
    const { userId, nonce } = await addReset(transaction, sessionSecret, username);
    if (userId === null) return null;
    const details = { by: 'command line' };
    await recordSecurity(transaction, { action: 'password-reset.requested', outcome: 'ok', userId, details, ip: null });
    return resetLink(portalUrl, sessionSecret, nonce);
  });
}

/**
 * Derives the token of a request from its nonce and the session secret, so that neither the database nor the mail ledger
 * contains it.
 */
function resetTokenOf(sessionSecret: string, nonce: Buffer): string {
  return createHmac('sha256', sessionSecret).update('password reset').update(nonce).digest('base64url');
}

export function findResetToMail(db: Db, passwordResetId: number) {
  return db
    .selectFrom('password_reset as r')
    .innerJoin('user_account as u', 'u.user_id', 'r.user_id')
    .select(['r.nonce', 'u.user_id', 'u.first_name', 'u.last_name', 'u.email'])
    .where('r.password_reset_id', '=', passwordResetId)
    .where('r.expires_at', '>', sql<Date>`now()`)
    .where('u.is_active', '=', true)
    .where('u.email', 'is not', null)
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
}

/**
 * Sets the password with the token of a link. A password that breaks a rule does not use up the link.
 * @throws AppError `refused` if the link is unknown, used or expired
 */
export async function resetPassword(
  deps: CredentialDeps,
  { token, password, ip }: { token: string; password: string; ip: string },
): Promise<void> {
  const digest = tokenDigest(deps.sessionSecret, token);
  const userId = await findUserOfLink(deps.db, digest);
  if (userId === undefined) return refuseLink(deps, ip);
  const hash = await hashNewPassword(deps.db, deps, userId, password);
  const isSet = await inTransaction(deps.db, async (db) => {
    // Locks the user first, as every credential change does, so that two uses of a link are serialized.
    await db.selectFrom('user_account').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute();
    if ((await findUserOfLink(db, digest)) === undefined) return false;
    await setPassword(db, userId, { hash, by: 'reset', ip });
    return true;
  });
  if (!isSet) return refuseLink(deps, ip);
}

async function findUserOfLink(db: Db, digest: Buffer): Promise<number | undefined> {
  const row = await db
    .selectFrom('password_reset as r')
    .innerJoin('user_account as u', 'u.user_id', 'r.user_id')
    .select('u.user_id')
    .where('r.token_digest', '=', digest)
    .where('r.expires_at', '>', sql<Date>`now()`)
    .where('u.is_active', '=', true)
    .executeTakeFirst();
  return row?.user_id;
}

/** Limits audit rows for invalid links, across all networks. */
const keptLinksOf = perDatabase(() => createRateLimit({ max: 1_000, windowMs: 15 * 60_000 }));

async function refuseLink(deps: CredentialDeps, ip: string): Promise<never> {
  if (keptLinksOf(deps.db).allows(''))
    await recordSecurity(deps.db, { action: 'password.reset', outcome: 'denied', userId: null, ip });
  throw refused(credentialTexts.linkExpired);
}
