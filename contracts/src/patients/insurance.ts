import { z } from 'zod';
import { signedIn } from '../access.ts';
import { codesOf, insurancePlanSubtype, insurancePlanType, patientRelationship } from '../codes/patients.ts';
import { get, nothing, post } from '../endpoint.ts';
import { id, queryBoolean, version } from '../fields.ts';
import { atMost } from '../fields/checked.ts';
import { requiredUnless } from '../fields/crossField.ts';
import { dateTexts, optionalDay } from '../fields/dates.ts';
import { checkChanged, fieldsOnFile } from '../fields/onFile.ts';
import { coverage } from '../patients.ts';

// Insurance carriers and plans, and patients' coverages.

export const insuranceTexts = {
  payerRequired: 'Select a plan or name the payer',
  planDisabled: 'This plan is no longer offered. Select another plan.',
  noPlan: 'This plan does not exist.',
  endBeforeStart: dateTexts.order,
  changed: 'This insurance has changed since you opened the form.',
  notFound: 'This insurance no longer exists.',
  tooLong: (field: string, max: number) => `${field} cannot exceed ${max} characters`,
} as const;

const typeCode = z.union(codesOf(insurancePlanType).map((code) => z.literal(code)));
const subtypeCode = z.union(codesOf(insurancePlanSubtype).map((code) => z.literal(code)));

export const insurancePlan = z.object({
  insurancePlanId: id,
  name: z.string(),
  insurancePlanType: typeCode,
  insurancePlanSubType: subtypeCode,
  insuranceCarrier: z.object({ insuranceCarrierId: id, name: z.string() }),
  /** Existing coverages keep it, but it cannot be selected for new ones. */
  isDisabled: z.boolean(),
});
export type InsurancePlan = z.infer<typeof insurancePlan>;

/** Maximum plans per search. */
export const planLimit = 50;

export const getInsurancePlans = get('/insurance/get-plans', {
  summary: 'Lists selectable plans by carrier and name.',
  access: signedIn,
  audit: 'none',
  input: z.object({ searchTerm: z.string().trim().max(100).default('') }),
  output: z.object({ plans: z.array(insurancePlan) }),
});

export const listInsurance = get('/insurance/list', {
  summary: 'Lists all plans by carrier and name, including disabled ones.',
  access: signedIn,
  audit: 'none',
  input: z.object({ includeDisabled: queryBoolean.default(true) }),
  output: z.object({ plans: z.array(insurancePlan) }),
});

export const patientCoverage = coverage.extend({
  insurancePlan: insurancePlan.nullable(),
  groupNumber: z.string().nullable(),
  subscriberName: z.string().nullable(),
  subscriberRelationship: z.string().nullable(),
  subscriberRelationshipCode: z.number().nullable(),
  version,
});
export type PatientCoverage = z.infer<typeof patientCoverage>;

const short = (name: string, max: number) => atMost(max, insuranceTexts.tooLong(name, max));

/** Texts that may be kept as they are on file. */
export const insuranceRules = {
  payerName: short('Payer', 100),
  memberId: short('Member ID', 50),
  groupNumber: short('Group number', 50),
  subscriberName: short('Subscriber', 100),
  subscriberRelationship: short('Relationship', 100),
};

const insuranceFields = z.object({
  insurancePlanId: id.nullish().transform((value) => value ?? null),
  /** `payerName`: name of a payer that is not among the plans. */
  ...fieldsOnFile(insuranceRules),
  subscriberRelationshipCode: z.union(codesOf(patientRelationship).map((code) => z.literal(code))).nullish(),
  startDate: optionalDay,
  endDate: optionalDay,
});

const payerRule = requiredUnless<z.output<typeof insuranceFields>>(
  'insurancePlanId',
  'payerName',
  insuranceTexts.payerRequired,
);

type Period = Pick<z.output<typeof insuranceFields>, 'startDate' | 'endDate'>;

function checkPeriod({ startDate, endDate }: Period, context: z.RefinementCtx) {
  if (startDate !== null && endDate !== null && endDate < startDate)
    context.addIssue({ code: 'custom', path: ['endDate'], message: insuranceTexts.endBeforeStart });
}

/** The form keeps the plan itself, so that it shows the one it saves. `stored` is what is on file. */
export const insuranceForm = (stored?: PatientCoverage) =>
  insuranceFields
    .extend({ insurancePlanId: insurancePlan.nullable().transform((plan) => plan?.insurancePlanId ?? null) })
    .superRefine(...checkChanged(insuranceRules, stored))
    .superRefine(payerRule)
    .superRefine(checkPeriod);

export const saveInsurance = post('/patients/save-insurance', {
  summary: 'Adds or changes an insurance of a patient.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['PatientChangedEvent'],
  input: insuranceFields
    // `version`: required to change one; saving without it is refused as stale.
    .extend({ patientId: id, patientCoverageId: id.nullish(), version: version.optional() })
    .superRefine(payerRule)
    .superRefine(checkPeriod),
  output: z.object({ patientCoverageId: id, version }),
});

export const deleteInsurance = post('/patients/delete-insurance', {
  summary: 'Removes an insurance of a patient; later imports do not restore it.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['PatientChangedEvent'],
  input: z.object({ patientId: id, patientCoverageId: id, version }),
  output: nothing,
});
