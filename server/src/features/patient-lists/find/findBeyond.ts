import { mostFound, shortestPhrase } from '@careloop/contracts/patients/find';
import type { FoundPatient } from '@careloop/contracts/patients/find';
import type { PatientSummary } from '@careloop/contracts/patients';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { principalOf } from '../../../platform/identity/actor.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { isPendingInvite, maySeePatient } from '../../../core/access/patientAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { clientsOf } from '../shared/queries.ts';
import { patientSummary } from '../../patients/shared/queries/patients.ts';
import { matchingPatients } from '../../patients/shared/queries/search.ts';
import { readPatientSearch } from '../../patients/shared/searchTerm.ts';
import type { PatientSearch } from '../../patients/shared/searchTerm.ts';
import { findSimilarKeys, readTypedNames } from './similarNames.ts';
import { hasPrefix } from '../../../platform/db/startsWith.ts';

interface Asked {
  phrase: string;
  patientId?: number | undefined;
  facilityId?: number | null | undefined;
  includeInactive: boolean;
}

type Row = Omit<FoundPatient, 'isSimilar'>;

/** What any user of the client may know about a patient; identifying data only with access. */
export function foundPatient(actor: Actor) {
  return shape<Row, { p: 'patient' }>({
    patientId: 'p.patient_id',
    firstName: 'p.first_name',
    middleName: sql`case when ${maySeePatient(actor)} then p.middle_name end`,
    lastName: 'p.last_name',
    nameSuffix: 'p.name_suffix',
    birthYear: sql`extract(year from p.date_of_birth)::int`,
    city: 'p.city',
    clientId: 'p.client_id',
    clientName: sql`(select display_name from client where client_id = p.client_id)`,
    access: sql`case when ${maySeePatient(actor)} then 'open'
      when exists (select from care_team_member m
        where m.patient_id = p.patient_id and ${isPendingInvite(actor)}) then 'invited'
      when exists (select from access_request q where q.patient_id = p.patient_id
        and q.user_id = ${principalOf(actor)} and q.status = 'pending') then 'requested'
      else 'none' end`,
    patient: sql<PatientSummary | null>`case when ${maySeePatient(actor)} then ${patientSummary.json} end`,
  });
}

/**
 * Patients of the actor's clients and of their own list who match the search term: exact matches first, then names that sound
 * or are spelled alike.
 */
export async function findBeyond(
  db: Db,
  actor: Actor,
  asked: Asked,
): Promise<{ items: FoundPatient[]; hasMore: boolean }> {
  const narrowing =
    asked.facilityId == null
      ? sql<boolean>`true`
      : sql<boolean>`exists (select from patient_encounter e
          where e.facility_id = ${asked.facilityId} and e.patient_id = p.patient_id)`;
  if (asked.patientId !== undefined) return findOne(db, actor, asked.patientId, narrowing);
  if (asked.phrase.length < shortestPhrase) return { items: [], hasMore: false };
  const clientIds = await findSearchedClients(db, actor);
  const ways = readPatientSearch(asked.phrase).map(wholeValue);
  const range = { after: null, includeInactive: asked.includeInactive, clientIds, narrowing };
  const exact = await read(db, actor, matchingPatients(actor, ways, range, mostFound + 1));
  const items = exact.map((row) => ({ ...row, isSimilar: false }));
  if (items.length <= mostFound) {
    const similar = await read(db, actor, await similarPatients(db, clientIds, narrowing, asked.phrase));
    const known = new Set(items.map(({ patientId }) => patientId));
    items.push(...similar.filter((row) => !known.has(row.patientId)).map((row) => ({ ...row, isSimilar: true })));
  }
  return { items: items.slice(0, mostFound), hasMore: items.length > mostFound };
}

/** The clients whose patients the actor may search beyond their own list: a client may limit it to `ViewAllPatients`. */
async function findSearchedClients(db: Db, actor: Actor): Promise<number[]> {
  const clientIds = clientsOf(actor);
  const others = clientIds.filter((clientId) => !actor.viewAllClientIds.includes(clientId));
  if (others.length === 0) return clientIds;
  const limited = await db
    .selectFrom('client_setting')
    .select('client_id')
    .where('client_id', '=', sql<number>`any(${others}::bigint[])`)
    .where('name', '=', 'searchBeyondOwnList')
    .where('value', '=', 0)
    .execute();
  return clientIds.filter((clientId) => limited.every((one) => one.client_id !== clientId));
}

/**
 * Beyond the user's own list, an MRN or middle name must match completely: with prefixes, hidden values of a patient could be
 * guessed letter by letter.
 */
function wholeValue(way: PatientSearch): PatientSearch {
  return way.by === 'mrn' || way.by === 'middle' ? { ...way, isWhole: true } : way;
}

/** A patient by id: only one the actor may open. An id is not something a person knows, so it answers nothing beyond. */
async function findOne(db: Db, actor: Actor, patientId: number, narrowing: RawBuilder<boolean>) {
  const { rows } = await foundPatient(actor).from`patient p where p.patient_id = ${patientId}
    and p.merged_into_patient_id is null and ${narrowing}
    and ${maySeePatient(actor)}`.execute(db);
  return { items: rows.map((row) => ({ ...row, isSimilar: false })), hasMore: false };
}

async function read(db: Db, actor: Actor, matched: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await foundPatient(actor)
    .from`(${matched}) as matched join patient p on p.patient_id = matched.patient_id
    order by matched.key, p.patient_id`.execute(db);
  return rows;
}

/** Patients with similar names, most similar first: one index range per name. */
export async function similarPatients(
  db: Db,
  clientIds: readonly number[],
  narrowing: RawBuilder<unknown>,
  phrase: string,
): Promise<RawBuilder<unknown>> {
  const keys = await findSimilarKeys(db, readTypedNames(phrase));
  const rangeOf = (column: 'last_first' | 'first_last', prefixes: readonly string[]) => {
    const key = sql.ref(`p.${column}`);
    return sql`select found.patient_id, k.place from unnest(${clientIds}::bigint[]) as c(client_id)
      cross join unnest(${prefixes}::text[]) with ordinality as k(prefix, place)
      cross join lateral (select p.patient_id from patient p where p.client_id = c.client_id
        and ${hasPrefix(key, sql`name_key(k.prefix)`)}
        and p.merged_into_patient_id is null and p.is_active and ${narrowing}
        order by ${key}, p.patient_id limit ${mostFound + 1}) as found`;
  };
  return sql`select patient_id, min(place) as key
    from (${rangeOf('last_first', keys.lastFirst)} union all ${rangeOf('first_last', keys.firstLast)}) as found
    group by patient_id order by 2, 1 limit ${mostFound + 1}`;
}
