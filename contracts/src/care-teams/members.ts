import { z } from 'zod';
import { signedIn } from '../access.ts';
import { careTeamMember, listCareTeam } from '../care-teams.ts';
import { relationshipType } from './codes.ts';
import { get, post } from '../endpoint.ts';
import { id, isKeepable, queryId, version } from '../fields.ts';
import { getPatientInfo, getSectionCounts } from '../patients.ts';

/** Maximum characters of the message to invited users. */
export const longestInvitationText = 1_000;
/** Maximum users invited in one call. */
export const mostInvited = 500;

export const membershipTexts = {
  nobodyChosen: 'Choose at least one person',
  tooMany: 'You can invite at most 500 people at once',
  textTooLong: 'Message must be 1000 characters or less',
  textUnkeepable: 'Message contains characters that cannot be saved.',
  noUserRecord:
    'This provider does not have a user record and cannot be added to the Care Team. Please contact your manager to update the provider record on your behalf.',
  mayNotEdit: 'You do not have permission to change this care team.',
  emergencyOnly: 'The care team cannot be changed with emergency access.',
  mayNotJoin: 'Ask a member of the care team to invite you.',
  alreadyMember: 'You are already on the care team.',
  notActive: 'Only active members can be changed.',
  notInactive: 'This member is already active.',
  notProvider: 'Only a provider can be the primary care provider.',
  alreadyPcp: 'This member is already the primary care provider.',
  notOpen: 'Some of these people cannot be invited to this care team.',
  notColleague: 'This provider cannot be invited to this care team.',
  changed: 'This member has changed since you opened the care team. Check and try again.',
} as const;

const onBehalfOfBody = { onBehalfOfUserId: id.nullish() };

/** Form of the dialog for inviting people. */
export const inviteForm = z.object({
  userIds: z.array(id).max(mostInvited, membershipTexts.tooMany),
  /** Message to the invited users. */
  message: z
    .string()
    .trim()
    .max(longestInvitationText, membershipTexts.textTooLong)
    .refine(isKeepable, membershipTexts.textUnkeepable)
    .default(''),
});

export const inviteToCareTeam = post('/care-teams/invite', {
  summary: "Invites users to a patient's care team. Members and already invited users are not affected.",
  access: signedIn,
  authorization: 'policy',
  makesStale: [listCareTeam, getPatientInfo, getSectionCounts],
  input: inviteForm.extend({
    ...onBehalfOfBody,
    patientId: id,
    /** Directory providers; each must have a user. */
    healthcareProviderIds: z.array(id).max(mostInvited, membershipTexts.tooMany).default([]),
    relationshipType: z.union(Object.values(relationshipType.table).map((code) => z.literal(code))).default(0),
  }),
  output: z.object({ invitedUserIds: z.array(id), unchangedUserIds: z.array(id) }),
});

export const joinCareTeam = post('/care-teams/join', {
  summary: "Makes the user, or the person acted for, a member of a patient's care team.",
  access: signedIn,
  authorization: 'policy',
  makesStale: ['CareTeamMembershipUpdatedEvent'],
  input: z.object({ ...onBehalfOfBody, patientId: id }),
  output: z.object({ careTeamMemberId: id }),
});

const ofMember = z.object({
  ...onBehalfOfBody,
  patientId: id,
  careTeamMemberId: id,
  /** Left out by callers that do not edit displayed data; then the current version is used. */
  version: version.optional(),
});
const changedMember = z.object({ careTeamMemberId: id, version });

export const setMemberInactive = post('/care-teams/set-member-inactive', {
  summary: 'Makes a care team member inactive, which ends their access through the care team, or active again.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['CareTeamChangedEvent'],
  input: ofMember.extend({ isInactive: z.boolean().default(true) }),
  output: changedMember,
});

export const setMemberRelationshipType = post('/care-teams/set-member-relationship-type', {
  summary: 'Sets the relationship of a member to the patient: none, new or established.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['CareTeamChangedEvent'],
  input: ofMember.extend({
    relationshipType: z.union(Object.values(relationshipType.table).map((code) => z.literal(code))),
  }),
  output: changedMember,
});

export const updatePatientPcp = post('/care-teams/update-patient-pcp', {
  summary: "Makes a member the patient's primary care provider, replacing the previous one.",
  access: signedIn,
  authorization: 'policy',
  makesStale: ['CareTeamChangedEvent'],
  input: ofMember,
  output: changedMember,
});

export const isOnCareTeam = get('/care-teams/is-member', {
  summary: "Returns whether a user is a member of a patient's care team, or acts for one.",
  auditText: 'Care team',
  access: signedIn,
  input: z.object({ patientId: queryId, userId: queryId, onBehalfOfUserId: queryId.optional() }),
  output: z.object({ isMemberOfCareTeam: z.boolean(), isProxyForMemberOfCareTeam: z.boolean() }),
});

export const listCareTeamMembers = get('/care-teams/members', {
  summary: "Lists active members of a patient's care team.",
  auditText: 'Care team',
  access: signedIn,
  input: z.object({ patientId: queryId, onBehalfOfUserId: queryId.optional() }),
  output: z.object({ members: z.array(careTeamMember) }),
});
