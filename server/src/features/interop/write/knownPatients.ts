import { shape } from '../../../db/shape.ts';
import type { PatientDraft } from '../fhir/patient.ts';
import type { WriteContext } from './context.ts';

/** What tells whether a patient of the database is the person a record is about. */
export interface KnownPatient {
  id: number;
  mrn: string;
  lastName: string;
  dateOfBirth: string | null;
  /** Of the content that was imported last, under whatever name. */
  digest: string | null;
  /** Medical record numbers by the system that gives them. */
  mrns: Map<string, Set<string>>;
}

export interface KnownPatients {
  byId: Map<number, KnownPatient>;
  byMrn: Map<string, KnownPatient>;
}

interface Row {
  id: number;
  mrn: string;
  lastName: string;
  dateOfBirth: string | null;
  digest: string | null;
  system: string | null;
  value: string | null;
}

const namedPatient = shape<Row, { p: 'patient'; i?: 'patient_identifier' }>({
  id: 'p.patient_id',
  mrn: 'p.mrn',
  lastName: 'p.last_name',
  dateOfBirth: 'p.date_of_birth',
  digest: 'p.source_digest',
  system: 'i.system',
  value: 'i.value',
});

/** The patients that the drafts' names or MRNs point at. */
export async function loadKnownPatients(
  { db, clientId, resolver }: WriteContext,
  drafts: readonly PatientDraft[],
): Promise<KnownPatients> {
  const ids = drafts.flatMap((draft) => resolver.rowsOf(draft.keys));
  const mrns = drafts.map((draft) => draft.columns.mrn);
  const found = await namedPatient.from`patient p
    left join patient_identifier i on i.patient_id = p.patient_id and i.type_code = 'MR'
    where p.client_id = ${clientId}
      and (p.patient_id = any(${ids}::bigint[]) or p.mrn = any(${mrns}::text[]))`.execute(db);
  const known: KnownPatients = { byId: new Map(), byMrn: new Map() };
  for (const row of found.rows) {
    const patient = known.byId.get(row.id) ?? { ...row, mrns: new Map<string, Set<string>>() };
    known.byId.set(row.id, patient);
    known.byMrn.set(row.mrn, patient);
    if (row.system === null || row.value === null) continue;
    patient.mrns.set(row.system, (patient.mrns.get(row.system) ?? new Set()).add(row.value));
  }
  return known;
}
