import { z } from 'zod';
import { signedIn } from './access.ts';
import { actions } from './can.ts';
import { chartSelection } from './charts/selection.ts';
import { sentChart } from './charts/sent.ts';
import { encounterType } from './codes.ts';
import { consultationStatus, consultationStatuses } from './codes/consultations.ts';
import type { EncounterType } from './codes.ts';
import { consultationActions, consultationTransitions } from './consultations/states.ts';
import { providerAddress } from './directory.ts';
import { get, nothing, post } from './endpoint.ts';
import { id, optionalText, queryId, queryInteger, timestamp, version } from './fields.ts';
import { patientSummary } from './patients.ts';
import { linkedReferral, referralTexts } from './referrals.ts';
import {
  needsMoreInfo,
  notPreferredFields,
  notPreferredReasonCode,
  notPreferredTexts,
} from './referrals/notPreferred.ts';
import { referralDelivery } from './referrals/story.ts';

// Medication consultations, which the calls name care coordinator requests (docs/domain/consultations.md).

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
  notReachable: 'Choose somebody on the care team or a provider of the directory.',
  providerGone: referralTexts.providerGone,
  toOneself: 'You cannot send a request to yourself.',
  changed: 'Somebody changed this consultation meanwhile.',
} as const;

export const consultationLimits = { notes: 500 } as const;

/** Step 2 of the wizard. */
export const requestNotes = optionalText(consultationLimits.notes, consultationTexts.commentsTooLong);
const responseNotes = optionalText(consultationLimits.notes, consultationTexts.notesTooLong);

export const createConsultation = post('/provider/care-coordination/requests/create', {
  summary: 'Asks a provider, or somebody on the care team, for a medication consultation about a patient.',
  access: signedIn,
  authorization: 'policy',
  idempotent: true,
  input: z
    .object({
      patientId: id,
      healthcareProviderId: id.nullish(),
      healthcareProviderAddressId: id.nullish(),
      requestedToUserId: id.nullish(),
      /** In whose name it is sent: the user, or anybody they may act for. */
      requestedByUserId: id.nullish(),
      requestNotes,
      patientCharts: z.array(chartSelection).max(500).default([]),
      ...notPreferredFields.shape,
    })
    .refine((value) => !needsMoreInfo(value.notPreferredReason) || value.notPreferredAdditionalInfo !== null, {
      path: ['notPreferredAdditionalInfo'],
      message: notPreferredTexts.notPreferredInfoRequired,
    }),
  output: z.object({ careCoordinatorRequestId: id, version }),
});

/** Which consultation, as it was seen. */
const target = z.object({
  careCoordinatorRequestId: id.nullish(),
  workQueueEncounterId: id.nullish(),
  /** Left out by callers that do not edit what they saw; then the current version is taken. */
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

/** The receiver's answer. */
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
  summary: 'Answers a consultation: acknowledges, accepts, accepts with changes or declines it.',
  access: signedIn,
  authorization: 'policy',
  input: z
    .object({
      ...target.shape,
      ...consultationAnswerForm.shape,
      /** Taken as the response notes by callers that do not send those. */
      comments: responseNotes,
      /** The provider it is answered for: the user, or one they act for. */
      healthcareProviderId: id.nullish(),
    })
    .refine((value) => !codesWithNotes.has(value.status) || (value.responseNotes ?? value.comments) !== null, {
      path: ['responseNotes'],
      message: consultationTexts.notesRequired,
    }),
  output: changed,
});

export const cancelConsultation = post('/provider/care-coordination/requests/cancel', {
  summary: 'Takes a consultation back that is not answered yet.',
  access: signedIn,
  authorization: 'policy',
  input: target,
  output: changed,
});

export const readConsultationAnswer = post('/provider/care-coordination/requests/read', {
  summary: 'Marks the answer to a consultation as read by the person who asked.',
  access: signedIn,
  authorization: 'own',
  audit: 'none',
  input: z.object({
    careCoordinatorRequestId: id,
    /** The version that was shown; an answer that came after it stays unread. */
    version,
  }),
  output: nothing,
});

// ---------------------------------------------------------------- reading

const status = z.enum(consultationStatuses);

/** What lists, queues and the consultation itself show. */
export const consultationSummary = z.object({
  careCoordinatorRequestId: id,
  status,
  requestNotes: z.string().nullable(),
  responseNotes: z.string().nullable(),
  /** "Last, First", of the provider or the user. */
  requestedToName: z.string(),
  requestedToSpecialty: z.string().nullable(),
  /** In whose name it was sent: "Last, First". */
  requestedByName: z.string(),
  statusChangedAt: timestamp,
});
/** What a work queue shows of a consultation. */
export const queuedConsultation = consultationSummary;
export type QueuedConsultation = z.infer<typeof queuedConsultation>;

export const consultationListItem = consultationSummary.extend({
  workQueueEncounterId: id.nullable(),
  patient: patientSummary,
  /** Whom it was sent to: a user, a provider of the directory, or both. */
  requestedToUserId: id.nullable(),
  healthcareProviderId: id.nullable(),
  statusCode: z.number(),
  dateCreated: timestamp,
  /** There is an answer that the person who asked has not read yet, and that is the user or somebody they act for. */
  isUnread: z.boolean(),
  version,
});
export type ConsultationListItem = z.infer<typeof consultationListItem>;

/** Consultations on one page of a list. */
export const consultationPageSize = 20;

export const listConsultations = get('/provider/care-coordination/requests', {
  summary: 'Consultations sent or received by the user or somebody they act for, newest first.',
  access: signedIn,
  audit: 'search',
  input: z.object({
    /** Incoming 1, Outgoing 2, All 3. */
    direction: queryInteger({ min: 1, max: 3, fallback: 3 }),
    /** One of the statuses, or `open` for those without a final answer. */
    status: z.union([status, z.literal('open')]).optional(),
    /** Only those of this patient, whoever sent them. */
    patientId: queryId.optional(),
    searchTerm: z.string().trim().max(100).default(''),
    cursor: z.string().max(400).optional(),
  }),
  output: z.object({ items: z.array(consultationListItem), nextCursor: z.string().nullable() }),
});

export const countUnreadAnswers = get('/provider/care-coordination/requests/unread-count', {
  summary: 'How many answers to consultations the person who asked has not read.',
  access: signedIn,
  audit: 'none',
  input: z.object({}),
  output: z.object({ unreadCount: z.number().int() }),
});

export const consultationEvent = z.object({
  consultationEventId: id,
  occurredAt: timestamp,
  action: z.enum(['created', 'acknowledged', 'accepted', 'accepted_with_change', 'declined', 'cancelled', 'referred']),
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
  /** As the wizard calls the request notes. */
  comments: z.string().nullable(),
  requestedToUserId: id.nullable(),
  requestedToUserFullName: z.string(),
  requestedToUserSpecialty: z.string().nullable(),
  healthcareProviderId: id.nullable(),
  healthcareProviderSpecialtyId: id.nullable(),
  requestedToOrganization: z.string().nullable(),
  requestedToAddress: providerAddress.nullable(),
  /** The provider left the directory's active users since, or never was one: the coordinators answer. */
  isReceiverUser: z.boolean(),
  requestedByUserId: id,
  requestedByUserFullName: z.string(),
  requestedByUserOrganizationName: z.string().nullable(),
  /** Who wrote it, where that is another person. */
  writtenByUserFullName: z.string().nullable(),
  notPreferredReason: notPreferredReasonCode.nullable(),
  notPreferredAdditionalInfo: z.string().nullable(),
  answeredByUserFullName: z.string().nullable(),
  answeredForProviderName: z.string().nullable(),
  answeredAt: timestamp.nullable(),
  isUnread: z.boolean(),
  /** What was sent along, as it was then. */
  patientCharts: z.array(sentChart),
  /** The referral that it became. */
  followedByReferral: linkedReferral.nullable(),
  timeline: z.array(consultationEvent),
  deliveries: z.array(referralDelivery),
  version,
  can: actions(consultationActions),
});
export type Consultation = z.infer<typeof consultation>;

export const getConsultation = get('/provider/care-coordination/requests/info', {
  summary: 'One consultation, by its id or by its work queue item.',
  access: signedIn,
  input: z.object({ careCoordinatorRequestId: queryId.optional(), workQueueEncounterId: queryId.optional() }),
  output: consultation,
});

/** A provider in whose name it can be answered. */
const answeringProvider = z.object({ healthcareProviderId: id, fullName: z.string() });
const consultedEncounter = z.object({
  patientEncounterId: id,
  encounterType: z.enum(Object.keys(encounterType.table) as [EncounterType, ...EncounterType[]]),
  encounterDate: timestamp,
  facilityName: z.string().nullable(),
});

export const getConsultationInQueue = get('/provider/care-coordination/requests/additional-info', {
  summary: 'What the dialog shows beside the answer: the request, its visit, and in whose name it can be answered.',
  access: signedIn,
  input: z.object({ careCoordinatorRequestId: queryId.optional(), workQueueEncounterId: queryId.optional() }),
  output: consultation.extend({
    /** The patient's latest visit when it was sent. */
    encounter: consultedEncounter.nullable(),
    answeringProviders: z.array(answeringProvider),
  }),
});
export type ConsultationInQueue = z.infer<typeof getConsultationInQueue.output>;
