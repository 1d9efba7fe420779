import type { Feature } from '@careloop/contracts/access';
import { clientSettingRange } from '@careloop/contracts/administration/clientSettings';
import type { ClientSettingName, EncounterField } from '@careloop/contracts/administration/clientSettings';
import { z } from 'zod';

import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';

const typed = (name: ClientSettingName) => z.preprocess(Number, clientSettingRange(name));

/** What a client may ask for beyond the product's own rules, as it is typed. */
export const clientSettings = {
  passwordMinimumLength: typed('passwordMinimumLength'),
  passwordExpirationDays: typed('passwordExpirationDays'),
  daysUntilInactive: typed('daysUntilInactive'),
  urgentMessageMinutes: typed('urgentMessageMinutes'),
  timeZone: typed('timeZone'),
} as const satisfies Record<ClientSettingName, unknown>;
export type { ClientSettingName, EncounterField };

/**
 * Sets what a client asks for; null takes it back.
 * @returns false when there is no client of that name
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

/** The same in the transaction of who also audits it. */
export async function writeSetting(db: Db, clientId: number, name: ClientSettingName, value: number | null) {
  await db.deleteFrom('client_setting').where('client_id', '=', clientId).where('name', '=', name).execute();
  if (value !== null) await db.insertInto('client_setting').values({ client_id: clientId, name, value }).execute();
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
  return changeClient(db, clientName, change, (transaction, client) =>
    writeFeature(transaction, client.client_id, feature, isOn),
  );
}

/** The same in the transaction of who also audits it. */
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

/** What a client can leave out of its encounters (docs/domain/patients.md). */
export const encounterFields = {
  mrn: 'shows_mrn',
  roomNumber: 'shows_room_number',
  esiLevel: 'shows_esi_level',
  transfers: 'shows_transfers',
  clientName: 'shows_client_name',
} as const satisfies Record<EncounterField, string>;

/**
 * Shows or hides a part of a client's encounters.
 * @returns false when there is no client of that name
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

/** The same in the transaction of who also audits it. */
export async function writeEncounterField(db: Db, clientId: number, field: EncounterField, isOn: boolean) {
  const shown = { [encounterFields[field]]: isOn };
  await db
    .insertInto('encounter_configuration')
    .values({ client_id: clientId, ...shown })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(shown))
    .execute();
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
    // A form that was opened before must not undo it.
    await transaction
      .updateTable('client')
      .set((now) => ({ version: now('version', '+', 1), updated_by_user_id: null, updated_at: new Date() }))
      .where('client_id', '=', client.client_id)
      .execute();
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
