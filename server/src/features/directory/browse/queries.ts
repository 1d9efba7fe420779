import { browseLimits } from '@careloop/contracts/directory/browse';
import type { DirectoryEntry, browseDirectory as browseEndpoint } from '@careloop/contracts/directory/browse';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { pageOf, readCursor } from '../../../platform/db/cursor.ts';
import type { Cursor } from '../../../platform/db/cursor.ts';
import { shape } from '../../../platform/db/shape.ts';
import { hasPrefix, highestCharacter, startsWith } from '../../../platform/db/startsWith.ts';

type Search = InputOf<typeof browseEndpoint>;
/** `entryId` is that of the provider, or the organization's as a negative number, so that it is unique in the list. */
type Row = DirectoryEntry & { key: string; entryId: number };
type Condition = RawBuilder<boolean>;

const limit = browseLimits.page + 1;

/** Whether practitioner `pr` has an active account: one probe for each row, which the planner cannot turn into a join. */
const isActiveUser = sql<boolean>`coalesce((select u.is_active from user_account u where u.user_id = pr.user_id), false)`;

const practitioner = shape<
  Row,
  {
    found: 'healthcare_provider_address_info';
    pr: 'healthcare_provider';
    s?: 'healthcare_provider_specialty';
    o?: 'healthcare_organization';
    a?: 'address';
    l?: 'healthcare_provider_address_info';
  }
>({
  healthcareProviderId: 'pr.healthcare_provider_id',
  healthcareOrganizationId: sql`null::bigint`,
  name: sql`pr.last_name || ', ' || pr.first_name`,
  degree: 'pr.degree',
  specialty: 's.name',
  organizationName: 'o.name',
  npiNumber: 'pr.npi_number',
  city: 'a.city',
  state: 'a.state',
  phone: sql`coalesce(l.office_phone, pr.office_phone)`,
  isUser: isActiveUser,
  key: 'pr.last_first',
  entryId: 'pr.healthcare_provider_id',
});

const organization = shape<
  Row,
  { o: 'healthcare_organization'; a?: 'address'; l?: 'healthcare_organization_address_info' }
>({
  healthcareProviderId: sql`null::bigint`,
  healthcareOrganizationId: 'o.healthcare_organization_id',
  name: 'o.name',
  degree: sql`null::text`,
  specialty: sql`null::text`,
  organizationName: sql`null::text`,
  npiNumber: 'o.npi_number',
  city: 'a.city',
  state: 'a.state',
  phone: sql`coalesce(l.office_phone, o.phone)`,
  isUser: sql`false`,
  key: sql`search_key(o.name)`,
  entryId: sql`-o.healthcare_organization_id`,
});

const all = (conditions: readonly Condition[]) => sql.join(conditions, sql` and `);

/**
 * Practitioners by name. The inner selection is one range of an index that begins with the town, the specialty, or the
 * name; of deactivated providers and inactive users there are too few to make it long.
 */
function findPractitioners(db: Db, search: Search, after: Cursor | null) {
  const { users, healthcareProviderSpecialtyId: specialtyId, town, searchTerm } = search;
  const isOffered = sql<boolean>`pr.npi_deactivated_on is null`;
  if (town === undefined || town === '') {
    const conditions = [isOffered];
    if (specialtyId !== undefined) conditions.push(sql`pr.healthcare_provider_specialty_id = ${specialtyId}`);
    if (users === 'users') conditions.push(sql`pr.user_id is not null`, isActiveUser);
    if (users === 'nonUsers') conditions.push(sql`not ${isActiveUser}`);
    if (searchTerm !== '') conditions.push(startsWith(sql`pr.last_first`, searchTerm));
    if (after !== null)
      conditions.push(sql`(pr.last_first, pr.healthcare_provider_id) > (${after.key}, ${after.id}::bigint)`);
    return practitioner.from`(select pr.* from healthcare_provider pr where ${all(conditions)}
        order by pr.last_first, pr.healthcare_provider_id limit ${limit}) as pr
      left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
      left join healthcare_organization o on o.healthcare_organization_id = pr.healthcare_organization_id
      left join lateral (select i.* from healthcare_provider_address_info i
        where i.healthcare_provider_id = pr.healthcare_provider_id and not i.is_archived and not i.is_mailing
        order by i.healthcare_provider_address_info_id limit 1) as l on true
      left join address a on a.address_id = l.address_id
      order by pr.last_first, pr.healthcare_provider_id`.execute(db);
  }
  const conditions: Condition[] = [sql`i.search_town = name_key(${town})`, sql`not i.is_archived and not i.is_mailing`];
  if (specialtyId !== undefined) conditions.push(sql`i.search_specialty_id = ${specialtyId}`);
  if (users === 'users') conditions.push(sql`i.search_has_user`, isActiveUser);
  if (users === 'nonUsers') conditions.push(sql`not ${isActiveUser}`);
  if (searchTerm !== '') conditions.push(startsWith(sql`i.search_name`, searchTerm));
  if (after !== null)
    conditions.push(sql`(i.search_name, i.healthcare_provider_id) > (${after.key}, ${after.id}::bigint)`);
  // A provider with two places in the town is listed once.
  return practitioner.from`(select distinct on (i.search_name, i.healthcare_provider_id) i.*
        from healthcare_provider_address_info i join healthcare_provider pr using (healthcare_provider_id)
        where ${all([...conditions, isOffered])}
        order by i.search_name, i.healthcare_provider_id limit ${limit}) as l
      join healthcare_provider pr using (healthcare_provider_id)
      join address a on a.address_id = l.address_id
      left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
      left join healthcare_organization o on o.healthcare_organization_id = pr.healthcare_organization_id
      order by l.search_name, l.healthcare_provider_id`.execute(db);
}

/** Organizations by name, each as one row. */
function findOrganizations(db: Db, { town, searchTerm }: Search, after: Cursor | null) {
  // Organizations of one name follow one another by descending id, as their entry ids ascend.
  const isAfter = (key: RawBuilder<unknown>, organizationId: RawBuilder<unknown>) =>
    sql<boolean>`(${key} > ${after?.key} or (${key} = ${after?.key} and -${organizationId} > ${after?.id}::bigint))`;
  const begins = (key: RawBuilder<unknown>) => hasPrefix(key, sql`search_key(${searchTerm})`);
  if (town === undefined || town === '') {
    const key = sql`search_key(o.name)`;
    const conditions: Condition[] = [sql`true`];
    if (searchTerm !== '')
      conditions.push(sql`${key} ~>=~ search_key(${searchTerm})
        and ${key} ~<~ (search_key(${searchTerm}) || ${highestCharacter})`);
    if (after !== null)
      conditions.push(
        sql`${key} ~>=~ ${after.key}`,
        sql`(${key} ~>~ ${after.key} or -o.healthcare_organization_id > ${after.id}::bigint)`,
      );
    return organization.from`(select o.* from healthcare_organization o where ${all(conditions)}
        order by ${key} using ~<~, o.healthcare_organization_id desc limit ${limit}) as o
      left join lateral (select i.* from healthcare_organization_address_info i
        where i.healthcare_organization_id = o.healthcare_organization_id and not i.is_archived
        order by i.source_key is null, i.healthcare_organization_address_info_id limit 1) as l on true
      left join address a on a.address_id = l.address_id
      order by ${key} using ~<~, o.healthcare_organization_id desc`.execute(db);
  }
  const conditions: Condition[] = [sql`i.search_town = name_key(${town})`, sql`not i.is_archived`];
  if (searchTerm !== '') conditions.push(begins(sql`i.search_name`));
  if (after !== null)
    conditions.push(sql`i.search_name >= ${after.key}`, isAfter(sql`i.search_name`, sql`i.healthcare_organization_id`));
  return organization.from`(select distinct on (i.search_name, i.healthcare_organization_id) i.*
        from healthcare_organization_address_info i where ${all(conditions)}
        order by i.search_name, i.healthcare_organization_id desc limit ${limit}) as l
      join healthcare_organization o using (healthcare_organization_id)
      join address a on a.address_id = l.address_id
      order by l.search_name, l.healthcare_organization_id desc`.execute(db);
}

/** Compares keys in the order of the database, which is that of their code points. */
const compareKeys = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** One page of the directory, by name. */
export async function browseDirectory(db: Db, search: Search) {
  const after = readCursor(search.cursor);
  const isOnlyOfPeople = search.healthcareProviderSpecialtyId !== undefined || search.users === 'users';
  const none = { rows: [] as Row[] };
  const [people, organizations] = await Promise.all([
    search.kind === 'organizations' ? none : findPractitioners(db, search, after),
    search.kind === 'practitioners' || isOnlyOfPeople ? none : findOrganizations(db, search, after),
  ]);
  const rows = [...people.rows, ...organizations.rows].toSorted(
    (a, b) => compareKeys(a.key, b.key) || a.entryId - b.entryId,
  );
  return pageOf(rows, browseLimits.page, ({ key, entryId }) => ({ key, id: entryId }));
}

/** Towns that begin with the text. Each costs one probe of the index, however many entries it has. */
export async function findTowns(db: Db, searchTerm: string) {
  const [ofProviders, ofOrganizations] = await Promise.all([
    townsOf(db, 'healthcare_provider_address_info', sql`not i.is_archived and not i.is_mailing`, searchTerm),
    townsOf(db, 'healthcare_organization_address_info', sql`not i.is_archived`, searchTerm),
  ]);
  const towns = new Map([...ofProviders, ...ofOrganizations].map((town) => [town.key, town]));
  return [...towns.values()]
    .toSorted((a, b) => compareKeys(a.key, b.key))
    .slice(0, browseLimits.towns)
    .map(({ city, state }) => ({ city, state }));
}

interface Town {
  key: string;
  city: string;
  state: string;
}

async function townsOf(db: Db, links: string, isListed: Condition, searchTerm: string): Promise<Town[]> {
  const next = (isAfter: Condition) => sql`(select i.search_town from ${sql.table(links)} i
    where ${isListed} and ${hasPrefix(sql`i.search_town`, sql`name_key(${searchTerm})`)} and ${isAfter}
    order by i.search_town limit 1)`;
  const { rows } = await sql<Town>`with recursive town as (
      select ${next(sql`true`)} as key
      union all
      select ${next(sql`i.search_town > town.key`)} from town where town.key is not null
    )
    select town.key, a.city, a.state from (select key from town where key is not null limit ${browseLimits.towns}) as town
    join lateral (select a.city, a.state from ${sql.table(links)} i join address a using (address_id)
      where ${isListed} and i.search_town = town.key limit 1) as a on true`.execute(db);
  return rows;
}
