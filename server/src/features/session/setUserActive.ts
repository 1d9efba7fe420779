import { sql } from 'kysely';

import { recordCommand, recordSecurity } from '../../platform/audit/record.ts';
import type { Database, Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { publishAccessChanged } from '../../platform/realtime/publish.ts';
import { endSessionsOfUser } from '../../platform/identity/sessions.ts';
import { findUserByUsername } from './shared/queries.ts';

/**
 * Activates or deactivates an account at the command line.
 * @returns false if there is no such user
 */
export async function setUserActive(
  db: Database,
  { username, isActive }: { username: string; isActive: boolean },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const user = await findUserByUsername(transaction, username);
    if (user === undefined) return false;
    await switchUser(transaction, user.user_id, isActive);
    const action = isActive ? 'user.activated' : 'user.deactivated';
    await recordCommand(transaction, { action, subjectType: 'user', subjectId: user.user_id });
    return true;
  });
}

/**
 * Activates or deactivates an account. Deactivating ends the user's sessions, pending sign-ins and reset links at once.
 * Activating restarts the inactivity period, so it also unlocks an account that was unused for too long.
 */
export async function switchUser(db: Db, userId: number, isActive: boolean): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ is_active: isActive, ...(isActive && { activated_at: sql<Date>`now()` }) })
    .where('user_id', '=', userId)
    .execute();
  if (!isActive) {
    await endSessionsOfUser(db, userId, { reason: 'revoked', ip: null });
    await db.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute();
    await db.deleteFrom('password_reset').where('user_id', '=', userId).execute();
    await withdrawEnrollment(db, userId);
  }
  const proxies = db.selectFrom('user_proxy').select('proxy_user_id').where('proxied_user_id', '=', userId);
  // Proxies of the user gain or lose access to the user's events.
  for (const { proxy_user_id: proxyId } of await proxies.execute()) await publishAccessChanged(db, proxyId);
}

/** Withdraws a pending enrollment, which would activate the account again. */
async function withdrawEnrollment(db: Db, userId: number): Promise<void> {
  const withdrawn = await db
    .updateTable('user_enrollment')
    .set({
      status: 'not_enrolled',
      denial_reason: null,
      changed_at: sql<Date>`now()`,
      nonce: null,
      token_digest: null,
      token_expires_at: null,
    })
    .where('user_id', '=', userId)
    .where('status', '<>', 'enrolled')
    .returning('user_id')
    .executeTakeFirst();
  if (withdrawn === undefined) return;
  const details = { by: 'user.deactivated' };
  await recordSecurity(db, { action: 'enrollment.withdrawn', outcome: 'ok', userId, details, ip: null });
}
