import { openReferralStatuses } from '@careloop/contracts/codes';
import type { PatientListItem } from '@careloop/contracts/patients';
import { mostSorted, patientListTexts } from '@careloop/contracts/patients/filters';
import type { PatientFilters, PatientSort } from '@careloop/contracts/patients/filters';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { maySeePatient } from '../../../core/access/patientAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { pageOf, readCursor } from '../../../platform/db/cursor.ts';
import type { Cursor } from '../../../platform/db/cursor.ts';
import { literals } from '../../../platform/db/literals.ts';
import { invalidInput } from '../../../platform/errors.ts';
import { populationCandidates } from '../shared/queries.ts';
import { findPatients, listedPatient, listedRows, patientPhone } from '../../patients/shared/queries/patients.ts';
import { matchingPatients } from '../../patients/shared/queries/search.ts';
import { readPatientSearch } from '../../patients/shared/searchTerm.ts';
import { conditionOf, filtersOf, ownPatients } from './filters.ts';
import type { Narrowing } from './filters.ts';

type Asked = PatientFilters & { cursor?: string | undefined };

/**
 * One page of My Patients. Sorted by name, it reads the index ranges of the search and applies the filters to each patient.
 * With a filter that matches few patients, or another sort order, it starts from the set of one filter instead and sorts the
 * remaining patients, so that the cost depends on the filter and never on the number of patients of the client.
 */
export async function findMyPatients(
  db: Db,
  actor: Actor,
  asked: Asked,
  pageSize: number,
): Promise<{ items: PatientListItem[]; nextCursor: string | null }> {
  const isByName = asked.sortBy === 'name' && !asked.isDescending;
  if (isByName && !isNarrowed(actor, asked)) return findPatients(db, actor, asked, pageSize);
  const ids = await findCandidates(db, actor, asked, isByName);
  if (ids !== null) return sortedPage(db, actor, asked, ids, pageSize);
  if (!isByName) throw invalidInput({ sortBy: patientListTexts.tooManyToSort });
  return findPatients(db, actor, { ...asked, narrowing: conditionOf(actor, asked) }, pageSize);
}

/** The number of patients, counted up to `mostSorted`. */
export async function countMyPatients(
  db: Db,
  actor: Actor,
  asked: Narrowing,
): Promise<{ total: number; isMore: boolean }> {
  const ids = isNarrowed(actor, asked) ? await findCandidates(db, actor, asked) : null;
  const matching =
    ids === null
      ? matchingPatients(
          actor,
          readPatientSearch(asked.searchTerm),
          { after: null, includeInactive: asked.includeInactive, narrowing: conditionOf(actor, asked) },
          mostSorted + 1,
        )
      : candidateRows(actor, asked, ids);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${matching}) as matched`.execute(
    db,
  );
  const total = rows[0]?.total ?? 0;
  return { total: Math.min(total, mostSorted), isMore: total > mostSorted };
}

function isNarrowed(actor: Actor, asked: Narrowing): boolean {
  return asked.populationId !== undefined || filtersOf(actor, asked).length > 0;
}

/**
 * A superset of the requested patients: the set of the first filter with at most `mostSorted` patients. Null if every filter
 * has more.
 */
async function findCandidates(db: Db, actor: Actor, asked: Narrowing, isByName = false): Promise<number[] | null> {
  const sets: RawBuilder<{ patient_id: number }>[] = filtersOf(actor, asked).map(({ set }) => set);
  if (asked.populationId !== undefined) sets.push(await populationCandidates(db, actor, asked.populationId));
  if (asked.searchTerm !== '') {
    const range = { after: null, includeInactive: asked.includeInactive };
    sets.push(matchingPatients(actor, readPatientSearch(asked.searchTerm), range, mostSorted + 1));
  }
  // Sorted by name, all patients are walked anyway if every filter has too many.
  if (!isByName || sets.length === 0) sets.push(allPatients(actor));
  for (const set of actor.viewAllClientIds.length === 0 ? [allPatients(actor)] : sets) {
    const { rows } = await sql<{ ids: number[] | null }>`
      select case when count(*) <= ${mostSorted} then coalesce(array_agg(patient_id), '{}') end as ids
      from (select patient_id from (${set}) as candidates limit ${mostSorted + 1}) as counted`.execute(db);
    const ids = rows[0]?.ids ?? null;
    if (ids !== null) return ids;
  }
  return null;
}

function allPatients(actor: Actor): RawBuilder<{ patient_id: number }> {
  if (actor.viewAllClientIds.length === 0) return ownPatients(actor);
  return sql`${ownPatients(actor)} union (select patient_id from patient
    where client_id = any(${actor.viewAllClientIds}::bigint[]) limit ${mostSorted + 1})`;
}

function candidateRows(actor: Actor, asked: Narrowing, ids: readonly number[]): RawBuilder<unknown> {
  return sql`select p.patient_id from patient p
    where p.patient_id = any(${ids}::bigint[]) and ${maySeePatient(actor)} and ${conditionOf(actor, asked)}`;
}

const sortValues: Readonly<Record<PatientSort, RawBuilder<unknown>>> = {
  name: sql`p.last_first`,
  dateOfBirth: sql`p.date_of_birth::text`,
  gender: sql`nullif(p.gender, 'unknown')`,
  mrn: sql`p.mrn_key`,
  phone: patientPhone,
  city: sql`name_key(p.city)`,
  lastEncounter: sql`(select to_char(e.encounter_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
    from patient_encounter e where e.patient_id = p.patient_id and e.encounter_date <= now()
    order by e.encounter_date desc limit 1)`,
  openReferrals: sql`(select lpad(count(*)::text, 9, '0') from referral r
    where r.patient_id = p.patient_id and r.status in (${literals(openReferralStatuses)}))`,
};

/** Cursor key of a row without a value; keys of other rows start with a different character. */
const noValue = 'none';
const valueMark = '=';

async function sortedPage(db: Db, actor: Actor, asked: Asked, ids: readonly number[], pageSize: number) {
  const direction = asked.isDescending ? sql`desc` : sql`asc`;
  const matched = sql`select found.patient_id, coalesce(${valueMark} || found.value, ${noValue}) as key
    from (select p.patient_id, (${sortValues[asked.sortBy]})::text collate "C" as value from patient p
      where p.patient_id = any(${ids}::bigint[]) and ${maySeePatient(actor)} and ${conditionOf(actor, asked)}) as found
    ${following(readCursor(asked.cursor), asked.isDescending)}
    order by found.value ${direction} nulls last, found.patient_id limit ${pageSize + 1}`;
  const { rows } = await listedPatient.from`${listedRows(actor, matched)}
    order by nullif(matched.key, ${noValue}) collate "C" ${direction} nulls last, p.patient_id`.execute(db);
  return pageOf(rows, pageSize, (row) => ({ key: row.key, id: row.patientId }));
}

/** Rows after a cursor; those without a value come last in both directions. */
function following(after: Cursor | null, isDescending: boolean): RawBuilder<unknown> {
  if (after === null) return sql``;
  if (after.key === noValue) return sql`where found.value is null and found.patient_id > ${after.id}`;
  const value = after.key.slice(valueMark.length);
  const isBehind = isDescending ? sql`found.value < ${value}` : sql`found.value > ${value}`;
  return sql`where (found.value is null or ${isBehind} or (found.value = ${value} and found.patient_id > ${after.id}))`;
}
