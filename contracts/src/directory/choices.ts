import { z } from 'zod';
import { signedIn } from '../access.ts';
import { declineReason } from '../codes.ts';
import { networkState, providerAddress } from '../directory.ts';
import { get } from '../endpoint.ts';
import { id, queryId, queryInteger, timestamp } from '../fields.ts';

// Providers to choose between, each once, in the order of how well they fit the patient (docs/domain/directory.md).

/** Figures cover referrals of this many months, up to the last night. */
export const figuresPeriodMonths = 12;
/** Figures of fewer referrals are not shown. */
export const fewestReferrals = 5;
/** A declined referral of the patient counts for this many months. */
export const declinedMonths = 6;
/** Providers that are compared: the nearest, or the first by name. */
export const mostChoices = 200;
/** Providers per page. */
export const choicePageSize = 20;
/** Places listed with a provider, the nearest first. */
export const placesOfChoice = 4;

/** What the state follows from: plans that the provider accepts, the affiliation with the client, or the distance. */
export const networkBasis = z.enum(['plan', 'affiliation', 'distance']);

const declineReasonCode = z.union(Object.values(declineReason.table).map((code) => z.literal(code)));

/** How referrals of the patient's client were answered in the period. */
export const referralFigures = z.object({
  /** Of all providers of the specialty, because this one had too few referrals. */
  isOfSpecialty: z.boolean(),
  answeredCount: z.number().int(),
  /** Median hours until the first answer. */
  answerHours: z.number(),
  /** Median days until the first appointment; null with too few appointments. */
  visitDays: z.number().nullable(),
  declinedCount: z.number().int(),
  /** The reason of more than half of the declined ones. */
  declineReason: declineReasonCode.nullable(),
});
export type ReferralFigures = z.infer<typeof referralFigures>;

/** A referral of the patient that the provider declined. */
export const declinedReferral = z.object({ on: timestamp, reason: declineReasonCode });
export type DeclinedReferral = z.infer<typeof declinedReferral>;

const choicePlace = providerAddress.extend({ distance: z.number().nullable() });

export const providerChoice = z.object({
  healthcareProviderId: id,
  userId: id.nullable(),
  /** "Last, First" */
  fullName: z.string(),
  degree: z.string().nullable(),
  gender: z.enum(['M', 'F']).nullable(),
  specialty: z.string().nullable(),
  healthcareProviderSpecialtyId: id.nullable(),
  organizationName: z.string().nullable(),
  npiNumber: z.string().nullable(),
  acceptsNewPatients: z.boolean().nullable(),
  officePhone: z.string().nullable(),
  isPreferred: z.boolean(),
  enforcePreferred: z.boolean(),
  affiliationName: z.string().nullable(),
  isOnCall: z.boolean(),
  network: networkState,
  networkBasis: networkBasis.nullable(),
  /** The patient's active plans that the provider accepts. */
  acceptedPlans: z.array(z.string()),
  /** The patient's client, if the provider's user belongs to other clients only. */
  outsideClientName: z.string().nullable(),
  /** Whether the patient had a visit with this provider. */
  hasSeenPatient: z.boolean(),
  /** The last referral of the patient that the provider declined lately; null without one. */
  declined: declinedReferral.nullable(),
  figures: referralFigures.nullable(),
  /** Miles to the nearest place; null if either position is unknown. */
  distance: z.number().nullable(),
  /** The nearest ones. */
  places: z.array(choicePlace),
  placeCount: z.number().int(),
});
export type ProviderChoice = z.infer<typeof providerChoice>;

export const findProviderChoices = get('/provider/users/provider-choices', {
  summary: 'Searches providers by name or specialty, each once, those that fit the patient best first.',
  auditText: 'Search for providers',
  access: signedIn,
  // A distance reveals where the patient lives, and accepted plans how they are insured.
  audit: 'search',
  input: z.object({
    /** Whose plans and address count; unknown without one. */
    patientId: queryId.optional(),
    searchTerm: z.string().trim().max(100).default(''),
    /** Without a name and a specialty nothing is found. */
    healthcareProviderSpecialtyId: queryId.optional(),
    /** Only this provider. */
    healthcareProviderId: queryId.optional(),
    /** `healthcareProviderId` to exclude, such as the requesting provider. */
    excludePersonId: queryId.optional(),
    page: queryInteger({ min: 1, max: mostChoices / choicePageSize, fallback: 1 }),
  }),
  output: z.object({
    items: z.array(providerChoice),
    hasMore: z.boolean(),
    /** Whether others match that were not compared. */
    isLimited: z.boolean(),
    /** The patient's active plans. */
    plans: z.array(z.string()),
    /** The client whose referrals the figures are of; null if the user is not one of its users. */
    figuresClientName: z.string().nullable(),
  }),
});
