import { z } from 'zod';
import { allOf, signedIn } from './access.ts';
import { actions } from './can.ts';
import { get, post } from './endpoint.ts';
import { id, isKeepable, queryBoolean, queryId, requiredText, timestamp, version } from './fields.ts';
import { listCareTeam } from './care-teams.ts';
import { listPatients } from './patients.ts';
import { countPatients } from './patients/lists.ts';

/** Maximum characters of the reason for requesting access, for emergency access, and for declining. */
export const longestAccessReason = 1_000;
/** How long emergency access lasts, in minutes. */
export const emergencyMinutes = 60;

/** Texts of access to patients (docs/domain/patient-access.md). */
export const patientAccessTexts = {
  reasonRequired: 'Reason is required',
  reasonTooLong: 'Reason must be 1000 characters or less',
  reasonUnkeepable: 'Reason contains characters that cannot be saved.',
  alreadyOpen: 'You can already open this patient.',
  invited: "You were invited to this patient's care team. Accept the invitation to open the patient.",
  alreadyRequested: 'You have already requested access to this patient. Your request is waiting for an answer.',
  nobodyAnswers: 'Nobody can answer this request at the moment. Please contact your administrator.',
  requested: 'Access requested. You will be notified when somebody answers.',
  notYours: 'You do not have permission to answer this request.',
  ownRequest: 'You cannot answer a request made for yourself or somebody you act for.',
  gone: 'This person no longer works for the client of this patient. Decline the request.',
  answered: 'This request has already been answered.',
  onlyRequester: 'Only the person who requested access can withdraw the request.',
  personal: 'Emergency access is personal. Stop acting for somebody else to use it.',
  ownWindow: 'Somebody else must review your own emergency access.',
  stillOpen: 'This emergency access is still open. Review it when it has ended.',
  reviewed: 'This emergency access has already been reviewed.',
} as const;

const reasonField = requiredText(
  longestAccessReason,
  patientAccessTexts.reasonRequired,
  patientAccessTexts.reasonTooLong,
).refine(isKeepable, patientAccessTexts.reasonUnkeepable);

/** Form of the dialogs for requesting access, declining a request, and emergency access. */
export const accessReasonForm = z.object({ reason: reasonField });

const onBehalfOfBody = { onBehalfOfUserId: id.nullish() };
const onBehalfOfQuery = { onBehalfOfUserId: queryId.optional() };

export const accessRequestStatuses = ['pending', 'approved', 'declined', 'withdrawn'] as const;
export type AccessRequestStatus = (typeof accessRequestStatuses)[number];
export const accessRequestStatusLabels: Record<AccessRequestStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

/** A request for access. It only contains what the requester already saw in the search: name and birth year. */
export const accessRequest = z.object({
  accessRequestId: id,
  patientId: id,
  patientFirstName: z.string(),
  patientLastName: z.string(),
  birthYear: z.number().int().nullable(),
  /** The user who would get access. */
  userId: id,
  userName: z.string(),
  userType: z.string(),
  specialty: z.string().nullable(),
  organizationName: z.string().nullable(),
  /** The requester, if it was somebody acting for that user. */
  requestedByName: z.string().nullable(),
  reason: z.string(),
  status: z.enum(accessRequestStatuses),
  createdAt: timestamp,
  decidedAt: timestamp.nullable(),
  decidedByName: z.string().nullable(),
  declineReason: z.string().nullable(),
  version: z.number().int(),
  can: actions(['answer', 'withdraw']),
});
export type AccessRequest = z.infer<typeof accessRequest>;
/** Requests per page. */
export const accessRequestPageSize = 30;

export const listAccessRequests = get('/patient-access/requests', {
  summary: 'Lists requests for access to patients: those the user can decide, or their own.',
  auditText: 'Access requests',
  access: signedIn,
  audit: 'search',
  input: z.object({
    ...onBehalfOfQuery,
    /** `toAnswer`: requests of others that the user can decide. `own`: requests for the user or those they act for. */
    list: z.enum(['toAnswer', 'own']).default('toAnswer'),
    patientId: queryId.optional(),
    /** Includes requests that were decided or withdrawn. */
    includeAnswered: queryBoolean.default(false),
    cursor: z.string().max(400).optional(),
  }),
  output: z.object({ items: z.array(accessRequest), nextCursor: z.string().nullable() }),
});

export const countAccessRequests = get('/patient-access/requests/count', {
  summary: 'Counts requests for access that the user can decide.',
  access: signedIn,
  audit: 'none',
  input: z.object(onBehalfOfQuery),
  output: z.object({ openCount: z.number().int() }),
});

export const requestAccess = post('/patient-access/requests/create', {
  summary: 'Asks the care team, and those who see all patients of the client, for access to a patient.',
  access: signedIn,
  answersBeyondAccess: true,
  authorization: 'policy',
  makesStale: ['AccessRequestChangedEvent'],
  input: accessReasonForm.extend({ ...onBehalfOfBody, patientId: id }),
  output: z.object({ accessRequestId: id }),
});

const answered = z.object({ status: z.enum(accessRequestStatuses) });
const oneRequest = z.object({ ...onBehalfOfBody, accessRequestId: id, version: version.optional() });

export const approveAccessRequest = post('/patient-access/requests/approve', {
  summary: "Approves a request for access; the user becomes a member of the patient's care team.",
  access: signedIn,
  authorization: 'policy',
  makesStale: ['AccessRequestChangedEvent', listCareTeam],
  input: oneRequest,
  output: answered,
});

export const declineAccessRequest = post('/patient-access/requests/decline', {
  summary: 'Declines a request for access with a reason, which the requester can read.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['AccessRequestChangedEvent', listCareTeam],
  input: oneRequest.extend(accessReasonForm.shape),
  output: answered,
});

export const withdrawAccessRequest = post('/patient-access/requests/withdraw', {
  summary: 'Withdraws the user’s own request for access.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['AccessRequestChangedEvent', listCareTeam],
  input: oneRequest,
  output: answered,
});

/** Permission for emergency access. */
export const breakingTheGlass = allOf('BreakTheGlass');
/** Permission to review emergency access. */
export const reviewingEmergencyAccess = allOf('ViewAuditLog');

export const breakTheGlass = post('/patient-access/break-the-glass', {
  summary:
    'Gives the user emergency access to a patient of their client for 60 minutes. The care team is notified, and the access is reviewed.',
  access: breakingTheGlass,
  authorization: 'policy',
  makesStale: ['EmergencyAccessEvent', listPatients, countPatients],
  input: accessReasonForm.extend({ patientId: id }),
  output: z.object({ expiresAt: timestamp }),
});

export const emergencyAccess = z.object({
  breakGlassAccessId: id,
  patientId: id,
  patientFirstName: z.string(),
  patientLastName: z.string(),
  mrn: z.string(),
  dateOfBirth: z.string().nullable(),
  userId: id,
  userName: z.string(),
  userType: z.string(),
  reason: z.string(),
  grantedAt: timestamp,
  expiresAt: timestamp,
  isActive: z.boolean(),
  reviewedAt: timestamp.nullable(),
  reviewedByName: z.string().nullable(),
  /** The user's calls about the patient during the emergency access, counted by action. */
  opened: z.array(z.object({ action: z.string(), what: z.string(), count: z.number().int() })),
  can: actions(['review']),
});
export type EmergencyAccess = z.infer<typeof emergencyAccess>;

export const listEmergencyAccess = get('/patient-access/emergency-access', {
  summary: "Lists emergency access to patients of the administrator's clients, latest first, with what was opened.",
  auditText: 'Emergency access',
  access: reviewingEmergencyAccess,
  input: z.object({
    /** Only emergency access that has not been reviewed. */
    isUnreviewed: queryBoolean.default(true),
    cursor: z.string().max(400).optional(),
  }),
  output: z.object({ items: z.array(emergencyAccess), nextCursor: z.string().nullable() }),
});

export const countEmergencyAccess = get('/patient-access/emergency-access/count', {
  summary: 'Counts unreviewed emergency access.',
  access: reviewingEmergencyAccess,
  audit: 'none',
  input: z.object({}),
  output: z.object({ unreviewedCount: z.number().int() }),
});

export const reviewEmergencyAccess = post('/patient-access/emergency-access/review', {
  summary: 'Marks emergency access as reviewed.',
  access: reviewingEmergencyAccess,
  authorization: 'policy',
  makesStale: ['EmergencyAccessReviewEvent'],
  input: z.object({ breakGlassAccessId: id }),
  output: z.object({}),
});

/** Shown on the care team page. */
export const listPatientEmergencyAccess = get('/patients/emergency-access', {
  summary: 'Lists emergency access to a patient in the last 30 days.',
  auditText: 'Emergency access of others',
  access: signedIn,
  input: z.object({ ...onBehalfOfQuery, patientId: queryId }),
  output: z.object({
    items: z.array(
      emergencyAccess.pick({
        breakGlassAccessId: true,
        userName: true,
        userType: true,
        reason: true,
        grantedAt: true,
        expiresAt: true,
        isActive: true,
      }),
    ),
  }),
});
