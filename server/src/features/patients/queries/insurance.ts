import { insurancePlanSubtype, insurancePlanType, relationshipCodeOf } from '@careloop/contracts/codes/patients';
import { planLimit } from '@careloop/contracts/patients/insurance';
import type { InsurancePlan, PatientCoverage } from '@careloop/contracts/patients/insurance';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { isOfferedTo } from '../../../core/access/sharedLookups.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { codeOf } from '../../../platform/db/codeOf.ts';
import { shape } from '../../../platform/db/shape.ts';
import { coverage, coverageOrder } from '../shared/queries/patients.ts';

/** Plans of all clients and the actor's own. */
const isKnownTo = (actor: Actor) =>
  sql<boolean>`${isOfferedTo(actor, 'c.client_id')} and ${isOfferedTo(actor, 'n.client_id')}`;

/** A plan is offered unless it or its carrier is archived. */
const isDisabled = sql<boolean>`(n.is_disabled or c.is_archived)`;

const plan = shape<InsurancePlan, { n: 'insurance_plan'; c: 'insurance_carrier' }>({
  insurancePlanId: 'n.insurance_plan_id',
  name: 'n.name',
  insurancePlanType: codeOf<InsurancePlan['insurancePlanType']>('n.plan_type', insurancePlanType.table),
  insurancePlanSubType: codeOf<InsurancePlan['insurancePlanSubType']>('n.plan_subtype', insurancePlanSubtype.table),
  insuranceCarrier: sql`jsonb_build_object('insuranceCarrierId', c.insurance_carrier_id, 'name', c.name)`,
  isDisabled,
});
const planTables = sql`insurance_plan n join insurance_carrier c on c.insurance_carrier_id = n.insurance_carrier_id`;

/** Plans by carrier and name. */
async function findWhere(db: Db, condition: RawBuilder<boolean>, most: number): Promise<InsurancePlan[]> {
  const { rows } = await plan.from`${planTables} where ${condition} order by c.name, n.name limit ${most}`.execute(db);
  return rows;
}

/** Plans offered for selection whose carrier or name contains every word of the search term. */
export function findOfferedPlans(db: Db, actor: Actor, searchTerm: string): Promise<InsurancePlan[]> {
  const words = searchTerm.split(/\s+/).filter(Boolean);
  const holds = words.map(
    (word) => sql<boolean>`position(lower(${word}) in lower(c.name || ' ' || n.name || ' ' || n.plan_type)) > 0`,
  );
  return findWhere(
    db,
    sql<boolean>`${sql.join([isKnownTo(actor), sql`not ${isDisabled}`, ...holds], sql` and `)}`,
    planLimit,
  );
}

/** Plans of all carriers; a health system has a few hundred. */
export function findAllPlans(db: Db, actor: Actor, includeDisabled: boolean): Promise<InsurancePlan[]> {
  return findWhere(db, sql<boolean>`${isKnownTo(actor)} and (${includeDisabled} or not ${isDisabled})`, 2000);
}

/** @param keptPlanId a plan that a coverage has, even if only another client offers it */
export async function findPlan(db: Db, actor: Actor, insurancePlanId: number, keptPlanId: number | null) {
  const isOpen = insurancePlanId === keptPlanId ? sql`true` : isKnownTo(actor);
  const [found] = await findWhere(db, sql<boolean>`n.insurance_plan_id = ${insurancePlanId} and ${isOpen}`, 1);
  return found;
}

type StoredCoverage = Omit<PatientCoverage, 'subscriberRelationshipCode'>;

const storedCoverage = shape<StoredCoverage, { v: 'patient_coverage' }>({
  ...coverage.columns,
  insurancePlan: sql`(select ${plan.json} from ${planTables} where n.insurance_plan_id = v.insurance_plan_id)`,
  groupNumber: 'v.group_number',
  subscriberName: 'v.subscriber_name',
  subscriberRelationship: 'v.subscriber_relationship',
  version: 'v.version',
});

/** A patient's coverages, current ones in the order in which they pay. The caller has checked access to the patient. */
export async function findCoverages(db: Db, patientId: number): Promise<PatientCoverage[]> {
  const { rows } =
    await storedCoverage.from`patient_coverage v where v.patient_id = ${patientId} and v.removed_at is null
    order by ${coverageOrder}`.execute(db);
  return rows.map((row) => ({
    ...row,
    subscriberRelationshipCode: relationshipCodeOf(row.subscriberRelationship),
  }));
}
