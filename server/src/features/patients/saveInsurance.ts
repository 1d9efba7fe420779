import { insurancePlanType, insurancePlanTypeLabels } from '@careloop/contracts/codes/patients';
import type { InputOf } from '@careloop/contracts/endpoint';
import { insuranceRules, insuranceTexts } from '@careloop/contracts/patients/insurance';
import type {
  deleteInsurance as deleteEndpoint,
  saveInsurance as saveEndpoint,
} from '@careloop/contracts/patients/insurance';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import type { Db } from '../../platform/db/client.ts';
import { onFile } from '../../platform/db/onFile.ts';
import { writes } from '../../platform/db/writes.ts';
import { invalidInput, refused, requireValidTexts, requireVersion } from '../../platform/errors.ts';
import { changedColumns, findLastChange, recordChange } from './shared/recordChange.ts';
import { findPlan } from './queries/insurance.ts';
import type { Values } from './shared/recordChange.ts';
import type { PatientRecordRow } from './shared/recordPolicy.ts';
import { relationshipOf } from './saveDemography.ts';

type Patient = Authorized<PatientRecordRow, 'edit'>;
type Input = InputOf<typeof saveEndpoint>;

/** Payer and type of the selected plan, or the payer entered as text. */
async function payerOf(db: Db, actor: Actor, input: Input, keptPlanId: number | null) {
  const { insurancePlanId } = input;
  if (insurancePlanId === null) return { payer_name: input.payerName ?? '', insurance_plan_id: null };
  const plan = await findPlan(db, actor, insurancePlanId, keptPlanId);
  if (plan === undefined) throw invalidInput({ insurancePlanId: insuranceTexts.noPlan });
  // A coverage may keep a plan that has been disabled.
  if (plan.isDisabled && insurancePlanId !== keptPlanId)
    throw invalidInput({ insurancePlanId: insuranceTexts.planDisabled });
  const type = insurancePlanType.nameOf(plan.insurancePlanType) ?? 'other';
  return {
    payer_name: plan.insuranceCarrier.name,
    plan_type: `${plan.name} (${insurancePlanTypeLabels[type]})`,
    insurance_plan_id: insurancePlanId,
  };
}

interface Kept {
  planId: number | null;
  planType: string | null;
  /** Whether it has ended follows from its dates when it is read. */
  status: string;
}

const textColumns = { memberId: 'member_id', groupNumber: 'group_number', subscriberName: 'subscriber_name' } as const;
const keptColumns = { ...textColumns, payerName: 'payer_name', subscriberRelationship: 'subscriber_relationship' };

const columnsOf = writes<
  Input,
  'patient_coverage',
  'patientId' | 'patientCoverageId' | 'version' | 'insurancePlanId' | 'payerName' | 'subscriberRelationshipCode'
>()({
  ...textColumns,
  subscriberRelationship: (words, { subscriberRelationshipCode: code }) => ({
    subscriber_relationship: relationshipOf(code, words),
  }),
  startDate: 'start_date',
  endDate: 'end_date',
});

async function valuesToSave(db: Db, actor: Actor, input: Input, kept: Kept) {
  const payer = await payerOf(db, actor, input, kept.planId);
  return { plan_type: kept.planType, ...payer, ...columnsOf(input), status: kept.status };
}

async function lockCoverage(db: Db, patientId: number, patientCoverageId: number, seen: number) {
  const row = await db
    .selectFrom('patient_coverage')
    .selectAll()
    .where('patient_coverage_id', '=', patientCoverageId)
    .where('patient_id', '=', patientId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw refused(insuranceTexts.notFound);
  await requireVersion(seen, row.version, insuranceTexts.changed, () =>
    findLastChange(db, { patientId, subject: 'insurance', subjectId: patientCoverageId, version: row.version }),
  );
  return row;
}

type CoverageRow = Awaited<ReturnType<typeof lockCoverage>>;

function valuesOf(row: CoverageRow): Record<keyof Awaited<ReturnType<typeof valuesToSave>>, Values[string]> {
  return {
    payer_name: row.payer_name,
    plan_type: row.plan_type,
    insurance_plan_id: row.insurance_plan_id,
    member_id: row.member_id,
    group_number: row.group_number,
    subscriber_name: row.subscriber_name,
    subscriber_relationship: row.subscriber_relationship,
    start_date: row.start_date,
    end_date: row.end_date,
    status: row.status,
  };
}

/** Changes or adds an insurance. */
export async function saveInsurance(db: Db, actor: Actor, { patientId }: Patient, input: Input) {
  const { patientCoverageId } = input;
  if (!patientCoverageId) {
    requireValidTexts(insuranceRules, input, null);
    const after = await valuesToSave(db, actor, input, { planId: null, planType: null, status: 'active' });
    const added = await db
      .insertInto('patient_coverage')
      .values({ ...after, patient_id: patientId })
      .returning('patient_coverage_id as patientCoverageId')
      .executeTakeFirstOrThrow();
    const change = { patientId, subject: 'insurance', subjectId: added.patientCoverageId, action: 'created' } as const;
    await recordChange(db, actor, { ...change, version: 1, before: {}, after });
    return { ...added, version: 1 };
  }
  const row = await lockCoverage(db, patientId, patientCoverageId, input.version ?? 0);
  requireValidTexts(insuranceRules, input, onFile(keptColumns, row));
  const before = valuesOf(row);
  const after = await valuesToSave(db, actor, input, {
    planId: row.insurance_plan_id,
    status: row.status,
    planType: row.insurance_plan_id === input.insurancePlanId ? row.plan_type : null,
  });
  const changed = changedColumns(before, after);
  if (changed.length === 0) return { patientCoverageId, version: row.version };
  await db
    .updateTable('patient_coverage')
    .set({
      ...after,
      version: row.version + 1,
      edited_columns: sql<string[]>`array(select distinct unnest(edited_columns || ${changed}::text[]))`,
    })
    .where('patient_coverage_id', '=', patientCoverageId)
    .execute();
  const change = { patientId, subject: 'insurance', subjectId: patientCoverageId, action: 'edited' } as const;
  await recordChange(db, actor, { ...change, version: row.version + 1, before, after: { ...before, ...after } });
  return { patientCoverageId, version: row.version + 1 };
}

/** Removes an insurance. The row stays, so that the next import does not add it again. */
export async function deleteInsurance(
  db: Db,
  actor: Actor,
  { patientId }: Patient,
  input: InputOf<typeof deleteEndpoint>,
) {
  const { patientCoverageId } = input;
  const row = await lockCoverage(db, patientId, patientCoverageId, input.version);
  await db
    .updateTable('patient_coverage')
    .set({ removed_at: sql<Date>`now()`, version: row.version + 1 })
    .where('patient_coverage_id', '=', patientCoverageId)
    .execute();
  const change = { patientId, subject: 'insurance', subjectId: patientCoverageId, action: 'removed' } as const;
  await recordChange(db, actor, { ...change, version: row.version + 1, before: valuesOf(row), after: {} });
  return {};
}
