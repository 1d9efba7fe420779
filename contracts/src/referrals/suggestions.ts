import { z } from 'zod';
import { signedIn } from '../access.ts';
import { diagnosis, specialty } from '../directory.ts';
import { get } from '../endpoint.ts';
import { id, queryId } from '../fields.ts';

// What the wizard suggests for a new referral, because the record or earlier referrals say it (docs/domain/referrals.md).

export const suggestionTexts = {
  reviewAndSend: 'Review and send',
  referrers: { pcp: 'Suggested: the patient’s PCP.', last: 'Suggested: chosen last for this patient.' },
  /** The reason for a referral as suggested for a diagnosis. */
  reason: ({ code, description }: { code: string; description: string }) =>
    `Please evaluate and treat: ${description} (${code}).`,
} as const;

/** Why a provider is suggested as "Referred by". */
export const referrerReasons = ['pcp', 'last'] as const;
/** Why a document is suggested. */
export const recordReasons = ['diagnosis', 'recent'] as const;

export const suggestionLimits = {
  diagnoses: 8,
  specialties: 3,
  records: 25,
  /** Days in which a document counts as recent. */
  recentDays: 90,
  /** The latest referrals of the patient among which the user's own last one is found. */
  referralsOfPatient: 50,
  /** The latest referrals with such a diagnosis that are counted, and their age in months. */
  referralsCounted: 200,
  months: 24,
} as const;

const suggestedSpecialty = specialty.extend({
  /** How many of the counted referrals went there. */
  referralCount: z.number(),
  /** The urgency most of these had, routine or urgent; null if most were neither. */
  urgencyDays: z.number().nullable(),
  urgencyCount: z.number(),
});
export type SuggestedSpecialty = z.infer<typeof suggestedSpecialty>;

const suggestedRecord = z.object({
  patientDocumentId: id,
  pageCount: z.number(),
  reason: z.enum(recordReasons),
});
export type SuggestedRecord = z.infer<typeof suggestedRecord>;

export const getReferralSuggestions = get('/provider/referrals/suggestions', {
  summary: 'Suggests who refers, the diagnosis, the specialty, the urgency and the records of a new referral.',
  auditText: 'Suggestions for a referral',
  access: signedIn,
  input: z.object({
    patientId: queryId,
    /** Without a diagnosis, no specialty is suggested, and only recent records. */
    diagnosisCodedConceptId: queryId.optional(),
  }),
  output: z.object({
    /** A provider for whom the user may refer. */
    referredBy: z.object({ healthcareProviderId: id, name: z.string(), reason: z.enum(referrerReasons) }).nullable(),
    /** The patient's current conditions with a billable ICD-10-CM code. */
    diagnoses: z.array(diagnosis),
    /** Where referrals of the patient's client with such a diagnosis went, most first. */
    specialties: z.array(suggestedSpecialty),
    /** The referrals counted: those of the same ICD-10-CM category. */
    referralCount: z.number(),
    records: z.array(suggestedRecord),
  }),
});
export type ReferralSuggestions = z.infer<typeof getReferralSuggestions.output>;
