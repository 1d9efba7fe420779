import type { Feature } from '@careloop/contracts/access';
import { z } from 'zod';

import type { Database, Db } from '../../db/client.ts';
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
  /** Minutes after which an urgent message that is still unread is told of by e-mail; 15 by default. */
  urgentMessageMinutes: wholeNumber(1, 1_440),
  /** Where users live who chose no time zone, by its number (docs/domain/profile.md); 3, Eastern, by default. */
  timeZone: wholeNumber(1, 7),
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
  return changeClient(
    db,
    clientName,
    { action: 'client-setting.changed', name, value },
    async (transaction, client) => {
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
    },
  );
}

/**
 * Switches a feature of a client.
 * @returns false when there is no client of that name
 */
export async function setClientFeature(
  db: Database,
  { clientName, feature, isOn }: { clientName: string; feature: Feature; isOn: boolean },
): Promise<boolean> {
  const change = { action: 'client-feature.changed', feature, isOn };
  return changeClient(db, clientName, change, async (transaction, client) => {
    const row = { ...client, feature };
    if (isOn) {
      await transaction
        .insertInto('client_feature')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return;
    }
    await transaction
      .deleteFrom('client_feature')
      .where('client_id', '=', client.client_id)
      .where('feature', '=', feature)
      .execute();
  });
}

/** What a client can leave out of its encounters (docs/domain/patients.md). */
export const encounterFields = {
  mrn: 'shows_mrn',
  roomNumber: 'shows_room_number',
  esiLevel: 'shows_esi_level',
  transfers: 'shows_transfers',
  clientName: 'shows_client_name',
} as const;
export type EncounterField = keyof typeof encounterFields;

/**
 * Shows or hides a part of a client's encounters.
 * @returns false when there is no client of that name
 */
export async function setEncounterField(
  db: Database,
  { clientName, field, isOn }: { clientName: string; field: EncounterField; isOn: boolean },
): Promise<boolean> {
  const change = { action: 'encounter-field.changed', field, isOn };
  return changeClient(db, clientName, change, async (transaction, client) => {
    const shown = { [encounterFields[field]]: isOn };
    await transaction
      .insertInto('encounter_configuration')
      .values({ ...client, ...shown })
      .onConflict((conflict) => conflict.column('client_id').doUpdateSet(shown))
      .execute();
  });
}

/** Changes what belongs to a client, with its audit row. */
export async function changeClient(
  db: Database,
  clientName: string,
  { action, ...details }: { action: string; [detail: string]: unknown },
  change: (transaction: Db, client: { client_id: number }) => Promise<void>,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const client = await transaction
      .selectFrom('client')
      .select('client_id')
      .where('display_name', '=', clientName)
      .executeTakeFirst();
    if (client === undefined) return false;
    await change(transaction, client);
    await transaction
      .insertInto('audit_event')
      .values({
        kind: 'change',
        action,
        outcome: 'ok',
        subject_type: 'client',
        subject_id: client.client_id,
        details: JSON.stringify({ by: 'command line', ...details }),
      })
      .execute();
    return true;
  });
}
