import { sql } from 'kysely';

import { OutOfDate } from '../../../platform/db/transaction.ts';
import { SSN_SYSTEM, authorityKeyOf, authorityPrefix, partsOf, primaryKey } from '../shared/references.ts';

import type { Columns } from '../fhir/draft.ts';
import type { PatientDraft } from '../fhir/patient.ts';
import type { Key } from '../shared/references.ts';
import type { WriteContext } from './context.ts';
import type { Person } from '../../../core/person-matching/samePerson.ts';

/** An existing patient that a record may match. */
export interface KnownPatient {
  id: number;
  /** The row, as JSON. */
  columns: Columns;
  sourceValues: Columns | null;
  digest: string | null;
  person: Person;
  /** Records that were merged into this one; a match with any of them is a match with this patient. */
  formerly: Person[];
  /** MRN keys, each including its system; also former ones. */
  mrns: Set<Key>;
  /** The former ones. */
  endedMrns: Set<Key>;
  ssns: Set<Key>;
  /** The newest change date among the imported records. */
  updatedAt: Date | null;
  /** Patients marked as possible duplicates of this one, or decided to be different people. */
  counterparts: number[];
  /** Those of them who share the sender's record id or an MRN with this patient. */
  namesakes: number[];
}

export class KnownPatients {
  readonly #byId = new Map<number, KnownPatient>();
  readonly #byNumber = new Map<Key, KnownPatient[]>();

  constructor(patients: readonly KnownPatient[]) {
    for (const patient of patients) {
      this.#byId.set(patient.id, patient);
      const named = new Set([...patient.mrns].map(authorityKeyOf).filter((key) => key !== null));
      for (const key of [...patient.mrns, ...patient.ssns, ...named])
        this.#byNumber.set(key, [...this.withNumber(key), patient]);
    }
  }

  get(id: number | undefined): KnownPatient | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** Patients who have the MRN or SSN, or an MRN of an authority of that name (`authorityKeyOf`); several are possible duplicates of each other. */
  withNumber(key: Key): readonly KnownPatient[] {
    return this.#byNumber.get(key) ?? [];
  }
}

interface Row {
  id: number;
  columns: Columns;
  source_values: Columns | null;
  formerly: Columns[];
  mrns: Key[];
  ended_mrns: Key[];
  ssns: Key[];
  updated_at: Date | null;
  counterparts: number[];
  namesakes: number[];
  /** Merged while the statement waited for the lock. */
  is_merged: boolean;
}

/** Patients matched by the drafts' own ids, numbers or links, and the possible duplicates of these patients. */
export async function loadKnownPatients(
  { db, clientId, resolver }: Pick<WriteContext, 'db' | 'clientId' | 'resolver'>,
  drafts: readonly PatientDraft[],
): Promise<KnownPatients> {
  const own = drafts.flatMap((draft) => [
    ...resolver.rowsOf([primaryKey(draft.keys)]),
    ...resolver.rowsOf(draft.replacedBy?.candidates ?? []),
  ]);
  const keys = drafts
    .flatMap(({ mrnKeys, endedKeys, ssnKey }) => [...mrnKeys, ...endedKeys, ...(ssnKey === null ? [] : [ssnKey])])
    .map(partsOf);
  const named = drafts.flatMap(({ authorityKeys }) => authorityKeys).map(partsOf);
  if (own.length + keys.length + named.length === 0) return new KnownPatients([]);
  // Locked, so that two records of one patient under different numbers are written one after the other.
  const { rows } = await sql<Row>`
    with found as materialized (
      select patient_id as id from patient_identifier join unnest(
        ${keys.map(({ system }) => system)}::text[], ${keys.map(({ value }) => value)}::text[]) as wanted (system, value)
        using (system, value)
      where client_id = ${clientId} and (type_code = 'MR' or system = ${SSN_SYSTEM})
      union select patient_id from patient_identifier join unnest(
        ${named.map(({ system }) => system.slice(authorityPrefix.length))}::text[],
        ${named.map(({ value }) => value)}::text[]) as named (authority, value)
        on split_part(system, '/', 2) = authority and patient_identifier.value = named.value
      where client_id = ${clientId} and type_code = 'MR' and system like 'hl7v2:%/%'
      union select unnest(${own}::bigint[])),
    wanted as materialized (
      select id from found
      union select d.other_patient_id from found cross join lateral (
        select other_patient_id from patient_duplicate where patient_id = found.id and status <> 'merged') d
      union select d.patient_id from found cross join lateral (
        select patient_id from patient_duplicate where other_patient_id = found.id and status <> 'merged') d)
    select p.patient_id as id, to_jsonb(p) as columns, p.source_values,
      array(select to_jsonb(m) from patient m where m.merged_into_patient_id = p.patient_id) as formerly,
      array(select concat_ws(e'\\t', 'Patient', i.system, i.value) from patient_identifier i
        where i.patient_id = p.patient_id and i.type_code = 'MR') as mrns,
      array(select concat_ws(e'\\t', 'Patient', i.system, i.value) from patient_identifier i
        where i.patient_id = p.patient_id and i.type_code = 'MR' and i.has_ended) as ended_mrns,
      array(select concat_ws(e'\\t', 'Patient', i.system, i.value) from patient_identifier i
        where i.patient_id = p.patient_id and i.system = ${SSN_SYSTEM}) as ssns,
      (select max(k.source_updated_at) from source_key k
        where k.resource_type = 'Patient' and k.row_id = p.patient_id) as updated_at,
      array(select case d.patient_id when p.patient_id then d.other_patient_id else d.patient_id end
        from patient_duplicate d where p.patient_id in (d.patient_id, d.other_patient_id)) as counterparts,
      array(select case d.patient_id when p.patient_id then d.other_patient_id else d.patient_id end
        from patient_duplicate d where p.patient_id in (d.patient_id, d.other_patient_id)
          and d.reason in ('record_id', 'mrn')) as namesakes,
      p.merged_into_patient_id is not null as is_merged
    from patient p
    where p.patient_id = any(array(select id from wanted join patient w on w.patient_id = wanted.id
        where w.merged_into_patient_id is null)) and p.client_id = ${clientId}
    order by p.patient_id for no key update of p`.execute(db);
  if (rows.some((row) => row.is_merged)) throw new OutOfDate('A patient was merged meanwhile');
  return new KnownPatients(rows.map(knownOf));
}

function knownOf({ formerly, mrns, ended_mrns: ended, ssns, source_values: sourceValues, updated_at, ...row }: Row) {
  return {
    ...row,
    sourceValues,
    updatedAt: updated_at,
    digest: row.columns.source_digest as string | null,
    person: personOf(row.columns),
    formerly: formerly.map(personOf),
    mrns: new Set(mrns),
    endedMrns: new Set(ended),
    ssns: new Set(ssns),
  };
}

export function personOf(columns: Columns): Person {
  return {
    firstName: String(columns.first_name ?? ''),
    middleName: String(columns.middle_name ?? ''),
    lastName: String(columns.last_name ?? ''),
    birthDate: (columns.date_of_birth ?? null) as string | null,
    sex: String(columns.gender ?? 'unknown'),
    suffix: String(columns.name_suffix ?? ''),
  };
}
