import { features } from '@careloop/contracts/access';
import { facilityRules, managedClientTexts as texts, usualFeatures } from '@careloop/contracts/administration/clients';
import type {
  saveClient as saveClientCall,
  saveClientOrganization,
  saveFacility as saveFacilityCall,
  saveMarket as saveMarketCall,
} from '@careloop/contracts/administration/clients';
import {
  chosenByName,
  clientSettingNames,
  encounterFieldNames,
} from '@careloop/contracts/administration/clientSettings';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { writes } from '../../../platform/db/writes.ts';
import { onConstraint } from '../../../platform/db/errors.ts';
import {
  AppError,
  invalidInput,
  requireValidAddress,
  requireValidTexts,
  requireVersion,
} from '../../../platform/errors.ts';
import { publishAccessChanged } from '../../../platform/realtime/publish.ts';
import { writeEncounterField, writeFeature, writeSetting } from '../changeClient.ts';
import { organizationPolicy } from '../policy.ts';
import type { OrganizationToSave, RowToSave } from '../policy.ts';
import { facilityColumns, findChosen, findFacilityOnFile, findLastChangeOf, idOf, lockRow } from './queries.ts';
import type { LockedRow, ManagedTable } from './queries.ts';

type Saving = Authorized<RowToSave & { existing: LockedRow | null }, 'save'>;

const organizationColumnsOf = writes<
  InputOf<typeof saveClientOrganization>,
  'client_organization',
  'clientOrganizationId' | 'version'
>()({
  name: 'name',
});

export async function saveOrganization(
  db: Db,
  actor: Actor,
  { existing }: Authorized<OrganizationToSave & { existing: LockedRow | null }, 'save'>,
  input: InputOf<typeof saveClientOrganization>,
) {
  const columns = organizationColumnsOf(input);
  return write(db, actor, 'client_organization', { existing, seen: input.version, columns });
}

const clientColumnsOf = writes<
  InputOf<typeof saveClientCall>,
  'client',
  'clientId' | 'version' | 'settings' | 'features' | 'configuration' | 'hiddenEncounterFields'
>()({
  displayName: 'display_name',
  clientOrganizationId: 'client_organization_id',
});

/** What a new client has unless it is saved with something else. */
const newClient = { settings: {}, features: usualFeatures };

export async function saveClient(db: Db, actor: Actor, { existing }: Saving, input: InputOf<typeof saveClientCall>) {
  const { clientOrganizationId, version } = input;
  await requireOrganization(db, actor, clientOrganizationId, existing);
  const columns = clientColumnsOf(input);
  const { hiddenEncounterFields } = input;
  const kept = existing === null ? newClient : await findChosen(db, existing.id);
  const { settings, features: on } = chosenByName(input, kept);
  const details = { settings, features: on, hiddenEncounterFields };
  const saved = await write(db, actor, 'client', { existing, seen: version, columns, details });
  for (const name of clientSettingNames) await writeSetting(db, saved.id, name, settings[name] ?? null);
  for (const feature of features) await writeFeature(db, saved.id, feature, on.includes(feature));
  for (const field of encounterFieldNames)
    await writeEncounterField(db, saved.id, field, !hiddenEncounterFields.includes(field));
  // Otherwise no one could manage the new client.
  if (existing === null)
    await db.insertInto('user_client').values({ user_id: actor.userId, client_id: saved.id }).execute();
  await publishToMembers(db, saved.id);
  return saved;
}

/** @throws AppError `invalid_input` for an organization that is missing, or not the administrator's to add a client to */
async function requireOrganization(db: Db, actor: Actor, id: number, existing: LockedRow | null): Promise<void> {
  const refuse = (message: string) => invalidInput({ clientOrganizationId: message });
  const organization = await lockRow(db, 'client_organization', id);
  if (organization === undefined) throw refuse(texts.organizationRequired);
  // The client may stay where it is.
  if (existing !== null && organization.clientIds.includes(existing.id)) return;
  const allowance = organizationPolicy.addClient(actor, organization);
  if (allowance !== true) throw refuse(allowance);
}

/** Features and rules apply from each user's next call on; open pages get an event to reload them. */
async function publishToMembers(db: Db, clientId: number): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`select m.user_id from user_client m
    join user_account u using (user_id) where m.client_id = ${clientId} and u.is_active
      and exists (select from user_session s where s.user_id = m.user_id and s.ended_at is null)`.execute(db);
  for (const member of rows) await publishAccessChanged(db, member.user_id);
}

const marketColumnsOf = writes<InputOf<typeof saveMarketCall>, 'market', 'marketId' | 'version'>()({
  name: 'name',
  clientId: 'client_id',
});

export async function saveMarket(db: Db, actor: Actor, { existing }: Saving, input: InputOf<typeof saveMarketCall>) {
  return write(db, actor, 'market', { existing, seen: input.version, columns: marketColumnsOf(input) });
}

const facilityColumnsOf = writes<InputOf<typeof saveFacilityCall>, 'facility', 'facilityId' | 'version'>()({
  ...facilityColumns,
  marketId: (id) => ({ market_id: id ?? null }),
  facilityType: (type) => ({ facility_type: type ?? null }),
  identifierType: (type) => ({ identifier_type: type ?? null }),
});

export async function saveFacility(
  db: Db,
  actor: Actor,
  { existing }: Saving,
  input: InputOf<typeof saveFacilityCall>,
) {
  const { marketId = null, clientId, version } = input;
  if (marketId !== null) {
    const market = await db
      .selectFrom('market')
      .select('market_id')
      .where('market_id', '=', marketId)
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    if (market === undefined) throw invalidInput({ marketId: texts.unknownMarket });
  }
  await requireSeenVersion(db, 'facility', existing, version);
  const stored = existing && (await findFacilityOnFile(db, existing.id));
  requireValidTexts(facilityRules, input, stored);
  requireValidAddress(input, stored);
  const columns = {
    ...facilityColumnsOf(input),
    ...(existing !== null && { latitude: unlessMoved('latitude', input), longitude: unlessMoved('longitude', input) }),
  };
  return write(db, actor, 'facility', { existing, seen: version, columns });
}

/** Keeps coordinates from an import while the address is the same; null after a change. */
const unlessMoved = (column: 'latitude' | 'longitude', { address1, zipcode }: InputOf<typeof saveFacilityCall>) =>
  sql<number | null>`case when address1 is not distinct from ${address1}::text
    and zipcode is not distinct from ${zipcode}::text then ${sql.ref(column)} end`;

async function requireSeenVersion(db: Db, table: ManagedTable, existing: LockedRow | null, seen: number | undefined) {
  if (existing !== null)
    await requireVersion(seen ?? 0, existing.version, texts.changed, () => findLastChangeOf(db, table, existing.id));
}

interface Change {
  existing: LockedRow | null;
  seen: number | undefined;
  columns: Record<string, unknown>;
  details?: Record<string, unknown>;
}

/** Adds a row, or changes it in the version that was seen, and audits it. */
async function write(db: Db, actor: Actor, table: ManagedTable, { existing, seen, columns, details }: Change) {
  await requireSeenVersion(db, table, existing, seen);
  const saved = await onConstraint(
    existing === null ? insert(db, actor, table, columns) : update(db, actor, table, existing.id, columns),
    takenNames,
  );
  const subject = table.replace('_', '-');
  await record(db, actor, {
    action: `${subject}.${existing === null ? 'added' : 'saved'}`,
    subjectType: subject,
    subjectId: saved.id,
    ...(details !== undefined && { details }),
  });
  return saved;
}

interface Saved {
  id: number;
  version: number;
}

async function insert(db: Db, { userId }: Actor, table: ManagedTable, columns: Record<string, unknown>) {
  const { rows } = await sql<Saved>`insert into ${sql.table(table)}
    (${sql.join(Object.keys(columns).map((column) => sql.ref(column)))}, updated_by_user_id, updated_at)
    values (${sql.join(Object.values(columns))}, ${userId}, now())
    returning ${sql.ref(idOf(table))} as id, version`.execute(db);
  return one(rows);
}

async function update(db: Db, { userId }: Actor, table: ManagedTable, id: number, columns: Record<string, unknown>) {
  const changes = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { rows } = await sql<Saved>`update ${sql.table(table)}
    set ${sql.join(changes)}, version = version + 1, updated_by_user_id = ${userId}, updated_at = now()
    where ${sql.ref(idOf(table))} = ${id} returning ${sql.ref(idOf(table))} as id, version`.execute(db);
  return one(rows);
}

function one([saved]: Saved[]): Saved {
  if (saved === undefined) throw new AppError('not_found', { message: texts.notFound });
  return saved;
}

const takenNames = {
  client_organization_name_key: () => invalidInput({ name: texts.nameTaken }),
  client_display_name_key: () => invalidInput({ displayName: texts.nameTaken }),
  market_client_id_name_key: () => invalidInput({ name: texts.nameTaken }),
  facility_name: () => invalidInput({ name: texts.nameTaken }),
};
