import { sql } from 'kysely';

import type { Database } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publishAccessChanged } from '../../realtime/publish.ts';
import { endSessionsOfUser } from '../../access/sessions.ts';

/**
 * Switches an account off or on at the command line. Off ends whatever is open, at once: sessions, sign-ins that are under
 * way, links. On counts days without a sign-in from now, so it lifts the lock of an account that nobody used for long.
 * @returns false when there is no such user
 */
export async function setUserActive(
  db: Database,
  { username, isActive }: { username: string; isActive: boolean },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const user = await transaction
      .updateTable('user_account')
      .set({ is_active: isActive, ...(isActive && { activated_at: sql<Date>`now()` }) })
      .where(sql<string>`lower(username)`, '=', username.trim().toLowerCase())
      .returning('user_id')
      .executeTakeFirst();
    if (user === undefined) return false;
    const { user_id: userId } = user;
    if (!isActive) {
      await endSessionsOfUser(transaction, userId, { reason: 'revoked', ip: null });
      await transaction.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute();
      await transaction.deleteFrom('password_reset').where('user_id', '=', userId).execute();
    }
    const proxies = transaction.selectFrom('user_proxy').select('proxy_user_id').where('proxied_user_id', '=', userId);
    // Who acts for the user hears of their work as long as they may, and from then on.
    for (const { proxy_user_id: proxyId } of await proxies.execute()) await publishAccessChanged(transaction, proxyId);
    await transaction
      .insertInto('audit_event')
      .values({
        kind: 'change',
        action: isActive ? 'user.activated' : 'user.deactivated',
        outcome: 'ok',
        subject_type: 'user',
        subject_id: userId,
        details: JSON.stringify({ by: 'command line' }),
      })
      .execute();
    return true;
  });
}
