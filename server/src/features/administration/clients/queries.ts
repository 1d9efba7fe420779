import type { Feature } from '@careloop/contracts/access';
import type { ClientLogo } from '@careloop/contracts/administration/clientLogo';
import { configurationOf } from '@careloop/contracts/administration/clientSettings';
import { mostManagedFacilities } from '@careloop/contracts/administration/clients';
import type {
  ManagedClient,
  ManagedFacility,
  ManagedMarket,
  ManagedOrganization,
} from '@careloop/contracts/administration/clients';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { allowances } from '../../../core/access/authorize.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { encounterFields } from '../changeClient.ts';
import { organizationPolicy } from '../policy.ts';

/** An organization with all of its clients. */
type StoredOrganization = Omit<ManagedOrganization, 'can'> & { clientIds: number[] };

const organization = shape<StoredOrganization, { o: 'client_organization' }>({
  clientOrganizationId: 'o.client_organization_id',
  name: 'o.name',
  version: 'o.version',
  clientIds: sql`array(select c.client_id from client c where c.client_organization_id = o.client_organization_id)`,
});

/** The hidden fields of encounters; a client without a row shows everything. */
const hidden = sql<ManagedClient['hiddenEncounterFields']>`coalesce((select array_remove(array[${sql.join(
  Object.entries(encounterFields).map(
    ([field, column]) => sql`case when not x.${sql.ref(column)} then ${sql.lit(field)} end`,
  ),
)}], null) from encounter_configuration x where x.client_id = c.client_id), '{}')`;

const chosen = {
  settings: sql<ManagedClient['settings']>`coalesce((select json_object_agg(s.name, s.value) from client_setting s
    where s.client_id = c.client_id), '{}')`,
  features: sql<Feature[]>`array(select f.feature from client_feature f where f.client_id = c.client_id order by 1)`,
};

const client = shape<Omit<ManagedClient, 'configuration'>, { c: 'client'; o: 'client_organization' }>({
  clientId: 'c.client_id',
  displayName: 'c.display_name',
  clientOrganizationId: 'c.client_organization_id',
  organizationName: 'o.name',
  ...chosen,
  hiddenEncounterFields: hidden,
  version: 'c.version',
});

const market = shape<ManagedMarket, { m: 'market' }>({
  marketId: 'm.market_id',
  clientId: 'm.client_id',
  name: 'm.name',
  version: 'm.version',
});

/** Columns that are saved as they are shown. */
export const facilityColumns = {
  clientId: 'f.client_id',
  marketId: 'f.market_id',
  name: 'f.name',
  phone: 'f.phone',
  address1: 'f.address1',
  address2: 'f.address2',
  city: 'f.city',
  state: 'f.state',
  zipcode: 'f.zipcode',
  facilityType: 'f.facility_type',
  identifierType: 'f.identifier_type',
  identifier: 'f.identifier',
} as const;

const facility = shape<ManagedFacility, { f: 'facility' }>({
  facilityId: 'f.facility_id',
  ...facilityColumns,
  version: 'f.version',
});

/** Organizations of the administrator's clients; for those who manage the installation, all organizations. */
export async function listOrganizations(db: Db, actor: Actor): Promise<ManagedOrganization[]> {
  const found = organization.from`client_organization o where ${seesAll(actor)} or exists (select from client c
      where c.client_organization_id = o.client_organization_id and ${isOwn(actor, 'c.client_id')})
    order by o.name limit 1000`;
  const { rows } = await found.execute(db);
  return rows.map(({ clientIds, ...row }) => ({ ...row, can: allowances(actor, organizationPolicy, { clientIds }) }));
}

/** Whether the actor may know all clients of the installation. */
const seesAll = ({ permissions }: Actor) => sql<boolean>`${permissions.has('ManageInstallation')}::boolean`;

export function listEveryClient(db: Db, actor: Actor) {
  return db
    .selectFrom('client')
    .select(['client_id as clientId', 'display_name as displayName'])
    .where(sql<boolean>`(${seesAll(actor)} or ${isOwn(actor, 'client_id')})`)
    .orderBy('display_name')
    .limit(1000)
    .execute();
}

/** Whether the column is one of the administrator's own clients. */
const isOwn = ({ clientIds }: Actor, column: string) => sql<boolean>`${sql.ref(column)} = any(${clientIds}::bigint[])`;

export async function listClients(db: Db, actor: Actor, { page, pageSize }: { page: number; pageSize: number }) {
  const { rows } = await client.from`client c join client_organization o using (client_organization_id)
    where ${isOwn(actor, 'c.client_id')} order by o.name, c.display_name
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const items = rows.map((row) => ({ ...row, configuration: configurationOf(row) }));
  return { items, totalItemCount: actor.clientIds.length };
}

const chosenOfClient = shape<Pick<ManagedClient, 'settings' | 'features'>, { c: 'client' }>(chosen);

/** The settings and features of a client, for a save that leaves some out. */
export async function findChosen(db: Db, clientId: number) {
  const { rows } = await chosenOfClient.from`client c where c.client_id = ${clientId}`.execute(db);
  return rows[0] ?? { settings: {}, features: [] };
}

export async function listMarketsOf(db: Db, actor: Actor, clientId: number): Promise<ManagedMarket[]> {
  const found = market.from`market m where m.client_id = ${clientId} and ${isOwn(actor, 'm.client_id')}
    order by m.name limit 1000`;
  return (await found.execute(db)).rows;
}

export async function listFacilitiesOf(db: Db, actor: Actor, clientId: number): Promise<ManagedFacility[]> {
  const found = facility.from`facility f where f.client_id = ${clientId} and ${isOwn(actor, 'f.client_id')}
    order by f.name, f.facility_id limit ${mostManagedFacilities}`;
  return (await found.execute(db)).rows;
}

export function findFacilityOnFile(db: Db, facilityId: number) {
  return db
    .selectFrom('facility')
    .select(['phone', 'address1', 'address2', 'city', 'state', 'zipcode'])
    .where('facility_id', '=', facilityId)
    .executeTakeFirst();
}

/** A row locked before a change. */
export interface LockedRow {
  id: number;
  version: number;
  /** The clients affected by the change. */
  clientIds: readonly number[];
}

const ids = {
  client_organization: 'client_organization_id',
  client: 'client_id',
  market: 'market_id',
  facility: 'facility_id',
} as const;
export type ManagedTable = keyof typeof ids;
export const idOf = (table: ManagedTable) => ids[table];

const clientsOf: Record<ManagedTable, RawBuilder<number[]>> = {
  client_organization: sql`array(select c.client_id from client c
    where c.client_organization_id = r.client_organization_id)`,
  client: sql`array[r.client_id]`,
  market: sql`array[r.client_id]`,
  facility: sql`array[r.client_id]`,
};

export async function lockRow(db: Db, table: ManagedTable, id: number): Promise<LockedRow | undefined> {
  const locked = shape<LockedRow, { r: 'client' }>({
    id: sql`r.${sql.ref(ids[table])}`,
    version: 'r.version',
    clientIds: clientsOf[table],
  });
  const found = locked.from`${sql.table(table)} r where r.${sql.ref(ids[table])} = ${id} for no key update`;
  return (await found.execute(db)).rows[0];
}

interface LastChange {
  changedByUserId: number;
  changedBy: string;
  changedAt: Date;
  what: string;
}

export async function findLastChangeOf(db: Db, table: ManagedTable, id: number): Promise<LastChange | undefined> {
  const change = shape<LastChange, { r: 'client'; u: 'user_account' }>({
    changedByUserId: 'u.user_id',
    changedBy: sql`u.first_name || ' ' || u.last_name`,
    changedAt: sql`r.updated_at`,
    what: sql`'edited'`,
  });
  const found = change.from`${sql.table(table)} r join user_account u on u.user_id = r.updated_by_user_id
    where r.${sql.ref(ids[table])} = ${id}`;
  return (await found.execute(db)).rows[0];
}

const logo = shape<ClientLogo, { c: 'client' }>({
  clientId: 'c.client_id',
  displayName: 'c.display_name',
  isSet: sql`l.content is not null`,
  version: sql`l.version`,
});

export async function listLogos(db: Db, actor: Actor): Promise<ClientLogo[]> {
  const found = logo.from`client c left join client_logo l using (client_id)
    where ${isOwn(actor, 'c.client_id')} order by c.display_name`;
  return (await found.execute(db)).rows;
}

/** The picture of a logo; undefined if there is none or the client is not one of the user's. */
export async function findLogo(db: Db, actor: Actor, clientId: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: Buffer | null }>`select l.content from client_logo l
    where l.client_id = ${clientId} and ${isOwn(actor, 'l.client_id')}`.execute(db);
  return rows[0]?.content ?? undefined;
}

export async function findLastChangeOfLogo(db: Db, clientId: number) {
  const change = shape<LastChange & { version: number }, { l: 'client_logo'; u: 'user_account' }>({
    version: 'l.version',
    changedByUserId: 'u.user_id',
    changedBy: sql`u.first_name || ' ' || u.last_name`,
    changedAt: sql`l.updated_at`,
    what: sql`case when l.content is null then 'removed' else 'edited' end`,
  });
  const found = change.from`client_logo l left join user_account u on u.user_id = l.updated_by_user_id
    where l.client_id = ${clientId}`;
  return (await found.execute(db)).rows[0];
}
