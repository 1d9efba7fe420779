import {
  archiveInsuranceCarrier,
  archiveInsurancePlan,
  getInsuranceCarrier,
  getInsurancePlan,
  listInsuranceCarriers,
  listPlansOfCarrier,
  saveInsuranceCarrier,
  saveInsurancePlan,
} from '@careloop/contracts/administration/insuranceLookups';
import { insurancePlanSubtype, insurancePlanType } from '@careloop/contracts/codes/patients';
import type { InputOf } from '@careloop/contracts/endpoint';

import { authorize } from '../../../core/access/authorize.ts';
import type { App } from '../../../core/app.ts';
import type { Db } from '../../../platform/db/client.ts';
import { writes } from '../../../platform/db/writes.ts';
import { forbidden } from '../../../platform/errors.ts';
import { route } from '../../../platform/http/route.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { savingSharedEntries as policy } from '../policy.ts';
import { insuranceCarriers, insurancePlans } from './lookupTables.ts';
import { archiveShared, findShared, listShared, ownerOf, saveShared } from './sharedEntries.ts';

const carrierColumnsOf = writes<
  InputOf<typeof saveInsuranceCarrier>,
  'insurance_carrier',
  'id' | 'version' | 'clientId'
>()({
  name: 'name',
});

const planColumnsOf = writes<
  InputOf<typeof saveInsurancePlan>,
  'insurance_plan',
  'id' | 'version' | 'clientId' | 'insuranceCarrierId'
>()({
  name: 'name',
  insurancePlanType: (code) => ({ plan_type: insurancePlanType.nameOf(code) }),
  insurancePlanSubType: (code) => ({ plan_subtype: insurancePlanSubtype.nameOf(code) }),
});

/** Routes for managing insurance carriers and their plans. */
export function insuranceLookupRoutes(app: App): void {
  route(app, listInsuranceCarriers, ({ input, actor, db }) => listShared(db, actor, insuranceCarriers, input));
  route(app, getInsuranceCarrier, ({ input, actor, db }) => findShared(db, actor, insuranceCarriers, input.id));

  route(app, saveInsuranceCarrier, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, insuranceCarriers, input), forbidden);
    const { id, version, name } = input;
    const values = carrierColumnsOf(input);
    return saveShared(db, actor, insuranceCarriers, row, { id, version, name, values, details: { name } });
  });

  route(app, archiveInsuranceCarrier, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, insuranceCarriers, input), forbidden);
    return archiveShared(db, actor, insuranceCarriers, row, input);
  });

  route(app, listPlansOfCarrier, ({ input, actor, db }) =>
    listShared(db, actor, insurancePlans, { ...input, parentId: input.insuranceCarrierId }),
  );
  route(app, getInsurancePlan, ({ input, actor, db }) => findShared(db, actor, insurancePlans, input.id));

  route(app, saveInsurancePlan, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOfPlan(db, actor, input), forbidden);
    const { id, version, insuranceCarrierId, name } = input;
    return saveShared(db, actor, insurancePlans, row, {
      id,
      version,
      name,
      parentId: insuranceCarrierId,
      values: planColumnsOf(input),
      details: { name, insuranceCarrierId },
    });
  });

  route(app, archiveInsurancePlan, async ({ input, actor, db }) => {
    const row = authorize(actor, policy, 'save', await ownerOf(db, actor, insurancePlans, input), forbidden);
    return archiveShared(db, actor, insurancePlans, row, input);
  });
}

/** A new plan of a client's own carrier is that client's own, too. */
async function ownerOfPlan(
  db: Db,
  actor: Actor,
  { id, insuranceCarrierId, clientId }: InputOf<typeof saveInsurancePlan>,
) {
  if (id) return ownerOf(db, actor, insurancePlans, { id });
  const carrier = await ownerOf(db, actor, insuranceCarriers, { id: insuranceCarrierId });
  return ownerOf(db, actor, insurancePlans, { clientId: carrier.clientId ?? clientId });
}
