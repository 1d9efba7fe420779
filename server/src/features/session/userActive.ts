import { sql } from 'kysely';

import { recordSecurity } from '../../audit/record.ts';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publishAccessChanged } from '../../realtime/publish.ts';
import { endSessionsOfUser } from '../../access/sessions.ts';

/**
 * Switches an account off or on at the command line.
 * @returns false when there is no such user
 */
export async function setUserActive(
  db: Database,
  { username, isActive }: { username: string; isActive: boolean },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const user = await transaction
      .selectFrom('user_account')
      .select('user_id')
      .where(sql<string>`lower(username)`, '=', username.trim().toLowerCase())
      .executeTakeFirst();
    if (user === undefined) return false;
    await switchUser(transaction, user.user_id, isActive);
    await transaction
      .insertInto('audit_event')
      .values({
        kind: 'change',
        action: isActive ? 'user.activated' : 'user.deactivated',
        outcome: 'ok',
        subject_type: 'user',
        subject_id: user.user_id,
        details: JSON.stringify({ by: 'command line' }),
      })
      .execute();
    return true;
  });
}

/**
 * Switches an account off or on. Off ends whatever is open, at once: sessions, sign-ins that are under way, links. On counts
 * days without a sign-in from now, so it lifts the lock of an account that nobody used for long.
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
  // Who acts for the user hears of their work as long as they may, and from then on.
  for (const { proxy_user_id: proxyId } of await proxies.execute()) await publishAccessChanged(db, proxyId);
}

/** An enrollment that is under way would switch the account on again. */
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
