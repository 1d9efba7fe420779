import { credentialTexts } from '@careloop/contracts/session/credentials';
import type { LoginIdentityType } from '@careloop/contracts/codes';

import type { Actor } from '../../platform/identity/actor.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { AppError } from '../../platform/errors.ts';
import { holdProven, notifyUser } from './changePassword.ts';

/** The user's own single sign-on identities, latest first. */
export async function findOwnIdentities(db: Db, userId: number) {
  const rows = await db
    .selectFrom('login_identity')
    .select(['issuer', 'identity_type as identityType', 'created_at as linkedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    issuer: row.issuer,
    identityType: row.identityType as LoginIdentityType,
    linkedAt: row.linkedAt.toISOString(),
  }));
}

/**
 * Unlinks one of the user's own single sign-on identities. Without a password it cannot be removed, since nothing else would
 * open the account.
 * @throws AppError `not_found` if it was already removed
 */
export async function removeOwnIdentity(
  db: Db,
  actor: Actor,
  { issuer, proven }: { issuer: string; proven: string },
): Promise<void> {
  await holdProven(db, actor, proven);
  const removed = await db
    .deleteFrom('login_identity')
    .where('user_id', '=', actor.userId)
    .where('issuer', '=', issuer)
    .returning('identity_type')
    .executeTakeFirst();
  if (removed === undefined) throw new AppError('not_found', { message: credentialTexts.identityGone });
  const details = { issuer, identityType: removed.identity_type };
  await record(db, actor, { action: 'identity.removed', subjectType: 'user', subjectId: actor.userId, details });
  await notifyUser(db, actor.userId, 'identity_removed');
}
