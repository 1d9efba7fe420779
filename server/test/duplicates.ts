import { mergePatients } from '@careloop/contracts/duplicates';
import { setFavorite } from '@careloop/contracts/patients/lists';
import { sql } from 'kysely';

import { importFiles } from '../src/features/interop/importFiles.ts';
import { untilWaiting } from './attempts.ts';
import { addToCareTeam, buildCoordinator } from './factories.ts';
import { FileFolder, condition, encounter, mrn, note, patient, transaction } from './fhirFiles.ts';
import type { Caller, TestApp } from './harness.ts';

/** A coordinator who may review possible duplicates of a client. */
export async function buildReviewer(test: TestApp, options: { clientId?: number } = {}) {
  const user = await buildCoordinator(test.db, {
    permissions: ['ManageWorkQueues', 'ViewAllPatients', 'EditCareTeam', 'Messages'],
    ...options,
  });
  return { ...user, caller: await test.as(user) };
}

/** Imports a file's content into the test application's database. */
export async function importInto(test: TestApp, clientId: number, content: unknown) {
  const files = await FileFolder.create();
  try {
    const paths = [await files.write(content)];
    return await importFiles({ db: test.db, storage: test.deps.storage, clientId, sender: 'fhir', paths });
  } finally {
    await files.remove();
  }
}

/** A patient record with a chart. Two records with the same number but different people are a possible duplicate. */
function recordOf(number: string, given: string, family: string, birthDate: string) {
  const id = `${number}-${given}`;
  const subject = `urn:uuid:${id}`;
  return transaction(
    patient(id, { name: [{ family, given: [given] }], birthDate, identifier: [mrn(`MRN-${number}`)] }),
    encounter(`${id}-e1`, subject),
    encounter(`${number}-shared`, subject),
    condition(`${id}-c1`, subject),
    condition(`${number}-shared-c`, subject),
    note(`${id}-n1`, subject, `A note about ${given}.`),
  );
}

let pairs = 0;

/** Imports two records with charts that contradict each other. */
export async function buildPair(test: TestApp, clientId: number) {
  pairs += 1;
  // Names of two pairs of a client must not look alike, nor sound alike as K and J do.
  const letter = 'BCDLMR'.charAt(pairs % 6);
  const [number, family] = [`pair-${pairs}`, `Pair${letter.repeat(4)}`];
  const files = [
    recordOf(number, 'Ada', family, '1980-05-17'),
    recordOf(number, 'Maria', `${family}-Lopez`, '1951-01-02'),
  ];
  for (const file of files) await importInto(test, clientId, file);
  const { rows } = await sql<{ patientDuplicateId: number; patientId: number; otherPatientId: number }>`
    select d.patient_duplicate_id as "patientDuplicateId", d.patient_id as "patientId", d.other_patient_id as "otherPatientId"
    from patient_duplicate d join patient p using (patient_id)
    where p.client_id = ${clientId} and p.last_name = ${family}`.execute(test.db);
  const [pair] = rows;
  if (pair === undefined) throw new Error('The import found no duplicate');
  const [one, other] = [{ patientId: pair.patientId }, { patientId: pair.otherPatientId }];
  return { ...pair, one, other, files, number };
}

/** Begins work while a merge of `other` into `one` is under way, which goes on once the work waits for it. */
export async function besideMerge<T>(
  test: TestApp,
  {
    caller,
    patientDuplicateId,
    one,
    other,
  }: { caller: Caller; patientDuplicateId: number; one: { patientId: number }; other: { patientId: number } },
  work: () => Promise<T>,
): Promise<T> {
  // What a merge moves last.
  await caller.ok(setFavorite, { patientId: other.patientId, isFavorite: true });
  const { both } = await test.db.transaction().execute(async (db) => {
    await sql`select from patient_favorite where patient_id = ${other.patientId} for update`.execute(db);
    const merged = caller.ok(mergePatients, { patientDuplicateId, survivingPatientId: one.patientId });
    await untilWaiting(test.db, 1);
    const worked = work();
    await untilWaiting(test.db, 2);
    return { both: Promise.all([merged, worked]) };
  });
  const [, result] = await both;
  return result;
}

/** Puts users on the care teams of both records. */
export async function addToBoth(
  test: TestApp,
  { one, other }: { one: { patientId: number }; other: { patientId: number } },
  ...users: { userId: number }[]
) {
  for (const user of users) {
    await addToCareTeam(test.db, one, user);
    await addToCareTeam(test.db, other, user);
  }
}

/** Tables about the merge itself, imports, calls and sessions, not about patients. */
const left = [
  'audit_',
  'import_run',
  'import_file',
  'patient_merge',
  'unread_sequence',
  'user_session',
  'session_',
  'idempotency_',
  'schema_',
];
/** Columns with versions and decisions. */
const bookkeeping = ['version', 'updated_at', 'decided_at', 'decided_by_user_id', 'decided_on_behalf_of_user_id'];

/** Every row of the database by table, for comparing states. */
export async function snapshotOf(test: TestApp): Promise<Record<string, unknown[]>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(test.db);
  const kept = tables.rows.filter(({ name }) => !left.some((start) => name.startsWith(start)));
  const entries = await Promise.all(
    kept.map(async ({ name }) => {
      const { rows } = await sql<{ row: unknown }>`
        select to_jsonb(t) - ${bookkeeping}::text[] as row from ${sql.table(name)} t order by 1`.execute(test.db);
      return [name, rows.map(({ row }) => row)] as const;
    }),
  );
  return Object.fromEntries(entries);
}
