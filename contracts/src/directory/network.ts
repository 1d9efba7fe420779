import { z } from 'zod';
import { signedIn } from '../access.ts';
import { actions } from '../can.ts';
import { codesOf } from '../codes/patients.ts';
import { enrollmentStatus } from '../codes/providers.ts';
import { get } from '../endpoint.ts';
import { id, moment, queryId, timestamp, version } from '../fields.ts';

// A provider's network: affiliations, recommendations, insurance plans, on-call times
// (docs/domain/providers.md).

export const networkLimits = { affiliations: 100, preferredBy: 100, insurancePlans: 1000, onCall: 100 } as const;

export const networkTexts = {
  saved: 'Network saved',
  changed: 'The network of this provider has changed since you opened the form.',
  unknownTier: 'An affiliation is no longer offered. Choose the affiliations again.',
  severalPrimary: 'Choose one primary affiliation.',
  unknownPlan: 'An insurance plan is no longer offered. Choose the plans again.',
  unknownProvider: 'A selected provider does not exist. Choose the providers again.',
  preferredBySelf: 'Providers cannot prefer themselves.',
  tooManyPreferredBy: `Choose at most ${networkLimits.preferredBy} providers.`,
  tooManyPlans: `Choose at most ${networkLimits.insurancePlans} plans.`,
  tooManyOnCall: `Add at most ${networkLimits.onCall} on-call periods.`,
  endBeforeStart: 'The end must be after the start.',
  /** In the list of accepted plans. */
  disabledPlan: 'no longer offered',
  endInPast: 'The end must be in the future.',
  overlap: 'On-call periods cannot overlap.',
  noTiers: 'Your clients have no affiliations yet. An administrator adds them in Lookups.',
  noPlans: 'There are no insurance plans yet. An administrator adds them in Lookups.',
} as const;

const tier = z.object({
  affiliationTierId: id,
  name: z.string(),
  isPreferred: z.boolean(),
});

const affiliation = tier.extend({ clientId: id, clientName: z.string(), isPrimary: z.boolean() });
export type ProviderAffiliation = z.infer<typeof affiliation>;

const acceptedPlan = z.object({
  insurancePlanId: id,
  name: z.string(),
  insuranceCarrierId: id,
  carrierName: z.string(),
  /** Providers keep it, but it is not offered to others. */
  isDisabled: z.boolean(),
});
export type AcceptedPlan = z.infer<typeof acceptedPlan>;

const preferringProvider = z.object({
  healthcareProviderId: id,
  /** "Last, First" */
  fullName: z.string(),
  degree: z.string().nullable(),
  specialty: z.string().nullable(),
});
export type PreferringProvider = z.infer<typeof preferringProvider>;

export interface OnCallPeriod {
  startsAt: string;
  endsAt: string;
}

/** Choices of the editor, without archived ones. */
const networkOptions = z.object({
  /** The user's clients that have tiers, and the tiers from closest to farthest. */
  clients: z.array(z.object({ clientId: id, clientName: z.string(), tiers: z.array(tier) })),
  carriers: z.array(
    z.object({
      insuranceCarrierId: id,
      carrierName: z.string(),
      plans: z.array(z.object({ insurancePlanId: id, name: z.string() })),
    }),
  ),
});
export type NetworkOptions = z.infer<typeof networkOptions>;

export const enrollmentCode = z.union(codesOf(enrollmentStatus).map((code) => z.literal(code)));

export const providerNetwork = z.object({
  healthcareProviderId: id,
  /** Those with the user's clients, by client; the primary one first. */
  affiliations: z.array(affiliation),
  /** Providers who prefer this one, by name. */
  preferredBy: z.array(preferringProvider),
  insurancePlans: z.array(acceptedPlan),
  /** Current and future periods. */
  onCall: z.array(z.object({ startsAt: timestamp, endsAt: timestamp })),
  /** Null if unknown. */
  isEmployed: z.boolean().nullable(),
  enrollmentStatus: enrollmentCode.nullable(),
  /** Version of this data; the provider's record has its own. */
  networkVersion: version,
  /** Null for users who may not edit. */
  options: networkOptions.nullable(),
  can: actions(['editAffiliations', 'editDetails']),
});
export type ProviderNetwork = z.infer<typeof providerNetwork>;

export const getProviderNetwork = get('/providers/network', {
  summary: "Returns a provider's network, with the choices of its editor.",
  access: signedIn,
  audit: 'none',
  input: z.object({ healthcareProviderId: queryId }),
  output: providerNetwork,
});

/** Error of an on-call period that ends before it starts or overlaps another one: the field and its message, or null. */
export function onCallProblem(period: OnCallPeriod, others: readonly OnCallPeriod[]) {
  const [start, end] = [Date.parse(period.startsAt), Date.parse(period.endsAt)];
  if (end <= start) return { field: 'endsAt', message: networkTexts.endBeforeStart } as const;
  const overlaps = others.some((other) => start < Date.parse(other.endsAt) && Date.parse(other.startsAt) < end);
  return overlaps ? ({ field: 'startsAt', message: networkTexts.overlap } as const) : null;
}

function checkOnCall(periods: readonly OnCallPeriod[], context: z.RefinementCtx) {
  const problem = periods.map((period, index) => onCallProblem(period, periods.toSpliced(index, 1))).find(Boolean);
  if (problem) context.addIssue({ code: 'custom', message: problem.message });
}

/** Tiers of all clients; each client's first one is primary unless another one is marked. */
export const chosenAffiliations = z
  .array(z.object({ affiliationTierId: id, isPrimary: z.boolean().default(false) }))
  .max(networkLimits.affiliations);
export const chosenPlans = z.array(id).max(networkLimits.insurancePlans, networkTexts.tooManyPlans);
export const onCallPeriods = z
  .array(z.object({ startsAt: moment, endsAt: moment }))
  .max(networkLimits.onCall, networkTexts.tooManyOnCall)
  .superRefine(checkOnCall);

/** The form of the editor. */
export const networkForm = z.object({
  affiliations: chosenAffiliations,
  preferredBy: z.array(preferringProvider).max(networkLimits.preferredBy, networkTexts.tooManyPreferredBy),
  insurancePlanIds: chosenPlans,
  onCall: onCallPeriods,
  isEmployed: z.boolean().nullable(),
  enrollmentStatus: enrollmentCode.nullable(),
});
export type NetworkValues = z.input<typeof networkForm>;
