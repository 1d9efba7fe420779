import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { ActorInSql } from '../../../../platform/identity/actor.ts';
import { isOpenWindow } from '../../../../core/access/patientAccess.ts';
import type { Cursor } from '../../../../platform/db/cursor.ts';
import { startsWith } from '../../../../platform/db/startsWith.ts';
import type { InSql } from '../../../../platform/db/fixedStatement.ts';
import type { PatientSearch } from '../searchTerm.ts';
import { hasSurnamePart, isSearched, listsPatient, searchedKeys } from '../../surnameParts.ts';
import type { SurnamePartSearch } from '../../surnameParts.ts';

/** A matching patient, with its sort key. */
export interface MatchingPatient {
  key: string;
  patient_id: number;
}

/** The range of matches to return. */
export interface PatientRange {
  after: Cursor | null;
  /** Whether to include inactive records. */
  includeInactive: InSql<boolean>;
  /** Clients whose patients are all searched; by default, those whose patients the actor can all see. */
  clientIds?: readonly number[];
  /** Additional condition on a patient `p`. */
  narrowing?: RawBuilder<unknown>;
}

/**
 * The ids of one page of patients the actor may see, in key order. Every branch is a bounded index range: by client for those
 * who see all of a client's patients, by user for care teams. The cost does not grow with the number of patients.
 */
export function matchingPatients(
  actor: ActorInSql,
  ways: readonly SearchInSql[],
  range: PatientRange,
  limit: InSql<number>,
): RawBuilder<MatchingPatient> {
  const branches = ways.flatMap((way) =>
    way.by === 'surnamePart'
      ? bySurnamePart(actor, way, range, limit)
      : [
          ofClients(actor, way, range, limit),
          ofCareTeams(actor, way, range, limit),
          ofBrokenGlass(actor, way, range, limit),
        ],
  );
  return sql`select min(key) as key, patient_id from (${sql.join(branches, sql` union all `)}) as found
    group by patient_id order by 1, 2 limit ${limit}`;
}

type SearchInSql = PatientSearch<InSql<string>>;
/** Types of search for one key per patient. */
type KeyedSearch = Exclude<SearchInSql, SurnamePartSearch<InSql<string>>>;

function ofClients(
  actor: ActorInSql,
  way: KeyedSearch,
  range: PatientRange,
  limit: InSql<number>,
): RawBuilder<unknown> {
  const { condition, key } = conditionOf(way, { table: 'p', lastFirst: 'last_first', firstLast: 'first_last' });
  return sql`(select found.* from unnest(${range.clientIds ?? actor.viewAllClientIds}::bigint[]) as c(client_id) cross join lateral (
    select ${key} as key, p.patient_id from patient p
    where p.client_id = c.client_id and ${condition} ${listed(range)} ${behind(key, 'p', range.after)}
    order by ${key}, p.patient_id limit ${limit}) as found)`;
}

function ofCareTeams(
  actor: ActorInSql,
  way: KeyedSearch,
  range: PatientRange,
  limit: InSql<number>,
): RawBuilder<unknown> {
  const byName = way.by === 'all' || way.by === 'lastFirst' || way.by === 'firstLast';
  const names = { lastFirst: 'patient_last_first', firstLast: 'patient_first_last' };
  const { condition, key } = byName
    ? conditionOf(way, { table: 'm', ...names })
    : conditionOf(way, { table: 'p', lastFirst: 'last_first', firstLast: 'first_last' });
  const patients = byName ? sql`` : sql`join patient p on p.patient_id = m.patient_id`;
  return sql`(select found.* from unnest(${actor.userIds}::bigint[]) as u(user_id) cross join lateral (
    select ${key} as key, m.patient_id from care_team_member m ${patients}
    where m.user_id = u.user_id and m.status = 'accepted' and ${condition}
      and exists (select from patient p where p.patient_id = m.patient_id ${listed(range)} offset 0)
      ${behind(key, 'm', range.after)}
    order by ${key}, m.patient_id limit ${limit}) as found)`;
}

function ofBrokenGlass(
  actor: ActorInSql,
  way: KeyedSearch,
  range: PatientRange,
  limit: InSql<number>,
): RawBuilder<unknown> {
  const { condition, key } = conditionOf(way, { table: 'p', lastFirst: 'last_first', firstLast: 'first_last' });
  return sql`(select ${key} as key, p.patient_id from break_glass_access b join patient p on p.patient_id = b.patient_id
    where ${isOpenWindow(actor)} and ${condition} ${listed(range)} ${behind(key, 'p', range.after)}
    order by ${key}, p.patient_id limit ${limit})`;
}

/** The same three branches over `patient_surname_part`. */
function bySurnamePart(
  actor: ActorInSql,
  way: SurnamePartSearch<InSql<string>>,
  range: PatientRange,
  limit: InSql<number>,
): RawBuilder<unknown>[] {
  const key = sql.ref('s.key');
  const found = (source: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select ${key} as key, s.patient_id from ${source} join patient p on p.patient_id = s.patient_id
    where ${condition} and ${isSearched(key)} and ${listsPatient(way)} ${listed(range)} ${behind(key, 's', range.after)}
    order by ${key}, s.patient_id limit ${limit}`;
  // "offset 0" reads the parts by patient: their range of keys spans every client.
  const partsOf = (patientId: RawBuilder<unknown>) =>
    sql`cross join lateral (select * from patient_surname_part where patient_id = ${patientId} offset 0) as s`;
  const members = sql`care_team_member m ${partsOf(sql.ref('m.patient_id'))}`;
  const windows = sql`break_glass_access b ${partsOf(sql.ref('b.patient_id'))}`;
  const clientIds = range.clientIds ?? actor.viewAllClientIds;
  const isAccepted = sql`m.user_id = u.user_id and m.status = 'accepted' and m.patient_last_first ~ '^[^,]*[ -]'
    and position(k.prefix in m.patient_last_first) > 0`;
  return [
    sql`(select found.* from ${searchedKeys(way)} cross join unnest(${clientIds}::bigint[]) as c(client_id)
      cross join lateral (${found(sql`patient_surname_part s`, sql`s.client_id = c.client_id`)}) as found)`,
    sql`(select found.* from ${searchedKeys(way)} cross join unnest(${actor.userIds}::bigint[]) as u(user_id)
      cross join lateral (${found(members, isAccepted)}) as found)`,
    sql`(select found.* from ${searchedKeys(way)}
      cross join lateral (${found(windows, isOpenWindow(actor))}) as found)`,
  ];
}

/** Merged records are never listed, inactive ones only on request. */
function listed({ includeInactive, narrowing }: PatientRange): RawBuilder<unknown> {
  return sql`and p.merged_into_patient_id is null and (p.is_active or ${includeInactive})
    ${narrowing === undefined ? sql`` : sql`and ${narrowing}`}`;
}

interface Columns {
  table: 'p' | 'm';
  lastFirst: string;
  firstLast: string;
}

/**
 * The condition of a search type, and the column its matches are ordered by. Prefixes are written as byte-order ranges, for
 * which a prepared statement can use an index with any prefix.
 */
function conditionOf(way: KeyedSearch, columns: Columns): { condition: RawBuilder<unknown>; key: RawBuilder<unknown> } {
  const lastFirst = sql.ref(`${columns.table}.${columns.lastFirst}`);
  const firstLast = sql.ref(`${columns.table}.${columns.firstLast}`);
  switch (way.by) {
    case 'all':
      return { condition: sql`true`, key: lastFirst };
    case 'birthDate':
      return { condition: bornAndNamed(way), key: lastFirst };
    case 'phone':
      return { condition: hasPhone(way.number), key: lastFirst };
    case 'mrn':
      return {
        condition: way.isWhole ? sql`p.mrn_key = lower(${way.prefix})` : startsWith(sql.ref('p.mrn_key'), way.prefix),
        key: sql.ref('p.mrn_key'),
      };
    case 'furtherMrn':
      // Matches by the displayed MRN are already in another branch.
      return {
        condition: sql`${hasFurtherMrn(way.number)} and not (${startsWith(sql.ref('p.mrn_key'), way.number)})`,
        key: lastFirst,
      };
    case 'lastFirst':
      return { condition: startsWith(lastFirst, way.prefix), key: lastFirst };
    case 'middle': {
      const key = way.order === 'lastFirst' ? lastFirst : firstLast;
      const middle = sql`name_key(p.middle_name) collate "C"`;
      const isMiddle = way.isWhole ? sql`${middle} = name_key(${way.middle})` : startsWith(middle, way.middle);
      return { condition: sql`${startsWith(key, way.prefix)} and ${isMiddle}`, key };
    }
    case 'firstLast': {
      // Matches by last name are already in another branch.
      const other = startsWith(lastFirst, way.prefix);
      return { condition: sql`${startsWith(firstLast, way.prefix)} and not (${other})`, key: firstLast };
    }
  }
}

function bornAndNamed({ date, name }: Record<'date' | 'name', InSql<string>>): RawBuilder<unknown> {
  const isBorn = sql`p.date_of_birth = ${date}::date`;
  if (name === '') return isBorn;
  return sql`${isBorn} and (${startsWith(sql.ref('p.last_first'), name)} or ${startsWith(sql.ref('p.first_last'), name)})`;
}

/** Uses the index of phone numbers first, since few patients share one. */
function hasPhone(number: InSql<string>): RawBuilder<unknown> {
  return sql`p.patient_id = any(array(select q.patient_id from patient q
    where phone_keys(q.home_phone, q.cell_phone, q.office_phone, q.alternate_phone) @> array[${number}::text]))`;
}

function hasFurtherMrn(number: InSql<string>): RawBuilder<unknown> {
  return sql`p.patient_id = any(array(select i.patient_id from patient_identifier i
    where i.type_code = 'MR' and lower(i.value) = lower(${number})))`;
}

/** Whether a patient `p` matches any of the search types, for rows selected by another filter. */
export function matchesSearch(ways: readonly SearchInSql[]): RawBuilder<boolean> {
  const columns = { table: 'p', lastFirst: 'last_first', firstLast: 'first_last' } as const;
  return sql<boolean>`(${sql.join(
    ways.map((way) => (way.by === 'surnamePart' ? hasSurnamePart(way) : conditionOf(way, columns).condition)),
    sql` or `,
  )})`;
}

function behind(key: RawBuilder<unknown>, table: 'p' | 'm' | 's', after: Cursor | null): RawBuilder<unknown> {
  const id = sql.ref(`${table}.patient_id`);
  return after === null ? sql`` : sql`and (${key}, ${id}) > (${after.key}, ${after.id})`;
}
