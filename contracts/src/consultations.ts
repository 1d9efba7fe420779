import { z } from 'zod';
import { signedIn } from './access.ts';
import { actions } from './can.ts';
import { sentSelections } from './charts/selection.ts';
import { sentChart } from './charts/sent.ts';
import { encounterType } from './codes.ts';
import { consultationStatus, consultationStatuses } from './codes/consultations.ts';
import type { EncounterType } from './codes.ts';
import { consultationActions, consultationTransitions } from './consultations/states.ts';
import { providerAddress } from './directory.ts';
import { get, nothing, post } from './endpoint.ts';
import { id, optionalText, queryBoolean, queryId, queryInteger, timestamp, version } from './fields.ts';
import { letterBrand } from './letters.ts';
import { correspondent, linkedMessage } from './messages/linked.ts';
import { patientSummary } from './patients.ts';
import { linkedReferral } from './referrals/linked.ts';
import { referralTexts, requiresUser } from './referrals.ts';
import {
  needsMoreInfo,
  notPreferredFields,
  notPreferredReasonCode,
  notPreferredTexts,
} from './referrals/notPreferred.ts';
import { referralDelivery } from './referrals/story.ts';

// Medication consultations, called care coordinator requests in the API (docs/domain/consultations.md).

export const consultationTexts = {
  providerRequired: referralTexts.providerRequired,
  commentsTooLong: 'Comments/notes must be 500 characters or less.',
  actionRequired: 'You must select an action',
  notesTooLong: 'Response Notes cannot exceed 500 characters.',
  notesRequired: 'This is a required field',
  sent: 'Medication consultation request has been sent successfully',
  exitTitle: 'Are you sure you want to cancel this medical consultation?',
  exitNote: referralTexts.exitNote,
  exitYes: 'Yes, I want to cancel',
  exitNo: 'Never mind',
  processTitle: 'Accept or Decline Medication Consultation',
  notActingFor: 'You cannot send a request on behalf of this person.',
  notReachable: 'Choose a provider on the care team or from the directory.',
  notProvider: 'This person is not a provider. Choose a provider on the care team or from the directory.',
  providerGone: referralTexts.providerGone,
  userGone:
    'This provider can no longer answer in this portal. Choose somebody else, or continue, and a care coordinator will ask by phone.',
  memberGone: 'This person can no longer sign in. Choose somebody else.',
  toOneself: 'You cannot send a request to yourself.',
  emergencyOnly: 'With emergency access you can read this consultation but not change it.',
  changed: 'This consultation has changed since you opened it.',
} as const;

export const consultationLimits = { notes: 500 } as const;

/** Step 2 of the wizard. */
export const requestNotes = optionalText(consultationLimits.notes, consultationTexts.commentsTooLong);
const responseNotes = optionalText(consultationLimits.notes, consultationTexts.notesTooLong);

export const createConsultation = post('/provider/care-coordination/requests/create', {
  summary: 'Asks a provider on the care team or from the directory for a medication consultation about a patient.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ConsultationChangedEvent', 'WorkQueueItemChangedEvent'],
  input: z
    .object({
      patientId: id,
      healthcareProviderId: id.nullish(),
      requiresUser,
      healthcareProviderAddressId: id.nullish(),
      requestedToUserId: id.nullish(),
      /** The user on whose behalf it is sent: the caller, or somebody they may act for. */
      requestedByUserId: id.nullish(),
      requestNotes,
      patientCharts: sentSelections,
      ...notPreferredFields.shape,
    })
    .refine((value) => !needsMoreInfo(value.notPreferredReason) || value.notPreferredAdditionalInfo !== null, {
      path: ['notPreferredAdditionalInfo'],
      message: notPreferredTexts.notPreferredInfoRequired,
    }),
  output: z.object({ careCoordinatorRequestId: id, version }),
});

/** Identifies a consultation and the version that was shown. */
const target = z.object({
  careCoordinatorRequestId: id.nullish(),
  workQueueEncounterId: id.nullish(),
  /** Left out by callers that do not edit displayed data; then the current version is used. */
  version: version.optional(),
});
const changed = z.object({ careCoordinatorRequestId: id, version });

const { accept, acceptWithChange, acknowledge, decline } = consultationTransitions;
const answerCodes = [accept, acceptWithChange, acknowledge, decline].map(({ to }) => consultationStatus.codeOf(to));
const codesWithNotes = new Set<number>(
  [accept, acceptWithChange, acknowledge, decline].flatMap(({ to, needsNotes }) =>
    needsNotes ? [consultationStatus.codeOf(to)] : [],
  ),
);

/** The receiver's response. */
export const consultationAnswerForm = z
  .object({
    status: z.union(
      answerCodes.map((code) => z.literal(code)),
      consultationTexts.actionRequired,
    ),
    responseNotes,
  })
  .refine((value) => !codesWithNotes.has(value.status) || value.responseNotes !== null, {
    path: ['responseNotes'],
    message: consultationTexts.notesRequired,
  });

export const completeConsultation = post('/provider/care-coordination/requests/complete', {
  summary: 'Responds to a consultation: acknowledges, accepts, accepts with changes or declines it.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ConsultationChangedEvent', 'WorkQueueItemChangedEvent'],
  input: z
    .object({
      ...target.shape,
      ...consultationAnswerForm.shape,
      /** Used as the response notes if those are absent. */
      comments: responseNotes,
      /** The responding provider: the user, or one they act for. */
      healthcareProviderId: id.nullish(),
    })
    .refine((value) => !codesWithNotes.has(value.status) || (value.responseNotes ?? value.comments) !== null, {
      path: ['responseNotes'],
      message: consultationTexts.notesRequired,
    }),
  output: changed,
});

export const cancelConsultation = post('/provider/care-coordination/requests/cancel', {
  summary: 'Withdraws a consultation without a response.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ConsultationChangedEvent', 'WorkQueueItemChangedEvent'],
  input: target,
  output: changed,
});

export const readConsultationAnswer = post('/provider/care-coordination/requests/read', {
  summary: 'Marks the response to a consultation as read by the requester.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'same',
  makesStale: ['ConsultationChangedEvent', 'WorkQueueItemChangedEvent'],
  audit: 'none',
  input: z.object({
    careCoordinatorRequestId: id,
    /** The version that was shown; a later response stays unread. */
    version,
  }),
  output: nothing,
});

// ---------------------------------------------------------------- reading

const status = z.enum(consultationStatuses);

/** Data shown in lists, queues and the consultation itself. */
export const consultationSummary = z.object({
  careCoordinatorRequestId: id,
  status,
  requestNotes: z.string().nullable(),
  responseNotes: z.string().nullable(),
  /** "Last, First" of the provider or user. */
  requestedToName: z.string(),
  requestedToSpecialty: z.string().nullable(),
  /** "Last, First" of the user on whose behalf it was sent. */
  requestedByName: z.string(),
  statusChangedAt: timestamp,
});
export type ConsultationSummary = z.infer<typeof consultationSummary>;

export const consultationListItem = consultationSummary.extend({
  workQueueEncounterId: id.nullable(),
  patient: patientSummary,
  /** Receiver: a user, a directory provider, or both. */
  requestedToUserId: id.nullable(),
  healthcareProviderId: id.nullable(),
  statusCode: z.number(),
  dateCreated: timestamp,
  /** Whether there is an unread response to the user or somebody they act for. */
  isUnread: z.boolean(),
  version,
});
export type ConsultationListItem = z.infer<typeof consultationListItem>;

/** Consultations per page. */
export const consultationPageSize = 20;

export const listConsultations = get('/provider/care-coordination/requests', {
  summary: 'Lists consultations sent or received by the user or somebody they act for, newest first.',
  auditText: 'List of consultations',
  access: signedIn,
  audit: 'search',
  input: z.object({
    /** Incoming 1, Outgoing 2, All 3. */
    direction: queryInteger({ min: 1, max: 3, fallback: 3 }),
    /** One of the statuses, or `open` for those without a final response. */
    status: z.union([status, z.literal('open')]).optional(),
    /** Only consultations of this patient, by any sender. */
    patientId: queryId.optional(),
    searchTerm: z.string().trim().max(100).default(''),
    /** Only the user's own, or those of the person acted for, with an unread response. */
    unread: queryBoolean.optional(),
    cursor: z.string().max(400).optional(),
  }),
  output: z.object({ items: z.array(consultationListItem), nextCursor: z.string().nullable() }),
});

export const countUnreadAnswers = get('/provider/care-coordination/requests/unread-count', {
  summary: 'Counts unread responses to consultations.',
  access: signedIn,
  audit: 'none',
  input: z.object({}),
  output: z.object({ unreadCount: z.number().int() }),
});

export const consultationEvent = z.object({
  consultationEventId: id,
  occurredAt: timestamp,
  action: z.enum(['created', 'acknowledged', 'accepted', 'accepted_with_change', 'declined', 'cancelled', 'referred']),
  userId: id,
  userFullName: z.string(),
  onBehalfOfFullName: z.string().nullable(),
  fromStatus: z.string().nullable(),
  toStatus: z.string().nullable(),
  comment: z.string().nullable(),
});
export type ConsultationEvent = z.infer<typeof consultationEvent>;

export const consultation = consultationSummary.extend({
  workQueueEncounterId: id.nullable(),
  patient: patientSummary.extend({ phone: z.string().nullable(), careTeamSize: z.number().nullable() }),
  /** Whether the reader may open the patient's page. */
  canAccessPatient: z.boolean(),
  statusCode: z.number(),
  dateCreated: timestamp,
  /** The request notes, called comments in the wizard. */
  comments: z.string().nullable(),
  requestedToUserId: id.nullable(),
  requestedToUserFullName: z.string(),
  requestedToUserSpecialty: z.string().nullable(),
  healthcareProviderId: id.nullable(),
  healthcareProviderSpecialtyId: id.nullable(),
  requestedToOrganization: z.string().nullable(),
  requestedToAddress: providerAddress.nullable(),
  requestedToOfficePhone: z.string().nullable(),
  /** False if the provider is not an active user; then the coordinators respond. */
  isReceiverUser: z.boolean(),
  requestedByUserId: id,
  requestedByUserFullName: z.string(),
  requestedByUserOrganizationName: z.string().nullable(),
  /** The requester's entry in the directory, with their first address. */
  requestedByProvider: z
    .object({ healthcareProviderId: id, officePhone: z.string().nullable(), address: providerAddress.nullable() })
    .nullable(),
  /** The person who wrote it, if different. */
  writtenByUserFullName: z.string().nullable(),
  notPreferredReason: notPreferredReasonCode.nullable(),
  notPreferredAdditionalInfo: z.string().nullable(),
  answeredByUserFullName: z.string().nullable(),
  answeredForProviderName: z.string().nullable(),
  answeredAt: timestamp.nullable(),
  isUnread: z.boolean(),
  /** Attached charts, as they were sent. */
  patientCharts: z.array(sentChart),
  /** The referral created from it. */
  followedByReferral: linkedReferral.nullable(),
  timeline: z.array(consultationEvent),
  /** The reader's messages about it, latest first. */
  messages: z.array(linkedMessage),
  /** Whom the reader can write to on the other side. */
  messageTo: correspondent.nullable(),
  deliveries: z.array(referralDelivery),
  version,
  can: actions(consultationActions),
});
export type Consultation = z.infer<typeof consultation>;

export const getConsultation = get('/provider/care-coordination/requests/info', {
  summary: 'Returns a consultation by id or by work queue item.',
  auditText: 'A consultation',
  access: signedIn,
  input: z.object({ careCoordinatorRequestId: queryId.optional(), workQueueEncounterId: queryId.optional() }),
  output: consultation,
});

export const getConsultationBrand = get('/provider/care-coordination/requests/brand', {
  summary: "Returns logo and name of the client of a consultation's sender, for its letter.",
  access: signedIn,
  audit: 'none',
  input: z.object({ careCoordinatorRequestId: queryId }),
  output: letterBrand,
});

/** A provider on whose behalf the user can respond. */
const answeringProvider = z.object({ healthcareProviderId: id, fullName: z.string() });
const consultedEncounter = z.object({
  patientEncounterId: id,
  encounterType: z.enum(Object.keys(encounterType.table) as [EncounterType, ...EncounterType[]]),
  encounterDate: timestamp,
  /** In which the date was stated: an IANA name or an offset; null if it is not known. */
  timeZone: z.string().nullable(),
  facilityName: z.string().nullable(),
});

export const getConsultationInQueue = get('/provider/care-coordination/requests/additional-info', {
  summary:
    'Returns data for the response dialog: the request, its encounter, and on whose behalf the user can respond.',
  auditText: 'A consultation',
  access: signedIn,
  input: z.object({ careCoordinatorRequestId: queryId.optional(), workQueueEncounterId: queryId.optional() }),
  output: consultation.extend({
    /** The patient's latest encounter when it was sent. */
    encounter: consultedEncounter.nullable(),
    answeringProviders: z.array(answeringProvider),
  }),
});
export type ConsultationInQueue = z.infer<typeof getConsultationInQueue.output>;
