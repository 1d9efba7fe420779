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

import type { App } from '../../../core/app.ts';
import { writes } from '../../../platform/db/writes.ts';
import { route } from '../../../platform/http/route.ts';
import { found } from './found.ts';
import { findEntry, listEntries } from './queries.ts';
import { insuranceCarriers, insurancePlans } from './lookupTables.ts';
import { archiveEntry, saveEntry } from './saveEntry.ts';

const carrierColumnsOf = writes<InputOf<typeof saveInsuranceCarrier>, 'insurance_carrier', 'id' | 'version'>()({
  name: 'name',
});

const planColumnsOf = writes<
  InputOf<typeof saveInsurancePlan>,
  'insurance_plan',
  'id' | 'version' | 'insuranceCarrierId'
>()({
  name: 'name',
  insurancePlanType: (code) => ({ plan_type: insurancePlanType.nameOf(code) }),
  insurancePlanSubType: (code) => ({ plan_subtype: insurancePlanSubtype.nameOf(code) }),
});

/** Routes for managing insurance carriers and their plans. */
export function insuranceLookupRoutes(app: App): void {
  route(app, listInsuranceCarriers, ({ input, actor, db }) => listEntries(db, actor, insuranceCarriers, input));
  route(app, getInsuranceCarrier, async ({ input, actor, db }) =>
    found(await findEntry(db, actor, insuranceCarriers, input.id)),
  );
  route(app, saveInsuranceCarrier, ({ input, actor, db }) => {
    const { id, version, name } = input;
    return saveEntry(db, actor, insuranceCarriers, { id, version, values: carrierColumnsOf(input), details: { name } });
  });
  route(app, archiveInsuranceCarrier, ({ input, actor, db }) => archiveEntry(db, actor, insuranceCarriers, input));

  route(app, listPlansOfCarrier, ({ input, actor, db }) =>
    listEntries(db, actor, insurancePlans, { ...input, parentId: input.insuranceCarrierId }),
  );
  route(app, getInsurancePlan, async ({ input, actor, db }) =>
    found(await findEntry(db, actor, insurancePlans, input.id)),
  );
  route(app, saveInsurancePlan, ({ input, actor, db }) => {
    const { id, version, insuranceCarrierId, name } = input;
    return saveEntry(db, actor, insurancePlans, {
      id,
      version,
      parentId: insuranceCarrierId,
      values: planColumnsOf(input),
      details: { name, insuranceCarrierId },
    });
  });
  route(app, archiveInsurancePlan, ({ input, actor, db }) => archiveEntry(db, actor, insurancePlans, input));
}
