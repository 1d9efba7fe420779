import { z } from 'zod';
import { signedIn } from './access.ts';
import { actions } from './can.ts';
import { appointmentStatuses } from './codes.ts';
import { draftVersions } from './messages/drafts.ts';
import { correspondent, linkedMessage } from './messages/linked.ts';
import { diagnosis, providerAddress, specialty } from './directory.ts';
import { get, post } from './endpoint.ts';
import { id, optionalText, queryBoolean, queryId, requiredText, timestamp, version } from './fields.ts';
import { sentSelections } from './charts/selection.ts';
import { sentChart } from './charts/sent.ts';
import { patientDocument } from './charts.ts';
import { linkedConsultation } from './consultations/linked.ts';
import { patientSummary } from './patients.ts';
import { requiredIf } from './fields/crossField.ts';
import { mobileNumber } from './fields/phone.ts';
import { areDaysInOrder, daysRule, referralCounts, referralFilters } from './referrals/filters.ts';
import { knownReferralStatus, linkedReferral } from './referrals/linked.ts';
import {
  needsMoreInfo,
  notPreferredFields,
  notPreferredReasonCode,
  notPreferredTexts,
} from './referrals/notPreferred.ts';
import { suggestedProvider } from './referrals/suggested.ts';
import { referralTypeCode, requestedType, selectionReasonCode, selectionReasonFields } from './referrals/selection.ts';
import { recordScope } from './referrals/recordScope.ts';
import { protocolAnswers, sentProtocol } from './referrals/protocols.ts';
import { referralActions, referralExceptionReasons, referralSides } from './referrals/states.ts';
import {
  referralAnswer,
  referralAppointment,
  referralComment,
  referralDelivery,
  referralEvent,
} from './referrals/story.ts';

export type { ReferralAppointment, ReferralDelivery, ReferralEvent } from './referrals/story.ts';

// ---------------------------------------------------------------- rules of the wizard's steps (docs/domain/referrals.md)

export const referralTexts = {
  chooseOne: 'Select either a provider or a specialty.',
  providerRequired: 'Healthcare Provider is a required field.',
  specialtyRequired: 'Specialty is a required field.',
  specialtyGone: 'This specialty is no longer in use. Choose another one.',
  uncoordinated: (client: string) => `Nobody coordinates care for ${client}. Choose a provider instead.`,
  providerGone: 'This provider no longer practices under their NPI. Choose another provider.',
  userGone:
    'This provider can no longer answer in this portal. Choose another provider, or send it to the care coordinators.',
  toReferrer: 'The referring provider cannot receive the referral. Choose another provider.',
  encounterUnknown: 'This encounter is not one of the patient’s.',
  addressGone: 'This address no longer belongs to the provider. Choose the provider again.',
  behalfRequired: 'You must specify whom the referral request is on behalf of.',
  ...notPreferredTexts,
  reasonRequired: 'Referral Reason is required.',
  reasonTooLong: 'Referral Reason must 500 characters or less.',
  urgencyRequired: 'Urgency is required.',
  additionalInfoTooLong: 'Additional Info must 500 characters or less.',
  authorizationCodeTooLong: 'Authorization Code must be 50 characters or less.',
  consentPhoneRequired: 'Patient phone is required if they have given SMS consent',
  consentPrompt: 'Please confirm that the patient/caregiver has given prior authorization to receive SMS messages.',
  exitTitle: 'Are you sure you want to exit this referral?',
  exitNote: 'If you exit now, your data will not be saved.',
  cancelTitle: 'Are you sure you want to cancel this referral?',
  cancelYes: 'Yes, cancel referral',
  cancelNo: 'No, keep referral',
} as const;

export const referralLimits = {
  referralReason: 500,
  additionalInfo: 250,
  authorizationCode: 50,
  declineReasonOther: 250,
} as const;

/** Step 2: why, how soon, and for what. */
export const referralReasonFields = z.object({
  referralType: requestedType,
  referralReason: requiredText(
    referralLimits.referralReason,
    referralTexts.reasonRequired,
    referralTexts.reasonTooLong,
  ),
  urgencyDays: z.number(referralTexts.urgencyRequired).int().min(1).max(365),
  diagnosisCodedConceptId: id.nullish(),
  additionalInfo: optionalText(referralLimits.additionalInfo, referralTexts.additionalInfoTooLong),
  authorizationCode: optionalText(referralLimits.authorizationCode, referralTexts.authorizationCodeTooLong),
});

/** Step 3: how the patient is reached. */
export const contactFields = z.object({
  caregiverName: optionalText(100, 'Caregiver name must be 100 characters or less'),
  cellPhone: mobileNumber,
  givenSmsConsent: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});
const phoneForConsent = requiredIf<z.output<typeof contactFields>>(
  'cellPhone',
  'givenSmsConsent',
  referralTexts.consentPhoneRequired,
);
export const contactForm = contactFields.superRefine(phoneForConsent);

/**
 * Refuses a provider who has no active user. Set by senders who were shown one, so that nobody believes that a provider
 * answers who cannot.
 */
export const requiresUser = z.boolean().default(false);

/** Fields of all wizard steps, for sending and for updating a referral. */
export const referralRequest = z
  .object({
    healthcareProviderId: id.nullish(),
    requiresUser,
    healthcareProviderAddressId: id.nullish(),
    /** Used only without a provider; a referral to a provider has the provider's specialty. */
    healthcareProviderSpecialtyId: id.nullish(),
    referredByHealthcareProviderId: id.nullish(),
    /** Step 4: attached charts. */
    patientCharts: sentSelections,
  })
  .extend({
    /** What accepting opens; the usual scope of the receiver if left out, or the stored one in an update. */
    recordScope: recordScope.nullish(),
  })
  .extend(referralReasonFields.shape)
  .extend(contactFields.shape)
  .extend(notPreferredFields.shape)
  .extend(selectionReasonFields.shape);

/** Adds the rules across several fields. */
export function checkedRequest<Request extends typeof referralRequest>(request: Request) {
  return request
    .superRefine(phoneForConsent)
    .refine((value) => !needsMoreInfo(value.notPreferredReason) || value.notPreferredAdditionalInfo !== null, {
      path: ['notPreferredAdditionalInfo'],
      message: referralTexts.notPreferredInfoRequired,
    });
}

export const createReferral = post('/provider/referrals/create', {
  summary: 'Sends a referral for a patient to a provider or to a specialty.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: checkedRequest(
    referralRequest.extend({
      patientId: id,
      /** Versions of the sent draft, which is removed. */
      draftVersions: draftVersions.default([]),
      /** The declined or canceled referral that this one follows. */
      previousReferralId: id.nullish(),
      /** The previous referral, identified by its work queue item. */
      workQueueEncounterId: id.nullish(),
      /** The consultation from which this referral is created. */
      careCoordinatorRequestId: id.nullish(),
      /** The encounter it was written for; otherwise that of the referral or consultation it follows. */
      patientEncounterId: id.nullish(),
      /** Required if the specialty has a protocol. */
      protocol: protocolAnswers.nullish(),
    }),
  ),
  output: z.object({
    referralId: id,
    version,
    /** The sender's access to the patient after the referral (docs/domain/referrals.md). */
    canAccessPatient: z.boolean(),
    hasPendingInvite: z.boolean(),
  }),
});

// ---------------------------------------------------------------- reading

/** Data shown in lists, queues and the referral itself. */
export const referralSummary = z.object({
  referralId: id,
  /** Stored status; `isOverdue` says whether the due time passed without an appointment. */
  status: knownReferralStatus,
  isOverdue: z.boolean(),
  urgencyDays: z.number(),
  dueAt: timestamp,
  referralReason: z.string(),
  healthcareProviderId: id.nullable(),
  referredToName: z.string().nullable(),
  healthcareProviderSpecialtyId: id.nullable(),
  /** Specialty of the provider, or the requested specialty if no provider is selected. */
  specialtyName: z.string().nullable(),
  declineReason: z.number().nullable(),
  /** Also if it was missed or canceled. */
  latestAppointment: z
    .object({
      appointmentTime: timestamp,
      /** As in `appointment`. */
      timeZone: z.string().nullable(),
      status: z.enum(appointmentStatuses),
    })
    .nullable(),
  /** How a completed or declined referral was answered; null for others. */
  answer: referralAnswer.nullable(),
  /** The side that must reply to a question; null if there is none. */
  awaitReplyFrom: z.enum(referralSides).nullable(),
});

export const referralListItem = referralSummary.extend({
  workQueueEncounterId: id.nullable(),
  patient: patientSummary,
  statusCode: z.number(),
  dateCreated: timestamp,
  statusChangedAt: timestamp,
  referredByName: z.string(),
  /** Whether there is an unread response to the user or the person acted for. */
  isUnread: z.boolean(),
  /** The user's side; null if they only see it. */
  side: z.enum(referralSides).nullable(),
  version,
});
export type ReferralListItem = z.infer<typeof referralListItem>;
const exceptionReasons = z.array(z.enum(referralExceptionReasons));

/** Data shown in a work queue. */
export const queuedReferral = referralSummary.extend({
  referredByName: z.string(),
  /** In the queue of exceptions only. */
  exceptionReasons,
});
export type QueuedReferral = z.infer<typeof queuedReferral>;

/** Referrals per page. */
export const referralPageSize = 20;

export const listReferrals = get('/provider/referrals', {
  summary: 'Lists referrals sent or received by the user or somebody they act for, or of their clients.',
  auditText: 'List of referrals',
  access: signedIn,
  audit: 'search',
  input: referralFilters
    .extend({
      /** Includes counts by status; for the first page. */
      withCounts: queryBoolean.default(false),
      cursor: z.string().max(400).optional(),
    })
    .refine(areDaysInOrder, daysRule),
  output: z.object({
    items: z.array(referralListItem),
    nextCursor: z.string().nullable(),
    counts: referralCounts.nullable(),
  }),
});

export const referral = referralSummary.extend({
  exceptionReasons,
  workQueueEncounterId: id.nullable(),
  patient: patientSummary.extend({ phone: z.string().nullable(), careTeamSize: z.number().nullable() }),
  /** Whether the reader may open the patient's page. */
  canAccessPatient: z.boolean(),
  /** Same as in the list. */
  isUnread: z.boolean(),
  statusCode: z.number(),
  urgency: z.string(),
  referralType: referralTypeCode,
  /** Why this provider was selected; null if nobody said. */
  providerSelectionReason: selectionReasonCode.nullable(),
  /** What accepting opens; null until a provider is selected. */
  recordScope: recordScope.nullable(),
  /** The patient's client, if the receiver belongs to other clients only. */
  outsideClientName: z.string().nullable(),
  /** The encounter it was written for. */
  patientEncounterId: id.nullable(),
  dateCreated: timestamp,
  statusChangedAt: timestamp,
  additionalInfo: z.string().nullable(),
  authorizationCode: z.string().nullable(),
  diagnosis: diagnosis.nullable(),
  diagnosisIcd10Code: z.string().nullable(),
  caregiverName: z.string().nullable(),
  cellPhone: z.string().nullable(),
  givenSmsConsent: z.boolean(),
  /** What it answers to the protocol of its specialty; null if there was none when it was sent. */
  protocol: sentProtocol.nullable(),
  /** Why a provider outside the preferred affiliations was chosen; only for the referring side. */
  notPreferredReason: notPreferredReasonCode.nullable(),
  notPreferredAdditionalInfo: z.string().nullable(),
  healthcareProviderSpecialty: specialty.nullable(),
  referredToUser: z.object({ userId: id, fullName: z.string() }).nullable(),
  referredToUserId: id.nullable(),
  /** The provider it was accepted for. */
  acceptedForHealthcareProviderId: id.nullable(),
  referredToOrganization: z.string().nullable(),
  referredToAddress: providerAddress.nullable(),
  referredToOfficePhone: z.string().nullable(),
  referredToUserAddressId: id.nullable(),
  referredByUserFullName: z.string(),
  referredByHealthcareProvider: z
    .object({
      healthcareProviderId: id,
      fullName: z.string(),
      addressInfos: z.array(providerAddress),
      organizationNames: z.array(z.string()),
    })
    .nullable(),
  referredByProviderName: z.string().nullable(),
  /** Whether the referring provider sent it, not somebody for them. */
  isSentByReferrer: z.boolean(),
  referredByOrganization: z.string().nullable(),
  declineReasonOther: z.string().nullable(),
  /** Whom the receiver suggested while declining. */
  suggestedProvider: suggestedProvider.nullable(),
  /** The latest appointment, even if it was missed or canceled. */
  appointment: referralAppointment.nullable(),
  /** Earlier appointments, latest first. */
  earlierAppointments: z.array(referralAppointment),
  /** Attached charts, as they were sent. */
  patientCharts: z.array(sentChart),
  referralPatientDocuments: z.array(patientDocument),
  /** Documents returned when it was closed. */
  consultNotes: z.array(sentChart),
  /** SHA-256 of the sent content; null for referrals sent before digests were stored. */
  hash: z.string().nullable(),
  /** The user's side; null for others who can see the patient. */
  side: z.enum(referralSides).nullable(),
  /** Whether nobody on the receiving side can sign in, so that the client's coordinators record the office's answer. */
  isAnsweredByCoordinators: z.boolean(),
  /** Whether the user is one of these coordinators. */
  isUserCoordinator: z.boolean(),
  /** The declined or canceled referral that this one follows, and the one that follows this. */
  previousReferral: linkedReferral.nullable(),
  nextReferral: linkedReferral.nullable(),
  /** The consultation from which this referral was created. */
  originConsultation: linkedConsultation.nullable(),
  timeline: z.array(referralEvent),
  /** The reader's messages about it, latest first. */
  messages: z.array(linkedMessage),
  /** Whom the reader can write to on the other side. */
  messageTo: correspondent.nullable(),
  comments: z.array(referralComment),
  deliveries: z.array(referralDelivery),
  version,
  can: actions(referralActions),
});
export type Referral = z.infer<typeof referral>;

export const getReferral = get('/provider/referrals/info', {
  summary: 'Returns a referral by id or by work queue item.',
  auditText: 'A referral',
  access: signedIn,
  input: z.object({ referralId: queryId.optional(), workQueueEncounterId: queryId.optional() }),
  output: referral,
});
