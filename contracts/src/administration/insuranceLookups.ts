import { z } from 'zod';
import { codesOf, insurancePlanSubtype, insurancePlanType } from '../codes/patients.ts';
import { get, post } from '../endpoint.ts';
import { id, queryId, requiredTitle, version } from '../fields.ts';
import {
  archivingSharedEntry,
  lookupFilter,
  lookupPageOf,
  managedLookupTexts,
  managing,
  savedSharedEntry,
  savingSharedEntry,
  sharedEntry,
} from './lookups.ts';
import { findProviderChoices } from '../directory/choices.ts';
import { getApsLookups } from '../directory/search.ts';
import { getDemographics } from '../patients/demographics.ts';
import { getInsurancePlans, listInsurance } from '../patients/insurance.ts';
import { getProviderNetwork } from '../directory/network.ts';

// Managing insurance carriers and their plans, most of which all clients share (docs/domain/administration.md).

/** A payer on a coverage has the same limit. */
export const insuranceNameLimit = 100;

export const insuranceLookupTexts = {
  nameTooLong: `Name cannot exceed ${insuranceNameLimit} characters`,
  typeRequired: 'Plan type is required',
  subtypeRequired: 'Plan sub type is required',
  allCarriers: 'All carriers',
  carrierArchived: 'This carrier is archived, so none of its plans is offered.',
} as const;

const reading = { access: managing, audit: 'none' } as const;
const name = requiredTitle(insuranceNameLimit, managedLookupTexts.nameRequired, insuranceLookupTexts.nameTooLong);

// ---------------------------------------------------------------- carriers

export const carrierEntry = z.object({
  id,
  name: z.string(),
  /** Its plans, archived ones included. */
  planCount: z.number().int(),
  isArchived: z.boolean(),
  ...sharedEntry,
  version,
});
export type CarrierEntry = z.infer<typeof carrierEntry>;

export const carrierForm = z.object({ name });

export const listInsuranceCarriers = get('/insurance-carriers/list', {
  summary: 'Lists insurance carriers by name.',
  ...reading,
  input: lookupFilter,
  output: lookupPageOf(carrierEntry),
});

export const getInsuranceCarrier = get('/insurance-carriers/get', {
  summary: 'Returns an insurance carrier.',
  ...reading,
  input: z.object({ id: queryId }),
  output: carrierEntry,
});

// ---------------------------------------------------------------- plans

const typeCode = z.literal(codesOf(insurancePlanType), insuranceLookupTexts.typeRequired);
const subtypeCode = z.literal(codesOf(insurancePlanSubtype), insuranceLookupTexts.subtypeRequired);

export const planEntry = z.object({
  id,
  insuranceCarrierId: id,
  name: z.string(),
  insurancePlanType: typeCode,
  insurancePlanSubType: subtypeCode,
  isArchived: z.boolean(),
  ...sharedEntry,
  version,
});
export type PlanEntry = z.infer<typeof planEntry>;

export const planForm = z.object({ name, insurancePlanType: typeCode, insurancePlanSubType: subtypeCode });

export const listPlansOfCarrier = get('/insurance-plans/list', {
  summary: 'Lists plans of an insurance carrier by name.',
  ...reading,
  input: lookupFilter.extend({ insuranceCarrierId: queryId }),
  output: lookupPageOf(planEntry),
});

export const getInsurancePlan = get('/insurance-plans/get', {
  summary: 'Returns an insurance plan.',
  ...reading,
  input: z.object({ id: queryId }),
  output: planEntry,
});

/** Reads that show carriers or plans. */
const insuranceReads = [
  listInsuranceCarriers,
  getInsuranceCarrier,
  listPlansOfCarrier,
  getInsurancePlan,
  getProviderNetwork,
  getApsLookups,
  findProviderChoices,
  getInsurancePlans,
  listInsurance,
  getDemographics,
];

export const saveInsuranceCarrier = post('/insurance-carriers/save', {
  summary: 'Adds or changes an insurance carrier.',
  ...savingSharedEntry,
  makesStale: insuranceReads,
  input: carrierForm.extend(savedSharedEntry),
});

export const archiveInsuranceCarrier = post('/insurance-carriers/archive', {
  summary: 'Archives or restores an insurance carrier. While it is archived, none of its plans is offered.',
  ...archivingSharedEntry,
  makesStale: insuranceReads,
});

export const saveInsurancePlan = post('/insurance-plans/save', {
  summary: 'Adds or changes a plan of an insurance carrier.',
  ...savingSharedEntry,
  makesStale: insuranceReads,
  input: planForm.extend({ ...savedSharedEntry, insuranceCarrierId: id }),
});

export const archiveInsurancePlan = post('/insurance-plans/archive', {
  summary: 'Archives or restores an insurance plan. Coverages keep it.',
  ...archivingSharedEntry,
  makesStale: insuranceReads,
});
