import type { Feature } from '@careloop/contracts/access';
import { clientSettingRange } from '@careloop/contracts/administration/clientSettings';
import type { ClientSettingName, EncounterField } from '@careloop/contracts/administration/clientSettings';
import { z } from 'zod';

import { recordCommand } from '../../platform/audit/record.ts';
import type { Database, Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

const typed = (name: ClientSettingName) => z.preprocess(Number, clientSettingRange(name));

/** Client settings that are stricter than the product's own rules, as entered. */
export const clientSettings = {
  passwordMinimumLength: typed('passwordMinimumLength'),
  passwordExpirationDays: typed('passwordExpirationDays'),
  daysUntilInactive: typed('daysUntilInactive'),
  urgentMessageMinutes: typed('urgentMessageMinutes'),
  timeZone: typed('timeZone'),
  searchBeyondOwnList: typed('searchBeyondOwnList'),
  referralsOutsideOpenRecord: typed('referralsOutsideOpenRecord'),
} as const satisfies Record<ClientSettingName, unknown>;
export type { ClientSettingName, EncounterField };

/**
 * Sets a client's setting; null removes it.
 * @returns false if there is no client with that name
 */
export async function setClientSetting(
  db: Database,
  setting: { clientName: string; name: ClientSettingName; value: number | null },
): Promise<boolean> {
  const { clientName, name, value } = setting;
  return changeClient(db, clientName, { action: 'client-setting.changed', name, value }, (transaction, client) =>
    writeSetting(transaction, client.client_id, name, value),
  );
}

/** The same in the transaction of a caller that audits the change. */
export async function writeSetting(db: Db, clientId: number, name: ClientSettingName, value: number | null) {
  await db.deleteFrom('client_setting').where('client_id', '=', clientId).where('name', '=', name).execute();
  if (value !== null) await db.insertInto('client_setting').values({ client_id: clientId, name, value }).execute();
}

/**
 * Turns a feature of a client on or off.
 * @returns false if there is no client with that name
 */
export async function setClientFeature(
  db: Database,
  { clientName, feature, isOn }: { clientName: string; feature: Feature; isOn: boolean },
): Promise<boolean> {
  const change = { action: 'client-feature.changed', feature, isOn };
  return changeClient(db, clientName, change, (transaction, client) =>
    writeFeature(transaction, client.client_id, feature, isOn),
  );
}

/** The same in the transaction of a caller that audits the change. */
export async function writeFeature(db: Db, clientId: number, feature: Feature, isOn: boolean): Promise<void> {
  if (isOn) {
    await db
      .insertInto('client_feature')
      .values({ client_id: clientId, feature })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await db.deleteFrom('client_feature').where('client_id', '=', clientId).where('feature', '=', feature).execute();
}

/** Fields a client can hide in its encounters (docs/domain/patients.md). */
export const encounterFields = {
  mrn: 'shows_mrn',
  roomNumber: 'shows_room_number',
  esiLevel: 'shows_esi_level',
  transfers: 'shows_transfers',
  clientName: 'shows_client_name',
} as const satisfies Record<EncounterField, string>;

/**
 * Shows or hides a field of a client's encounters.
 * @returns false if there is no client with that name
 */
export async function setEncounterField(
  db: Database,
  { clientName, field, isOn }: { clientName: string; field: EncounterField; isOn: boolean },
): Promise<boolean> {
  const change = { action: 'encounter-field.changed', field, isOn };
  return changeClient(db, clientName, change, (transaction, client) =>
    writeEncounterField(transaction, client.client_id, field, isOn),
  );
}

/** The same in the transaction of a caller that audits the change. */
export async function writeEncounterField(db: Db, clientId: number, field: EncounterField, isOn: boolean) {
  const shown = { [encounterFields[field]]: isOn };
  await db
    .insertInto('encounter_configuration')
    .values({ client_id: clientId, ...shown })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(shown))
    .execute();
}

/** Changes data that belongs to a client, and audits the change. */
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
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (client === undefined) return false;
    await change(transaction, client);
    // The new version makes forms opened before this change fail as stale.
    await transaction
      .updateTable('client')
      .set((now) => ({ version: now('version', '+', 1), updated_by_user_id: null, updated_at: new Date() }))
      .where('client_id', '=', client.client_id)
      .execute();
    await recordCommand(transaction, { action, subjectType: 'client', subjectId: client.client_id, details });
    return true;
  });
}
