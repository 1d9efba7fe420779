import type { PatientDifference, ProviderConflict } from '@careloop/contracts/duplicates/conflicts';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { recordChange } from '../patients/shared/recordChange.ts';
import type { ChangedColumn } from '@careloop/contracts/patients/history';
import type { Values } from '../patients/shared/recordChange.ts';
import { replaceSsn } from '../patients/shared/replaceSsn.ts';
import { findDifferenceColumns } from './queries/conflicts.ts';

type Conflict = Omit<ProviderConflict, 'can'>;
type Difference = Omit<PatientDifference, 'can'>;

/** Columns that record a decision. */
export const decidedBy = (actor: Actor) => ({
  version: sql<number>`version + 1`,
  decided_at: sql<Date>`now()`,
  decided_by_user_id: actor.userId,
  decided_on_behalf_of_user_id: actor.onBehalfOfUserId,
});

/** Marks two providers with one NPI as different; the later record stays without the NPI. */
export function keepProvidersApart(db: Db, actor: Actor, conflict: Authorized<Conflict, 'keepApart'>) {
  return decideProviders(db, actor, conflict, 'kept_apart');
}

export function reopenProviders(db: Db, actor: Actor, conflict: Authorized<Conflict, 'reopen'>) {
  return decideProviders(db, actor, conflict, 'open');
}

async function decideProviders(db: Db, actor: Actor, { providerDuplicateId }: Conflict, status: Conflict['status']) {
  await db
    .updateTable('provider_duplicate')
    .set({ status, ...decidedBy(actor) })
    .where('provider_duplicate_id', '=', providerDuplicateId)
    .execute();
  const action = status === 'open' ? 'provider_duplicate.reopened' : 'provider_duplicate.kept_apart';
  await record(db, actor, { action, subjectType: 'provider_duplicate', subjectId: providerDuplicateId });
  return {};
}

/** Replaces our value with the import's, which counts as imported from now on. */
export async function takeImportValue(
  db: Db,
  table: 'patient' | 'healthcare_provider',
  differenceId: number,
  columns: readonly string[],
): Promise<void> {
  const difference = table === 'patient' ? 'patient_difference' : 'provider_difference';
  const id = `${table}_id`;
  await sql`
    update ${sql.table(table)} t set version = t.version + 1, source_values = t.source_values || d.import_values
      ${sql.join(
        columns.map((column) => sql`, ${sql.ref(column)} = given.${sql.ref(column)}`),
        sql``,
      )}
    from ${sql.table(difference)} d, jsonb_populate_record(null::${sql.table(table)}, d.import_values) as given
    where d.${sql.ref(`${difference}_id`)} = ${differenceId} and t.${sql.ref(id)} = d.${sql.ref(id)}`.execute(db);
}

export async function takeValue(db: Db, actor: Actor, difference: Authorized<Difference, 'take'>) {
  const {
    patientDifferenceId,
    patient: { patientId },
    ours,
    theirs,
  } = difference;
  const before = await findNumbers(db, patientId);
  await takeImportValue(db, 'patient', patientDifferenceId, await findDifferenceColumns(db, patientDifferenceId));
  const after = await findNumbers(db, patientId);
  if (before.ssn !== after.ssn) await replaceSsn(db, before, after.ssn);
  await decideValue(db, actor, difference, 'taken');
  await recordChange(db, actor, {
    patientId,
    subject: 'demography',
    action: 'edited',
    version: after.version,
    before: historyValues(ours, before),
    after: historyValues(theirs, after),
  });
  return {};
}

function findNumbers(db: Db, patientId: number) {
  return db
    .selectFrom('patient')
    .select(['patient_id', 'client_id', 'ssn', 'version'])
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow();
}

/** Columns derived from others, which the history does not show. */
const derived: ReadonlySet<string> = new Set(['latitude', 'longitude', 'pcp_healthcare_provider_id']);

/** Values for the history, which needs the whole SSN to see that it changed. */
function historyValues(values: Values, { ssn }: { ssn: string | null }) {
  const shown = Object.entries(values).filter(([column]) => !derived.has(column));
  const known = shown.map(([column, value]) => [column, column === 'ssn' ? ssn : value]);
  // Imports write further columns; the history shows those by their name.
  return Object.fromEntries(known) as Values<ChangedColumn>;
}

/** Keeps our value; later imports of the same value do not list it again. */
export async function keepValue(db: Db, actor: Actor, difference: Authorized<Difference, 'keep'>) {
  await decideValue(db, actor, difference, 'kept');
  return {};
}

async function decideValue(
  db: Db,
  actor: Actor,
  { patientDifferenceId, patient, field }: Difference,
  status: 'kept' | 'taken',
) {
  await db
    .updateTable('patient_difference')
    .set({ status, ...decidedBy(actor) })
    .where('patient_difference_id', '=', patientDifferenceId)
    .execute();
  await record(db, actor, {
    action: status === 'taken' ? 'patient.import_value_taken' : 'patient.own_value_kept',
    patientId: patient.patientId,
    subjectType: 'patient_difference',
    subjectId: patientDifferenceId,
    details: { field },
  });
}
