import {
  archiveInsuranceCarrier,
  archiveInsurancePlan,
  getInsuranceCarrier,
  getInsurancePlan,
  insuranceLookupTexts,
  listInsuranceCarriers,
  listPlansOfCarrier,
  saveInsuranceCarrier,
  saveInsurancePlan,
} from '@careloop/contracts/administration/insuranceLookups';
import { managedLookupTexts as texts } from '@careloop/contracts/administration/lookups';
import { insurancePlanSubtype, insurancePlanType } from '@careloop/contracts/codes/patients';
import { getApsLookups } from '@careloop/contracts/directory/search';
import {
  getInsurancePlans,
  insuranceTexts,
  listInsurance,
  saveInsurance,
} from '@careloop/contracts/patients/insurance';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildCoordinator, buildPatient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let patientId: number;
let manager: Caller;
let user: Caller;
beforeAll(async () => {
  app = await startTestApp();
  const coordinator = await buildCoordinator(app.db);
  const { clientId } = coordinator;
  ({ patientId } = await buildPatient(app.db, { clientId }));
  manager = await app.as(
    await buildUser(app.db, { clientId, lastName: 'Managing', permissions: ['ManageSite', 'ManageInstallation'] }),
  );
  user = await app.as(coordinator);
});
afterAll(() => app.stop());

const kind = {
  insurancePlanType: insurancePlanType.table.ppo,
  insurancePlanSubType: insurancePlanSubtype.table.commercial,
};
const isOffered = async (name: string) => {
  const { insuranceCarriers } = await user.ok(getApsLookups, {});
  const { plans } = await user.ok(getInsurancePlans, { searchTerm: name });
  return { carrier: insuranceCarriers.some((one) => one.name === name), plans: plans.length };
};

async function actionsOf(subject: string, id: number): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`select action from audit_event where subject_type = ${subject}
    and subject_id = ${id} and kind = 'change' order by audit_event_id`.execute(app.db);
  return rows.map(({ action }) => action);
}

test('a carrier and its plan are added and offered; archived, they stay where they are used', async () => {
  const carrier = await manager.ok(saveInsuranceCarrier, { name: 'Harbor Mutual' });
  // A carrier without a plan finds no provider.
  expect(await isOffered('Harbor Mutual')).toEqual({ carrier: false, plans: 0 });
  const ofCarrier = { insuranceCarrierId: carrier.id };
  const plan = await manager.ok(saveInsurancePlan, { ...ofCarrier, name: 'Choice Plus', ...kind });
  expect(await isOffered('Harbor Mutual')).toEqual({ carrier: true, plans: 1 });
  expect(await manager.ok(getInsurancePlan, { id: plan.id })).toMatchObject({
    id: plan.id,
    ...ofCarrier,
    name: 'Choice Plus',
    ...kind,
    isArchived: false,
    version: 1,
  });
  const coverage = { patientId, insurancePlanId: plan.id, memberId: 'M1' };
  const { patientCoverageId } = await user.ok(saveInsurance, coverage);

  await manager.ok(archiveInsurancePlan, { id: plan.id, isArchived: true, version: 1 });
  expect(await isOffered('Harbor Mutual')).toEqual({ carrier: false, plans: 0 });
  await manager.ok(archiveInsurancePlan, { id: plan.id, isArchived: false, version: 2 });

  await manager.ok(archiveInsuranceCarrier, { id: carrier.id, isArchived: true, version: 1 });
  expect(await isOffered('Harbor Mutual')).toEqual({ carrier: false, plans: 0 });
  expect((await user.ok(listInsurance, { includeDisabled: false })).plans).toEqual([]);
  expect((await user.ok(listInsurance, {})).plans).toMatchObject([{ insurancePlanId: plan.id, isDisabled: true }]);
  expect((await user.fail(saveInsurance, coverage)).validationErrors).toEqual({
    insurancePlanId: insuranceTexts.planDisabled,
  });
  await user.ok(saveInsurance, { ...coverage, patientCoverageId, version: 1, memberId: 'M2' });
  await manager.ok(archiveInsuranceCarrier, { id: carrier.id, isArchived: false, version: 2 });
  expect(await isOffered('Harbor Mutual')).toEqual({ carrier: true, plans: 1 });

  expect(await manager.ok(getInsuranceCarrier, { id: carrier.id })).toMatchObject({ planCount: 1, version: 3 });
  expect(await actionsOf('insurance-carrier', carrier.id)).toEqual([
    'insurance-carrier.added',
    'insurance-carrier.archived',
    'insurance-carrier.restored',
  ]);
  expect(await actionsOf('insurance-plan', plan.id)).toEqual([
    'insurance-plan.added',
    'insurance-plan.archived',
    'insurance-plan.restored',
  ]);
});

test('names are unique: of carriers, and of the plans of one carrier', async () => {
  const one = await manager.ok(saveInsuranceCarrier, { name: 'Bay Shield' });
  const other = await manager.ok(saveInsuranceCarrier, { name: 'Cape Health' });
  expect((await manager.fail(saveInsuranceCarrier, { name: 'BAY SHIELD' })).validationErrors).toEqual({
    name: texts.nameTaken,
  });
  const plan = { name: 'Silver 2500', ...kind };
  const { id } = await manager.ok(saveInsurancePlan, { ...plan, insuranceCarrierId: one.id });
  await manager.ok(archiveInsurancePlan, { id, isArchived: true, version: 1 });
  expect((await manager.fail(saveInsurancePlan, { ...plan, insuranceCarrierId: one.id })).validationErrors).toEqual({
    name: texts.nameTaken,
  });
  await manager.ok(saveInsurancePlan, { ...plan, insuranceCarrierId: other.id });
  const { items } = await manager.ok(listPlansOfCarrier, { insuranceCarrierId: one.id, state: 'archived' });
  expect(items.map((listed) => listed.id)).toEqual([id]);
  // A plan does not move to another carrier.
  const moved = { ...plan, id, version: 2, insuranceCarrierId: other.id };
  expect(await manager.fail(saveInsurancePlan, moved)).toMatchObject({ status: 404, message: texts.notFound });
  const { totalItemCount } = await manager.ok(listInsuranceCarriers, { searchTerm: 'cape' });
  expect(totalItemCount).toBe(1);
});

test('an invalid or outdated entry is rejected with a message', async () => {
  const { id } = await manager.ok(saveInsuranceCarrier, { name: 'Outdated' });
  await manager.ok(saveInsuranceCarrier, { id, version: 1, name: 'Renamed' });
  const late = await manager.fail(saveInsuranceCarrier, { id, version: 1, name: 'Outdated' });
  expect(late).toMatchObject({ status: 409, message: texts.changed });
  expect(late.current?.changedBy).toContain('Managing');
  expect((await manager.fail(saveInsuranceCarrier, { name: 'x'.repeat(101) })).validationErrors).toEqual({
    name: insuranceLookupTexts.nameTooLong,
  });
  const untyped = { insuranceCarrierId: id, name: ' ' } as never;
  expect((await manager.fail(saveInsurancePlan, untyped)).validationErrors).toEqual({
    name: texts.nameRequired,
    insurancePlanType: insuranceLookupTexts.typeRequired,
    insurancePlanSubType: insuranceLookupTexts.subtypeRequired,
  });
  const nowhere = { insuranceCarrierId: 999_999, name: 'Nowhere', ...kind };
  expect(await manager.fail(saveInsurancePlan, nowhere)).toMatchObject({ status: 404, message: texts.notFound });
});

test('other users cannot edit the lists', async () => {
  for (const by of [user, app.nobody]) {
    expect([401, 403]).toContain((await by.fail(listInsuranceCarriers, {})).status);
    expect([401, 403]).toContain((await by.fail(saveInsuranceCarrier, { name: 'Never' })).status);
    const plan = { insuranceCarrierId: 1, name: 'Never', ...kind };
    expect([401, 403]).toContain((await by.fail(saveInsurancePlan, plan)).status);
    const archived = { id: 1, isArchived: true, version: 1 };
    expect([401, 403]).toContain((await by.fail(archiveInsurancePlan, archived)).status);
  }
});
