import { z } from 'zod';
import { signedIn } from './access.ts';
import { actions } from './can.ts';
import { relationshipType } from './care-teams/codes.ts';
import { careTeamMemberStatus } from './codes.ts';
import type { CareTeamMemberStatus } from './codes.ts';
import { get, post } from './endpoint.ts';
import { id, isKeepable, queryBoolean, queryId, requiredText, timestamp, version } from './fields.ts';
import { canAccessPatient, listPatients } from './patients.ts';
import { getUserConversations } from './messages/conversations.ts';

/** Texts of care teams; their rules are in docs/domain/care-teams.md. */
export const careTeamTexts = {
  reasonRequired: 'Reason is required',
  reasonTooLong: 'Reason must be 8000 characters or less',
  reasonUnkeepable: 'Reason contains characters that cannot be saved.',
  removed: 'Care Team membership was successfully removed.',
  notOnTeam: "You are not on this patient's care team.",
  notMember: "This person is no longer on the patient's care team.",
  onlyThemselves: 'Only the member, or somebody who acts for them, can leave.',
  cannotSignIn: 'Can no longer sign in',
  mayNotRemove: 'You do not have permission to remove this member.',
} as const;

/** Maximum characters of the reason for leaving a care team. */
export const longestReason = 8_000;

export const getPendingInviteCount = get('/provider/care-team-invites/get-pending-invite-count', {
  summary: 'Counts pending care team invitations of the user and those they act for.',
  access: signedIn,
  audit: 'none',
  input: z.object({ onBehalfOfUserId: queryId.optional() }),
  output: z.object({ pendingInviteCount: z.number().int() }),
});

const statuses = Object.keys(careTeamMemberStatus.table) as [CareTeamMemberStatus, ...CareTeamMemberStatus[]];

/** Address of a member who is a provider. */
export const memberAddress = z.object({
  addressId: id,
  addressLabel: z.string().nullable(),
  address: z.object({
    address1: z.string().nullable(),
    address2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zipcode: z.string().nullable(),
  }),
  officePhone: z.string().nullable(),
  faxNumber: z.string().nullable(),
  isArchived: z.boolean(),
});

export const careTeamMember = z.object({
  careTeamMemberId: id,
  userId: id,
  /** The member's record in the directory; null for staff. */
  healthcareProviderId: id.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  userType: z.string(),
  specialty: z.string().nullable(),
  organizationName: z.string().nullable(),
  officePhone: z.string().nullable(),
  fax: z.string().nullable(),
  directEmail: z.string().nullable(),
  addressInfos: z.array(memberAddress),
  status: z.enum(statuses),
  statusCode: z.number(),
  /** Whether the member can still sign in. */
  isActive: z.boolean(),
  statusChangedAt: timestamp,
  /** Who invited them, while the invitation is pending. */
  invitedByName: z.string().nullable(),
  relationshipType: z.union(Object.values(relationshipType.table).map((code) => z.literal(code))),
  isPcp: z.boolean(),
  /** Whether the member's primary affiliation is preferred by the patient's client. */
  isPreferred: z.boolean(),
  enforcePreferred: z.boolean(),
  version: z.number().int(),
  can: actions(['leave', 'remove', 'setInactive', 'setActive', 'setRelationshipType', 'setPcp']),
});
export type CareTeamMember = z.infer<typeof careTeamMember>;

/** A provider named in the patient's record who is not on the care team in the product. */
export const recordProvider = z.object({
  healthcareProviderId: id,
  /** Null without a user record: such a provider cannot be invited. */
  userId: id.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  specialty: z.string().nullable(),
  organizationName: z.string().nullable(),
  officePhone: z.string().nullable(),
  fax: z.string().nullable(),
  directEmail: z.string().nullable(),
  /** Roles from the record's care teams; empty if the record only names them as primary care provider. */
  roles: z.array(z.string()),
  isPcp: z.boolean(),
  can: actions(['invite']),
});
export type RecordProvider = z.infer<typeof recordProvider>;

/** An invitation that was declined in the last 30 days, if the person has not been invited again. */
export const declinedInvitation = z.object({
  careTeamMemberId: id,
  userName: z.string(),
  declinedAt: timestamp,
  invitedByName: z.string().nullable(),
  reason: z.string().nullable(),
});
export type DeclinedInvitation = z.infer<typeof declinedInvitation>;

export const listCareTeam = get('/patients/care-team', {
  summary: "Returns a patient's care team: members, invited people, and recently declined invitations.",
  auditText: 'Care team',
  access: signedIn,
  input: z.object({ patientId: queryId, providersOnly: queryBoolean.default(false) }),
  output: z.object({
    members: z.array(careTeamMember),
    declined: z.array(declinedInvitation),
    recordProviders: z.array(recordProvider),
    /** Name of the primary care provider from the record, if they have no user. */
    pcpWithoutUser: z.string().nullable(),
    can: actions(['invite', 'join', 'message']),
  }),
});

/** Form of the dialogs for leaving a care team and for removing a member. */
export const membershipReasonForm = z.object({
  reason: requiredText(longestReason, careTeamTexts.reasonRequired, careTeamTexts.reasonTooLong).refine(
    isKeepable,
    careTeamTexts.reasonUnkeepable,
  ),
});

const removal = membershipReasonForm.extend({ patientId: id, onBehalfOfUserId: id.nullish() });
/** Whether the actor can still open the patient, for example by permission to see all patients of the client. */
const afterRemoval = z.object({ canAccessPatient: z.boolean() });

const leaving = {
  summary:
    "Removes the user, or the person acted for, from a patient's care team, which immediately ends their access through it.",
  access: signedIn,
  authorization: 'policy',
  makesStale: ['CareTeamMembershipUpdatedEvent', getUserConversations],
  // Without it, a retry after a lost response would be denied, because access has ended.
  input: removal,
  output: afterRemoval,
} as const;

export const leaveCareTeam = post('/patients/care-team/leave', leaving);
/** Same as `leaveCareTeam`, under a path next to joining and inviting. */
export const leaveTeam = post('/care-teams/leave', leaving);

export const removeCareTeamMember = post('/care-teams/remove-member', {
  summary: "Removes a member from a patient's care team, or withdraws an invitation.",
  access: signedIn,
  authorization: 'policy',
  makesStale: ['CareTeamChangedEvent', canAccessPatient, listPatients, getUserConversations],
  input: removal.extend({
    careTeamMemberId: id,
    /** Left out by callers that do not show the member; then the current version is used. */
    version: version.optional(),
  }),
  output: afterRemoval,
});
