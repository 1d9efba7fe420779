import { z } from 'zod';

import type { Database } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';

function wholeNumber(least: number, most: number) {
  const error = `The value must be a whole number from ${least} to ${most}.`;
  return z.coerce.number(error).int(error).min(least, error).max(most, error);
}

/** What a client may ask for beyond the product's own rules, and within which bounds. */
export const clientSettings = {
  /** Characters of a new password. */
  passwordMinimumLength: wholeNumber(12, 64),
  /** Days after which a password must be changed; off by default. */
  passwordExpirationDays: wholeNumber(1, 3_650),
  /** Days without a sign-in after which an account is locked; off by default. */
  daysUntilInactive: wholeNumber(1, 3_650),
} as const;
export type ClientSettingName = keyof typeof clientSettings;

/**
 * Sets what a client asks for; null takes it back.
 * @returns false when there is no client of that name
 */
export async function setClientSetting(
  db: Database,
  setting: { clientName: string; name: ClientSettingName; value: number | null },
): Promise<boolean> {
  const { clientName, name, value } = setting;
  return inTransaction(db, async (transaction) => {
    const client = await transaction
      .selectFrom('client')
      .select('client_id')
      .where('display_name', '=', clientName)
      .executeTakeFirst();
    if (client === undefined) return false;
    await transaction
      .deleteFrom('client_setting')
      .where('client_id', '=', client.client_id)
      .where('name', '=', name)
      .execute();
    if (value !== null)
      await transaction
        .insertInto('client_setting')
        .values({ ...client, name, value })
        .execute();
    await transaction
      .insertInto('audit_event')
      .values({
        kind: 'change',
        action: 'client-setting.changed',
        outcome: 'ok',
        subject_type: 'client',
        subject_id: client.client_id,
        details: JSON.stringify({ by: 'command line', name, value }),
      })
      .execute();
    return true;
  });
}
