import {
  archiveInsuranceCarrier,
  archiveInsurancePlan,
  carrierForm,
  getInsuranceCarrier,
  getInsurancePlan,
  listInsuranceCarriers,
  listPlansOfCarrier,
  planForm,
  saveInsuranceCarrier,
  saveInsurancePlan,
  type CarrierEntry,
  type PlanEntry,
} from '@careloop/contracts/administration/insuranceLookups';
import {
  insurancePlanSubtype,
  insurancePlanSubtypeLabels,
  insurancePlanType,
  insurancePlanTypeLabels,
} from '@careloop/contracts/codes/patients';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { NameOnly } from './LookupFields.tsx';
import type { LookupKind } from './lookupKinds.tsx';
import { PlanFields, planLabels } from './PlanFields.tsx';

type CarrierForm = z.input<typeof carrierForm>;

export const carrierKind: LookupKind<CarrierEntry, CarrierForm, CarrierForm> = {
  one: 'carrier',
  many: 'carriers',
  placeholder: 'Name',
  scope: {},
  list: listInsuranceCarriers,
  find: (input, signal) => call(listInsuranceCarriers, input, { signal }),
  get: getInsuranceCarrier,
  read: (id, signal) => call(getInsuranceCarrier, { id }, { signal }),
  save: saveInsuranceCarrier,
  archive: archiveInsuranceCarrier,
  columns: [{ title: 'Plans', isNumeric: true, render: ({ planCount }) => planCount.toLocaleString('en-US') }],
  form: carrierForm,
  valuesOf: (entry) => ({ name: entry?.name ?? '' }),
  labels: { name: 'Name' },
  fields: <NameOnly />,
};

type PlanKind = LookupKind<PlanEntry, z.input<typeof planForm>, z.output<typeof planForm>>;

/** The plans of a carrier. */
export const planKind = (insuranceCarrierId: number): PlanKind => ({
  one: 'plan',
  many: 'plans',
  placeholder: 'Name',
  scope: { insuranceCarrierId },
  list: listPlansOfCarrier,
  find: (input, signal) => call(listPlansOfCarrier, { insuranceCarrierId, ...input }, { signal }),
  get: getInsurancePlan,
  read: (id, signal) => call(getInsurancePlan, { id }, { signal }),
  save: saveInsurancePlan,
  archive: archiveInsurancePlan,
  columns: [
    {
      title: planLabels.insurancePlanType,
      isShort: true,
      render: (plan) => insurancePlanTypeLabels[insurancePlanType.nameOf(plan.insurancePlanType) ?? 'other'],
    },
    {
      title: planLabels.insurancePlanSubType,
      isShort: true,
      render: (plan) => insurancePlanSubtypeLabels[insurancePlanSubtype.nameOf(plan.insurancePlanSubType) ?? 'other'],
    },
  ],
  form: planForm,
  valuesOf: (entry) => ({
    name: entry?.name ?? '',
    // A new plan starts without both; saving shows the errors.
    insurancePlanType: (entry?.insurancePlanType ?? null) as PlanEntry['insurancePlanType'],
    insurancePlanSubType: (entry?.insurancePlanSubType ?? null) as PlanEntry['insurancePlanSubType'],
  }),
  labels: planLabels,
  fields: <PlanFields />,
});
