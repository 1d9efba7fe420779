import { createHmac, randomBytes } from 'node:crypto';

import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import type { EnrollmentStatus } from '@careloop/contracts/codes/profile';
import { allowsStep, enrollmentSteps, enrollmentTexts } from '@careloop/contracts/profile/enrollment';
import type { EnrollmentStep } from '@careloop/contracts/profile/enrollment';
import { sql } from 'kysely';

import { inNameOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { freeUsername } from '../../platform/identity/freeUsername.ts';
import { tokenDigest } from '../../platform/identity/tokens.ts';
import { record, recordSecurity } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { onConstraint } from '../../platform/db/errors.ts';
import { OutOfDate } from '../../platform/db/transaction.ts';
import { refused } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { mailEnrollment, notifyEnrollment } from './jobs.ts';
import type { EnrollmentRow, ProfileRow } from './policy.ts';
import { raiseVersions } from './shared/recordProxyChange.ts';

/** Days an enrollment link is valid. */
export const linkDays = 7;

/**
 * Derives the token of a link from its nonce and the session secret, so that neither the database nor the ledger contains it.
 */
export function enrollmentToken(sessionSecret: string, nonce: Buffer): string {
  return createHmac('sha256', sessionSecret).update('enrollment').update(nonce).digest('base64url');
}

/** Performs a step of an enrollment. @throws AppError `wrong_state` if the step is not allowed in the current state */
export async function moveOn(
  db: Db,
  { userId, status }: { userId: number; status: EnrollmentStatus },
  step: EnrollmentStep,
  more: {
    agreed_at?: ReturnType<typeof sql<Date>>;
    agreement_document_id?: number | null;
    denial_reason?: string;
  } = {},
): Promise<void> {
  if (!allowsStep(status, step)) throw refused(enrollmentTexts.linkExpired, 'wrong_state');
  const endsLink = step !== 'open' && step !== 'viewAgreement';
  await db
    .updateTable('user_enrollment')
    .set({
      status: enrollmentSteps[step].to,
      changed_at: sql<Date>`now()`,
      denial_reason: null,
      ...(endsLink && { nonce: null, token_digest: null, token_expires_at: null }),
      ...more,
    })
    .where('user_id', '=', userId)
    .execute();
}

interface Invited {
  firstName: string;
  lastName: string;
  email: string;
}

/**
 * Creates an account for a person the dialog did not find: an office user of the same client, who cannot sign in before the
 * enrollment is complete.
 */
export async function createAccount(
  db: Db,
  secret: string,
  actor: Actor,
  profile: Authorized<ProfileRow, 'manageProxies'>,
  { firstName, lastName, email }: Invited,
): Promise<number> {
  // Serializes the search for generated usernames.
  await sql`select pg_advisory_xact_lock(hashtext('generated usernames'))`.execute(db);
  const { origin_client_id: clientId } = await db
    .selectFrom('user_account')
    .select('origin_client_id')
    .where('user_id', '=', profile.userId)
    .executeTakeFirstOrThrow();
  const insert = db
    .insertInto('user_account')
    .values({
      username: await freeUsername(db, { firstName, lastName }),
      user_type: 'office_user',
      first_name: firstName,
      last_name: lastName,
      email,
      is_active: false,
      origin_client_id: clientId,
      created_by_user_id: actor.userId,
    })
    .returning('user_id');
  // An administrator may give somebody the same username at the same moment.
  const { user_id: userId } = await onConstraint(insert.executeTakeFirstOrThrow(), {
    user_account_username: () => new OutOfDate('The username was taken meanwhile'),
  });
  await db.insertInto('user_client').values({ user_id: userId, client_id: clientId }).execute();
  const permissions = defaultPermissions.office_user.map((permission) => ({ user_id: userId, permission }));
  await db.insertInto('user_permission').values(permissions).execute();
  await db
    .insertInto('user_enrollment')
    .values({
      user_id: userId,
      status: 'not_enrolled',
      requested_by_user_id: actor.userId,
      proxied_user_id: profile.userId,
    })
    .execute();
  const details = { userType: 'office_user', by: 'add user' };
  await record(db, inNameOf(actor, profile.userId), {
    action: 'user.created',
    subjectType: 'user',
    subjectId: userId,
    details,
  });
  await sendLink(db, secret, actor, { userId, proxiedUserId: profile.userId, status: 'not_enrolled' });
  return userId;
}

/** Sends the link, initially or again; an earlier link becomes invalid. */
export async function sendLink(
  db: Db,
  secret: string,
  actor: Actor,
  { userId, proxiedUserId, status }: { userId: number; proxiedUserId: number; status: EnrollmentStatus },
): Promise<void> {
  await moveOn(db, { userId, status }, 'request');
  await endUnapproved(db, actor, userId, proxiedUserId);
  const nonce = randomBytes(32);
  const requestedAt = new Date();
  await db
    .updateTable('user_enrollment')
    .set({
      requested_by_user_id: actor.userId,
      proxied_user_id: proxiedUserId,
      requested_at: requestedAt,
      nonce,
      token_digest: tokenDigest(secret, enrollmentToken(secret, nonce)),
      token_expires_at: sql<Date>`now() + ${linkDays}::int * interval '1 day'`,
    })
    .where('user_id', '=', userId)
    .execute();
  await record(db, inNameOf(actor, proxiedUserId), {
    action: 'enrollment.requested',
    subjectType: 'user',
    subjectId: userId,
    details: { proxiedUserId },
  });
  await enqueue(db, mailEnrollment, { userId, requestedAt: requestedAt.toISOString() });
}

/**
 * Removes the account as a proxy of people who have not approved it yet, once it is requested by another user: that approval
 * would not be theirs.
 */
async function endUnapproved(db: Db, actor: Actor, userId: number, proxiedUserId: number): Promise<void> {
  const ended = await db
    .deleteFrom('user_proxy as x')
    .using('user_enrollment as e')
    .whereRef('x.proxy_user_id', '=', 'e.user_id')
    .whereRef('x.proxied_user_id', '=', 'e.proxied_user_id')
    .whereRef('e.requested_by_user_id', '<>', 'e.proxied_user_id')
    .where('e.user_id', '=', userId)
    .where('e.proxied_user_id', '<>', proxiedUserId)
    .returning('x.proxied_user_id')
    .executeTakeFirst();
  if (ended === undefined) return;
  await raiseVersions(db, actor, [ended.proxied_user_id, userId]);
  await record(db, inNameOf(actor, proxiedUserId), {
    action: 'proxy.removed',
    subjectType: 'user',
    subjectId: ended.proxied_user_id,
    details: { proxyUserId: userId, by: 'enrollment.requested' },
  });
}

/** The person acted for approves or denies the account. */
export async function decide(
  db: Db,
  actor: Actor,
  { profile, proxyUserId, status }: Authorized<EnrollmentRow, 'decide'>,
  { isApproved, reason }: { isApproved: boolean; reason?: string | undefined },
): Promise<void> {
  const person = { userId: proxyUserId, status };
  if (isApproved) await moveOn(db, person, 'approve');
  else await moveOn(db, person, 'deny', { denial_reason: reason });
  if (isApproved) await activate(db, proxyUserId);
  await record(db, actor, {
    action: isApproved ? 'enrollment.approved' : 'enrollment.denied',
    subjectType: 'user',
    subjectId: proxyUserId,
    details: { proxiedUserId: profile.userId },
  });
  const outcome = isApproved ? 'approved' : 'denied';
  await enqueue(db, notifyEnrollment, { userId: proxyUserId, outcome, at: new Date().toISOString() });
}

/** Activates the account, so that it can sign in. */
export async function activate(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ is_active: true, activated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .execute();
}

/** Expires links that were not used in time. */
export async function expireLinks(db: Db): Promise<void> {
  const { from, to } = enrollmentSteps.expire;
  const expired = await db
    .updateTable('user_enrollment')
    .set({ status: to, changed_at: sql<Date>`now()`, nonce: null, token_digest: null, token_expires_at: null })
    .where('token_expires_at', '<', sql<Date>`now()`)
    .where('status', 'in', [...from])
    .returning('user_id')
    .execute();
  for (const { user_id: userId } of expired)
    await recordSecurity(db, { action: 'enrollment.expired', outcome: 'ok', userId, ip: null });
}
