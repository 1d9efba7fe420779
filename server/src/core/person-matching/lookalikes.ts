import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { leastDuplicateWeight } from '@careloop/contracts/duplicates';
import { weigh } from './weights.ts';
import type { PersonFacts } from './weights.ts';

/** The facts of patient `p` by which records are compared. */
export const personFacts = shape<PersonFacts, { p: 'patient' }>({
  firstName: 'p.first_name',
  middleName: sql`coalesce(p.middle_name, '')`,
  lastName: 'p.last_name',
  suffix: sql`coalesce(p.name_suffix, '')`,
  birthDate: 'p.date_of_birth',
  sex: 'p.gender',
  phones: sql`phone_keys(p.home_phone, p.cell_phone, p.office_phone, p.alternate_phone)`,
  address1: 'p.address1',
  zipcode: 'p.zipcode',
  ssn: 'p.ssn',
});

/** Columns of a patient that decide who looks alike. */
export const matchedColumns = [
  'first_name',
  'middle_name',
  'last_name',
  'name_suffix',
  'date_of_birth',
  'gender',
  'home_phone',
  'cell_phone',
  'office_phone',
  'alternate_phone',
  'address1',
  'zipcode',
  'ssn',
] as const;

/** Most people born on one day who are compared: some systems write one date for everybody whose date is unknown. */
const mostOfOneDay = 150;

/**
 * Most people who share a key, such as a name that sounds alike and a month of birth. In a million patients 99 of 100 have fewer;
 * names like "Unknown", born on a default date, have any number.
 */
const mostOfKeys = 600;

/** Most people of one name and without a birth date. */
const mostUndated = 150;

/** Most pairs of one patient. */
const mostPairs = 5;

interface Candidate extends PersonFacts {
  patientId: number;
  ofPatientId: number;
}

const candidate = shape<Candidate, { p: 'patient'; me: 'patient' }>({
  ...personFacts.columns,
  patientId: 'p.patient_id',
  ofPatientId: 'me.patient_id',
});

/** Pairs of one of these patients with another one of the client who looks like the same person and was never paired. */
export async function findLookalikes(
  db: Db,
  patientIds: readonly number[],
): Promise<{ patientId: number; otherPatientId: number; weight: number }[]> {
  if (patientIds.length === 0) return [];
  // Each `limit` and `offset 0` keeps the planner to one lookup by index for each wanted patient: it expects ten thousand matches,
  // for which it would rather read all patients. By name alone only people without a birth date are looked up, unless the
  // wanted one has none: with two dates that differ, something else must agree, which has a key of its own.
  const { rows } = await sql<Candidate>`
    select ${candidate.select}
    from unnest(${patientIds}::bigint[]) as wanted (id)
    cross join lateral (
      select patient_id, client_id, date_of_birth, own.name_key,
        case when date_of_birth is null then match_keys else array_remove(match_keys, own.name_key) end as keys, array(
        select d.other_patient_id from patient_duplicate d where d.patient_id = wanted.id
        union all select d.patient_id from patient_duplicate d where d.other_patient_id = wanted.id) as paired
      from patient, lateral (select patient_name_match_key(client_id, last_name, first_name) as name_key) as own
      where patient_id = wanted.id offset 0) as me
    cross join lateral (
      (select * from patient where patient_id = wanted.id)
      union all (select * from patient c where c.client_id = me.client_id and c.date_of_birth = me.date_of_birth
        order by c.patient_id limit ${mostOfOneDay})
      union all (select * from patient c where c.match_keys && me.keys limit ${mostOfKeys})
      union all (select * from patient c where c.match_keys && array[me.name_key] and c.date_of_birth is null
        limit ${mostUndated})) as p
    where p.client_id = me.client_id and p.merged_into_patient_id is null and p.patient_id <> all (me.paired)`.execute(
    db,
  );
  return [...Map.groupBy(rows, ({ ofPatientId }) => ofPatientId)].flatMap(([id, found]) => {
    const people = new Map(found.map((person) => [person.patientId, person]));
    const me = people.get(id);
    if (me === undefined) return [];
    return [...people.values()]
      .filter((other) => other !== me)
      .map((other) => ({ ...orderOf(id, other.patientId), weight: weigh(me, other).weight }))
      .filter(({ weight }) => weight >= leastDuplicateWeight)
      .toSorted((one, another) => another.weight - one.weight)
      .slice(0, mostPairs);
  });
}

/** The lower id, that of the patient who was stored first, comes first. */
const orderOf = (one: number, other: number) => ({
  patientId: Math.min(one, other),
  otherPatientId: Math.max(one, other),
});
