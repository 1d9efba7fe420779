import { z } from 'zod';
import { signedIn } from '../access.ts';
import { careTeamTexts, longestReason, membershipReasonForm } from '../care-teams.ts';
import { acceptedThrough } from './codes.ts';
import { get, post } from '../endpoint.ts';
import { id, queryId, timestamp } from '../fields.ts';

/** Texts of invitations to care teams. */
export const invitationTexts = {
  processing:
    'Invitation requests are being processed, this may take a few moments to complete. Thank you for your patience!',
  notPending: 'This invitation is no longer pending.',
  nobodys: 'This invitation was not found.',
  noneChosen: 'Choose at least one invitation',
} as const;

/** Maximum invitations accepted or declined in one call, and in one job. */
export const mostAtOnce = 20;
export const mostInBulk = 500;

/** Contains only the patient data needed to decide; the record opens after accepting. */
export const invitation = z.object({
  careTeamMemberId: id,
  patientId: id,
  patientFirstName: z.string(),
  patientLastName: z.string(),
  birthYear: z.number().int().nullable(),
  clientName: z.string(),
  /** The invited user, or somebody they act for. */
  userId: id,
  userName: z.string(),
  invitedByName: z.string().nullable(),
  invitedBySpecialty: z.string().nullable(),
  /** Message from the inviter. */
  invitationText: z.string().nullable(),
  /** Status of an invitation, unlike that of a member; a listed one is pending. */
  statusCode: z.number(),
  invitedAt: timestamp,
});
export type Invitation = z.infer<typeof invitation>;

/** An invitation that was accepted because the person was added to the care team before they answered it. */
export const acceptedInvitation = invitation
  .pick({ careTeamMemberId: true, patientId: true, patientFirstName: true, patientLastName: true })
  .extend({ userId: id, userName: z.string(), acceptedThrough, acceptedAt: timestamp });
export type AcceptedInvitation = z.infer<typeof acceptedInvitation>;

/** Invitations per page. */
export const invitationPageSize = 50;

const onBehalfOfBody = { onBehalfOfUserId: id.nullish() };

export const getInvitations = post('/provider/care-team-invites/get', {
  summary: 'Lists pending invitations of the user and those they act for, latest first; for one patient or all.',
  auditText: 'Care team invitations',
  access: signedIn,
  authorization: 'own',
  makesStale: [],
  // A read, although it is a POST.
  audit: 'search',
  input: z.object({ ...onBehalfOfBody, patientId: id.nullish(), cursor: z.string().max(400).optional() }),
  output: z.object({
    items: z.array(invitation),
    totalItemCount: z.number().int(),
    nextCursor: z.string().nullable(),
    /** Accepted without an answer in the last 30 days, latest first, at most 20; on the first page only. */
    acceptedForThem: z.array(acceptedInvitation),
  }),
});

/** Requires a reason for declining. */
const declineNeedsReason = (
  value: { isAccepting: boolean; reason?: string | null | undefined },
  context: z.RefinementCtx,
) => {
  if (!value.isAccepting && (value.reason ?? '') === '') {
    context.addIssue({ code: 'custom', path: ['reason'], message: careTeamTexts.reasonRequired });
  }
};

const answer = z.object({
  ...onBehalfOfBody,
  careTeamMemberIds: z.array(id).min(1, invitationTexts.noneChosen),
  isAccepting: z.boolean(),
  /** Why the invitation is declined; required for declining, ignored for accepting. */
  reason: z
    .string()
    .trim()
    .max(longestReason, careTeamTexts.reasonTooLong)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), careTeamTexts.reasonUnkeepable)
    .nullish(),
});

/** Result for one invitation. */
export const invitationOutcome = z.object({
  careTeamMemberId: id,
  wasProcessed: z.boolean(),
  /** Why it was not processed. */
  message: z.string().nullable(),
});

export const processInvitations = post('/provider/care-team-invites/process', {
  summary: 'Accepts or declines up to 20 invitations, with a result for each.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['CareTeamMembershipUpdatedEvent'],
  input: answer
    .extend({ careTeamMemberIds: answer.shape.careTeamMemberIds.max(mostAtOnce) })
    .superRefine(declineNeedsReason),
  output: z.object({ outcomes: z.array(invitationOutcome) }),
});

export const processInvitationsInBulk = post('/provider/care-team-invites/process-bulk', {
  summary:
    'Accepts or declines many invitations in a background job, whose progress can be read and is published live.',
  access: signedIn,
  authorization: 'own',
  makesStale: ['CareTeamMembershipUpdatedEvent'],
  input: answer
    .extend({ careTeamMemberIds: answer.shape.careTeamMemberIds.max(mostInBulk) })
    .superRefine(declineNeedsReason),
  output: z.object({ inviteBatchId: id }),
});

export const getInviteBatch = get('/provider/care-team-invites/batch', {
  summary: 'Returns the progress of a batch of invitations, with a result for each.',
  access: signedIn,
  audit: 'none',
  input: z.object({ inviteBatchId: queryId, onBehalfOfUserId: queryId.optional() }),
  output: z.object({
    isAccepting: z.boolean(),
    totalCount: z.number().int(),
    processedCount: z.number().int(),
    items: z.array(
      z.object({
        careTeamMemberId: id,
        /** Null while it is pending. */
        outcome: z.enum(['done', 'refused']).nullable(),
        message: z.string().nullable(),
      }),
    ),
  }),
});

export const acceptInvitation = post('/provider/care-team-invites/accept', {
  summary: 'Accepts an invitation, which gives access to the patient.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['CareTeamMembershipUpdatedEvent'],
  input: z.object({ ...onBehalfOfBody, careTeamMemberId: id }),
  output: z.object({ patientId: id }),
});

/** Form of the Decline Invite dialog. */
export const declineInviteForm = membershipReasonForm;
