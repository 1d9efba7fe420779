import { z } from 'zod';
import { signedIn } from '../access.ts';
import { chartSelection } from '../charts/selection.ts';
import { diagnosis, providerSearchItem, specialty } from '../directory.ts';
import { get, post } from '../endpoint.ts';
import { id, queryId, timestamp, version } from '../fields.ts';
import { patientSummary } from '../patients.ts';
import { draftVersions } from '../messages/drafts.ts';
import { notPreferredReasonCode } from './notPreferred.ts';
import { recordScope } from './recordScope.ts';
import { requestedType, selectionReasonCode } from './selection.ts';

/** A text as typed, not validated. */
const typed = z.string().max(4000);

/** The answers to a protocol, with what its author saw of it. */
const draftedProtocol = z.object({
  referralProtocolId: id,
  version,
  /** The questions by name, for answers to one that is no longer asked. */
  labels: z.record(z.string().max(40), typed),
  answers: z.record(
    z.string().max(40),
    z.union([typed, z.boolean(), z.object({ healthcareProviderId: id, name: typed }), z.null()]),
  ),
  authorizationReason: typed,
});

/** State of the wizard, by step. */
export const referralDraftContent = z.object({
  /** Current step, from 0. */
  step: z.number().int().min(0).max(4),
  chooseProvider: z.object({
    referralType: z.enum(['provider', 'specialty']).nullable(),
    healthcareProvider: providerSearchItem.nullable(),
    healthcareProviderSpecialty: specialty.nullable(),
    referredBy: z.object({ healthcareProviderId: id, name: typed }).nullable(),
    notPreferredReason: notPreferredReasonCode.nullable().default(null),
    notPreferredAdditionalInfo: typed.default(''),
    providerSelectionReason: selectionReasonCode.nullable().default(null),
    recordScope: recordScope.nullable().default(null),
  }),
  referralReason: z.object({
    referralType: requestedType,
    referralReason: typed,
    urgencyDays: z.number().int().min(1).max(365).nullable(),
    diagnosis: diagnosis.nullable(),
    additionalInfo: typed,
    authorizationCode: typed,
    protocol: draftedProtocol.nullable().default(null),
  }),
  verifyContactInfo: z.object({ caregiverName: typed, cellPhone: typed, givenSmsConsent: z.boolean() }),
  charts: z.object({
    selectedCharts: z.array(chartSelection).max(500),
    /** Why a document is missing, by its name in the protocol. */
    missing: z.record(z.string().max(40), typed).default({}),
  }),
  /** The declined or canceled referral that it follows. */
  previousReferralId: id.nullish(),
  /** The consultation from which it is created. */
  careCoordinatorRequestId: id.nullish(),
  /** The encounter for which it is written. */
  patientEncounterId: id.nullish(),
});
export type ReferralDraftContent = z.infer<typeof referralDraftContent>;

/** An unsent referral. Only its author can see it, and only while they may see the patient. */
export const referralDraft = z.object({ content: referralDraftContent, version: z.uuid(), savedAt: timestamp });
export type ReferralDraft = z.infer<typeof referralDraft>;

export const getReferralDraft = get('/provider/referrals/draft', {
  summary: 'Returns the user’s unsent referral of a patient.',
  auditText: 'A referral that is not sent yet',
  access: signedIn,
  input: z.object({ patientId: queryId }),
  output: z.object({ draft: referralDraft.nullable() }),
});

/** Maximum drafts in a list. */
export const referralDraftLimit = 100;

/** A draft in the user's list. */
export const listedDraft = z.object({
  patient: patientSummary,
  /** The provider, if selected. */
  referredToName: z.string().nullable(),
  specialtyName: z.string().nullable(),
  referralReason: z.string(),
  urgencyDays: z.number().nullable(),
  /** Current step, from 0. */
  step: z.number(),
  version: z.uuid(),
  savedAt: timestamp,
});
export type ListedDraft = z.infer<typeof listedDraft>;

export const listReferralDrafts = get('/provider/referrals/drafts', {
  summary: 'Lists the user’s unsent referrals of patients they may see, latest first.',
  auditText: 'Referrals that are not sent yet',
  access: signedIn,
  audit: 'search',
  input: z.object({}),
  output: z.object({ drafts: z.array(listedDraft) }),
});

export const saveReferralDraft = post('/provider/referrals/draft/save', {
  summary: 'Saves a draft referral, unless it was changed elsewhere; null removes it.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'same',
  makesStale: [listReferralDrafts],
  audit: 'none',
  input: z.object({
    patientId: id,
    /** Chosen by the caller, so that it recognizes its own save after a lost response. */
    version: z.uuid(),
    /** The versions it may replace. */
    seen: draftVersions,
    content: referralDraftContent.nullable(),
  }),
  /** The stored draft, if this one was not saved because the versions conflict. */
  output: z.object({ current: referralDraft.nullable() }),
});
