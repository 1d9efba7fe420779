import type { InputOf } from '@careloop/contracts/endpoint';
import { populationTexts } from '@careloop/contracts/patients/populations';
import type { savePopulation as saveEndpoint } from '@careloop/contracts/patients/populations';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { writes } from '../../../platform/db/writes.ts';
import { onConstraint } from '../../../platform/db/errors.ts';
import { invalidInput, refused, requireVersion } from '../../../platform/errors.ts';

type Input = InputOf<typeof saveEndpoint>;

const columnsOf = writes<Input, 'population', 'populationId' | 'version'>()({
  clientId: 'client_id',
  name: 'name',
  description: 'description',
  kind: 'kind',
  conditionCode: (code, { kind }) => ({ condition_code: kind === 'rule' ? code : null }),
  minAge: (age, { kind }) => ({ min_age: kind === 'rule' ? (age ?? null) : null }),
  maxAge: (age, { kind }) => ({ max_age: kind === 'rule' ? (age ?? null) : null }),
  facilityId: (id, { kind }) => ({ facility_id: kind === 'rule' ? (id ?? null) : null }),
});

export async function savePopulation(db: Db, actor: Actor, input: Input) {
  if (!actor.clientIds.includes(input.clientId)) throw refused(populationTexts.notFound);
  await requireFacility(db, input);
  const values = columnsOf(input);
  const saved = await onConstraint(
    input.populationId == null ? insert(db, actor, values) : update(db, actor, input, values),
    { population_name: () => invalidInput({ name: populationTexts.nameTaken }) },
  );
  const action = input.populationId == null ? 'population.added' : 'population.changed';
  await record(db, actor, { action, subjectType: 'population', subjectId: saved.populationId });
  return saved;
}

type Values = ReturnType<typeof columnsOf>;

function insert(db: Db, actor: Actor, values: Values) {
  return db
    .insertInto('population')
    .values({ ...values, created_by_user_id: actor.userId })
    .returning(['population_id as populationId', 'version'])
    .executeTakeFirstOrThrow();
}

async function update(db: Db, actor: Actor, input: Input, values: Values) {
  const populationId = input.populationId ?? 0;
  const current = await lock(db, actor, populationId);
  if (current.kind !== values.kind || current.clientId !== values.client_id) throw refused(populationTexts.notFound);
  await requireVersion(input.version ?? 0, current.version, populationTexts.changed, () => undefined);
  return db
    .updateTable('population')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('population_id', '=', populationId)
    .returning(['population_id as populationId', 'version'])
    .executeTakeFirstOrThrow();
}

export async function deletePopulation(db: Db, actor: Actor, populationId: number, version: number): Promise<void> {
  const current = await lock(db, actor, populationId);
  await requireVersion(version, current.version, populationTexts.changed, () => undefined);
  await db.deleteFrom('population').where('population_id', '=', populationId).execute();
  await record(db, actor, { action: 'population.deleted', subjectType: 'population', subjectId: populationId });
}

/** Adds or removes a patient. The caller has checked access to the patient. */
export async function setPicked(
  db: Db,
  actor: Actor,
  { populationId, patientId, isPicked }: { populationId: number; patientId: number; isPicked: boolean },
): Promise<void> {
  const { kind, clientId } = await lock(db, actor, populationId);
  if (kind !== 'list') throw refused(populationTexts.notAList);
  const patient = await db
    .selectFrom('patient')
    .select('client_id as clientId')
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow();
  if (patient.clientId !== clientId) throw refused(populationTexts.notFound);
  if (isPicked) {
    await db
      .insertInto('population_patient')
      .values({ population_id: populationId, patient_id: patientId, added_by_user_id: actor.userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await db
      .deleteFrom('population_patient')
      .where('population_id', '=', populationId)
      .where('patient_id', '=', patientId)
      .execute();
  }
  const action = isPicked ? 'population.patient_picked' : 'population.patient_taken_out';
  await record(db, actor, { action, patientId, subjectType: 'population', subjectId: populationId });
}

async function lock(db: Db, actor: Actor, populationId: number) {
  const found = await db
    .selectFrom('population')
    .select(['version', 'kind', 'client_id as clientId'])
    .where('population_id', '=', populationId)
    .where('client_id', '=', sql<number>`any(${actor.clientIds}::bigint[])`)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw refused(populationTexts.notFound);
  return found;
}

async function requireFacility(db: Db, { facilityId, clientId }: Input): Promise<void> {
  if (facilityId == null) return;
  const found = await db
    .selectFrom('facility')
    .select('facility_id')
    .where('facility_id', '=', facilityId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (found === undefined) throw invalidInput({ facilityId: populationTexts.facility });
}
