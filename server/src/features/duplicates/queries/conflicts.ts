import type {
  ConflictingProvider,
  PatientDifference,
  ProviderConflict,
} from '@careloop/contracts/duplicates/conflicts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { pageOf, readCursor } from '../../../platform/db/cursor.ts';
import { lockRows } from '../../../platform/db/lockRows.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { patientSummary } from '../../patients/shared/queries/patients.ts';

export interface Filter {
  status: 'open' | 'decided';
  cursor?: string | undefined;
}

export const isStatus = (column: string, { status }: Filter) =>
  status === 'open' ? sql`${sql.ref(column)} = 'open'` : sql`${sql.ref(column)} <> 'open'`;

export const conflictingProvider = shape<ConflictingProvider, { h: 'healthcare_provider' }>({
  healthcareProviderId: 'h.healthcare_provider_id',
  firstName: 'h.first_name',
  lastName: 'h.last_name',
  degree: 'h.degree',
  npiNumber: 'h.npi_number',
  specialty: sql`(select s.name from healthcare_provider_specialty s
    where s.healthcare_provider_specialty_id = h.healthcare_provider_specialty_id)`,
  organizationName: sql`(select o.name from healthcare_organization o
    where o.healthcare_organization_id = h.healthcare_organization_id)`,
  officePhone: 'h.office_phone',
  fax: 'h.fax',
  email: 'h.email',
});

const conflict = shape<Omit<ProviderConflict, 'can'>, { d: 'provider_duplicate' }>({
  providerDuplicateId: 'd.provider_duplicate_id',
  npiNumber: 'd.npi_number',
  status: 'd.status',
  foundAt: iso('d.found_at'),
  version: 'd.version',
  providers: conflictingProvider.jsonArray({
    from: sql`healthcare_provider h
      where h.healthcare_provider_id in (d.healthcare_provider_id, d.other_healthcare_provider_id)`,
    orderBy: sql`h.healthcare_provider_id = d.other_healthcare_provider_id`,
  }),
});

/** Whether the record that was kept apart was imported for a client whose patients the actor can all see. */
const mayDecide = (actor: Actor) => sql`exists (select from healthcare_provider h
  where h.healthcare_provider_id = d.other_healthcare_provider_id
    and h.origin_client_id = any(${actor.viewAllClientIds}::bigint[]))`;

export async function findProviderConflicts(db: Db, actor: Actor, filter: Filter, pageSize: number) {
  const after = readCursor(filter.cursor);
  const { rows } = await conflict.from`provider_duplicate d
    where ${isStatus('d.status', filter)} and ${mayDecide(actor)}
      ${after === null ? sql`` : sql`and d.provider_duplicate_id < ${after.id}`}
    order by d.provider_duplicate_id desc limit ${pageSize + 1}`.execute(db);
  return pageOf(rows, pageSize, (row) => ({ key: '', id: row.providerDuplicateId }));
}

export async function lockProviderConflict(db: Db, actor: Actor, providerDuplicateId: number) {
  const statement = sql`provider_duplicate d
    where d.provider_duplicate_id = ${providerDuplicateId} and ${mayDecide(actor)}`;
  return (await lockRows(db, conflict, statement, { of: { d: 'provider_duplicate' } }))[0];
}

/** Values by column as text; only the last four digits of an SSN. */
function textsOf(values: RawBuilder<unknown>): RawBuilder<Record<string, string | null>> {
  return sql`(select coalesce(jsonb_object_agg(v.key, case v.key when 'ssn' then 'ends in ' || right(v.value, 4) else v.value end), '{}')
    from jsonb_each_text(${values}) as v where v.key in (select jsonb_object_keys(d.import_values)))`;
}

const difference = shape<Omit<PatientDifference, 'can'>, { d: 'patient_difference'; p: 'patient' }>({
  patientDifferenceId: 'd.patient_difference_id',
  patient: patientSummary.json,
  field: 'd.field',
  status: 'd.status',
  foundAt: iso('d.found_at'),
  version: 'd.version',
  ours: textsOf(sql`to_jsonb(p)`),
  theirs: textsOf(sql`d.import_values`),
});

const mayDecideFor = (actor: Actor) => sql`p.client_id = any(${actor.viewAllClientIds}::bigint[])
  and p.merged_into_patient_id is null`;

export async function findPatientDifferences(db: Db, actor: Actor, filter: Filter, pageSize: number) {
  const after = readCursor(filter.cursor);
  // Values that have become equal since, by hand or by another import, are no longer a difference.
  const stillDiffers = filter.status === 'open' ? sql`and not to_jsonb(p) @> d.import_values` : sql``;
  const { rows } = await difference.from`patient_difference d join patient p using (patient_id)
    where ${isStatus('d.status', filter)} and ${mayDecideFor(actor)} ${stillDiffers}
      ${after === null ? sql`` : sql`and d.patient_difference_id < ${after.id}`}
    order by d.patient_difference_id desc limit ${pageSize + 1}`.execute(db);
  return pageOf(rows, pageSize, (row) => ({ key: '', id: row.patientDifferenceId }));
}

export async function lockDifference(db: Db, actor: Actor, patientDifferenceId: number) {
  const statement = sql`patient_difference d join patient p using (patient_id)
    where d.patient_difference_id = ${patientDifferenceId} and ${mayDecideFor(actor)}`;
  return (await lockRows(db, difference, statement, { of: { d: 'patient_difference', p: 'patient' } }))[0];
}

/** Column names of a difference. */
export async function findDifferenceColumns(db: Db, patientDifferenceId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select jsonb_object_keys(import_values) as name
    from patient_difference where patient_difference_id = ${patientDifferenceId}`.execute(db);
  return rows.map(({ name }) => name);
}
