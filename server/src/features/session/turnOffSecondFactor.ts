import { recordCommand } from '../../platform/audit/record.ts';
import type { Database } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { notifyUser } from './changePassword.ts';
import { findUserByUsername } from './shared/queries.ts';
import { turnOff } from './storeSecondFactor.ts';

/**
 * Turns off a user's second factor at the command line, for a user who lost both the phone and the recovery codes and has
 * proven their identity. The user is notified. If a client requires a second factor, it is set up again at the next sign-in.
 * @returns false if there is no such user, or it was already off
 */
export async function turnOffSecondFactor(db: Database, username: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const user = await findUserByUsername(transaction, username);
    if (user === undefined || !(await turnOff(transaction, user.user_id))) return false;
    await notifyUser(transaction, user.user_id, 'second_factor_off', 'operator');
    await recordCommand(transaction, {
      action: 'second-factor.disabled',
      subjectType: 'user',
      subjectId: user.user_id,
    });
    return true;
  });
}
