import type { FoundPlace, findAddresses } from '@careloop/contracts/directory/addresses';
import { mostPlacesFound } from '@careloop/contracts/directory/addresses';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../../platform/identity/actor.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { shape } from '../../../../platform/db/shape.ts';
import { containsWordPrefix } from '../../../../platform/db/containsWordPrefix.ts';
import { zipsOfCity } from '../../../../core/geography/zipPlaces.ts';
import { streetKey } from '../../../../core/integrations/address-standardization/publication28.ts';

/** Maximum number of places with the same ZIP code and house number whose street lines are compared. */
const mostCompared = 2000;
const mostProviders = 5;

type Lines = Pick<FoundPlace, 'address1' | 'address2' | 'city' | 'state' | 'zipcode'>;

interface PlaceTables {
  a: 'address';
}

const appointmentsOf = (actor: Actor, link: RawBuilder<unknown>) => sql<number>`(select count(*)::int
  from patient_appointment pa join patient p using (patient_id)
  where pa.healthcare_provider_address_info_id = ${link} and p.client_id = any(${[...actor.clientIds]}::bigint[]))`;

function foundPlace(actor: Actor) {
  const name = sql`pp.last_name || ', ' || pp.first_name`;
  const appointments = appointmentsOf(actor, sql`l.healthcare_provider_address_info_id`);
  const there = sql`healthcare_provider_address_info l where l.address_id = a.address_id and not l.is_archived`;
  const provider = shape<FoundPlace['providers'][number], { there: FoundPlace['providers'][number] }>({
    name: 'there.name',
    specialty: 'there.specialty',
    appointments: 'there.appointments',
  });
  return shape<FoundPlace, PlaceTables>({
    id: 'a.address_id',
    address1: 'a.address1',
    address2: 'a.address2',
    city: 'a.city',
    state: 'a.state',
    zipcode: 'a.zipcode',
    totalProviders: sql`(select count(distinct l.healthcare_provider_id)::int from ${there})`,
    totalAppointments: sql`(select coalesce(sum(${appointments}), 0)::int from ${there})`,
    providers: provider.jsonArray({
      from: sql`(select ${name} as name, s.name as specialty, ${appointments} as appointments
        from healthcare_provider_address_info l join healthcare_provider pp using (healthcare_provider_id)
        left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
        where l.address_id = a.address_id and not l.is_archived
        order by appointments desc, name limit ${mostProviders}) as there`,
      orderBy: sql`there.appointments desc, there.name`,
    }),
    organizations: sql`(select coalesce(json_agg(distinct o.name), '[]') from healthcare_organization_address_info ol
      join healthcare_organization o using (healthcare_organization_id) where ol.address_id = a.address_id and not ol.is_archived)`,
  });
}

/** Describes these places and who is there, in the order of the ids. */
async function describePlaces(db: Db, actor: Actor, addressIds: readonly number[]) {
  const shown = addressIds.slice(0, mostPlacesFound);
  const { rows } = await foundPlace(actor).from`address a where a.address_id = any(${shown}::bigint[])
    order by array_position(${shown}::bigint[], a.address_id)`.execute(db);
  return { items: rows, hasMore: addressIds.length > mostPlacesFound };
}

const numberOf = (address1: string | null): string => /\d+/.exec(address1 ?? '')?.[0] ?? '';

/** Shared places with this house number that satisfy a condition. */
function placesWithNumber(db: Db, address1: string | null, condition: RawBuilder<boolean>) {
  return db
    .selectFrom('address as a')
    .select(['a.address_id', 'a.address1', 'a.address2'])
    .where('a.is_shared', '=', true)
    .where(condition)
    .$if(address1 !== null, (query) =>
      query.where(sql<string>`coalesce(substring(a.address1 from '\\d+'), '')`, '=', numberOf(address1)),
    )
    .orderBy('a.address_id')
    .limit(mostCompared)
    .execute();
}

/** Places with the same street and ZIP code; those with the same unit first. */
export async function findSuggested(db: Db, actor: Actor, { address1, address2, zipcode }: Lines) {
  const zip = (zipcode ?? '').slice(0, 5);
  const rows = await placesWithNumber(db, address1, sql<boolean>`left(a.zipcode, 5) = ${zip}`);
  const wanted = streetKey(address1 ?? '', address2);
  const same = rows.filter((row) => streetKey(row.address1 ?? '', row.address2) === wanted);
  const isSameUnit = (row: (typeof rows)[number]) =>
    (row.address2 ?? '').toLowerCase() === (address2 ?? '').toLowerCase();
  const ordered = same.toSorted((one, other) => Number(isSameUnit(other)) - Number(isSameUnit(one)));
  return describePlaces(
    db,
    actor,
    ordered.map((row) => row.address_id),
  );
}

type Criteria = InputOf<typeof findAddresses>;

/** Shared places that satisfy every criterion. The street line, and a word of the label, only need to match at the start. */
export async function findPlaces(db: Db, actor: Actor, criteria: Criteria) {
  const { addressLabel, address1, address2, city, state, zipcode, officePhone, faxNumber } = criteria;
  const conditions: (RawBuilder<boolean> | false)[] = [
    zipcode !== null && sql<boolean>`left(a.zipcode, 5) = ${zipcode.slice(0, 5)}`,
    city !== null && ofCity(city, state),
    state !== null && sql<boolean>`upper(a.state) = ${state.toUpperCase()}`,
    address2 !== null && sql<boolean>`starts_with(search_key(a.address2), search_key(${address2}))`,
    addressLabel !== null && labelled(addressLabel),
    officePhone !== null && reached(sql`l.office_phone`, officePhone),
    faxNumber !== null && reached(sql`l.fax_number`, faxNumber),
  ];
  const all = conditions.filter((condition) => condition !== false);
  const rows = await placesWithNumber(db, address1, sql<boolean>`${sql.join(all, sql` and `)}`);
  const street = address1 === null ? '' : streetKey(address1, null);
  const found = rows.filter((row) => beginsLike(streetKey(row.address1 ?? '', null), street));
  return describePlaces(
    db,
    actor,
    found.map((row) => row.address_id),
  );
}

/** Compares with and without the direction: "100 N MAIN ST" matches both "100 N MAIN" and "100 MAIN". */
function beginsLike(line: string, typed: string): boolean {
  const withoutDirection = (key: string) => key.replace(/^(\S+) (?:[NS][EW]?|[EW]) /, '$1 ');
  return line.startsWith(typed) || withoutDirection(line).startsWith(withoutDirection(typed));
}

/** Matches by the ZIP codes of the city, which are indexed, or by name for a city without any. */
function ofCity(city: string, state: string | null): RawBuilder<boolean> {
  const zips = state === null ? [] : zipsOfCity(city, state);
  const named = sql`search_key(a.city) = search_key(${city})`;
  return zips.length === 0
    ? sql<boolean>`${named}`
    : sql<boolean>`(left(a.zipcode, 5) = any(${zips}::text[]) and ${named})`;
}

/** Places where a provider or organization uses this label. */
function labelled(label: string): RawBuilder<boolean> {
  const begins = sql`${containsWordPrefix(sql`l.address_label`, label)} and not l.is_archived`;
  return sql<boolean>`(
    exists (select from healthcare_provider_address_info l where l.address_id = a.address_id and ${begins})
    or exists (select from healthcare_organization_address_info l where l.address_id = a.address_id and ${begins}))`;
}

/** Places with this phone or fax number, regardless of a leading 1 and the extension. */
function reached(column: RawBuilder<unknown>, number: string): RawBuilder<boolean> {
  const numbered = sql`phone_key(${column}) = phone_key(${number})`;
  return sql<boolean>`a.address_id in (
    select l.address_id from healthcare_provider_address_info l where not l.is_archived and ${numbered}
    union all
    select l.address_id from healthcare_organization_address_info l where not l.is_archived and ${numbered})`;
}
