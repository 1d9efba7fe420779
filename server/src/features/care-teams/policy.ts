import { careTeamTexts } from '@careloop/contracts/care-teams';
import { invitationTexts } from '@careloop/contracts/care-teams/invitations';
import { membershipTexts } from '@careloop/contracts/care-teams/members';
import { messageTexts } from '@careloop/contracts/messages';
import type { Allowance } from '@careloop/contracts/can';
import type { CareTeamMemberStatus } from '@careloop/contracts/codes';

import { principalOf } from '../../access/actor.ts';
import type { Actor } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';

/** What the rules about a membership look at. The patient was found open to the actor already. */
export interface MembershipRules {
  userId: number;
  status: CareTeamMemberStatus;
  isPcp: boolean;
  /** The member's record in the directory; null for staff. */
  healthcareProviderId: number | null;
  /** Nothing but emergency access opens the patient to the actor. */
  isEmergencyOnly: boolean;
}

/** Holders of EditCareTeam, the member, and whoever may act for the member (docs/domain/care-teams.md). */
function mayEdit(actor: Actor, { userId, isEmergencyOnly }: MembershipRules, refusal: string): Allowance {
  if (actor.userIds.includes(userId)) return true;
  if (!actor.permissions.has('EditCareTeam')) return refusal;
  return isEmergencyOnly ? membershipTexts.emergencyOnly : true;
}

type MembershipAction = 'leave' | 'remove' | 'setInactive' | 'setActive' | 'setRelationshipType' | 'setPcp';

export const membershipPolicy: Policy<MembershipRules, MembershipAction> = {
  leave(actor, { userId, status }) {
    if (userId !== principalOf(actor)) return careTeamTexts.onlyThemselves;
    return status === 'accepted' ? true : careTeamTexts.notOnTeam;
  },
  remove(actor, member) {
    const allowance = mayEdit(actor, member, careTeamTexts.mayNotRemove);
    if (allowance !== true) return allowance;
    return ['accepted', 'invited', 'inactive'].includes(member.status) ? true : careTeamTexts.notMember;
  },
  setInactive(actor, member) {
    const allowance = mayEdit(actor, member, membershipTexts.mayNotEdit);
    if (allowance !== true) return allowance;
    return member.status === 'accepted' ? true : membershipTexts.notActive;
  },
  /** Nobody opens the patient to themselves. */
  setActive(actor, member) {
    if (!actor.permissions.has('EditCareTeam')) return membershipTexts.mayNotEdit;
    if (member.isEmergencyOnly) return membershipTexts.emergencyOnly;
    return member.status === 'inactive' ? true : membershipTexts.notInactive;
  },
  setRelationshipType(actor, member) {
    const allowance = mayEdit(actor, member, membershipTexts.mayNotEdit);
    if (allowance !== true) return allowance;
    return member.status === 'accepted' ? true : membershipTexts.notActive;
  },
  setPcp(actor, member) {
    const allowance = mayEdit(actor, member, membershipTexts.mayNotEdit);
    if (allowance !== true) return allowance;
    if (member.status !== 'accepted') return membershipTexts.notActive;
    if (member.healthcareProviderId === null) return membershipTexts.notProvider;
    return member.isPcp ? membershipTexts.alreadyPcp : true;
  },
};

/** What the rules about a care team as a whole look at. */
export interface TeamRules {
  /** Of the patient. */
  clientId: number;
  /** Whether the person in whose name the actor works is a member. */
  isMember: boolean;
  isEmergencyOnly: boolean;
}

export const teamPolicy: Policy<TeamRules, 'invite' | 'join' | 'message'> = {
  message: (_actor, { isEmergencyOnly }) => (isEmergencyOnly ? messageTexts.emergencyOnly : true),
  invite(actor, { isEmergencyOnly }) {
    if (!actor.permissions.has('EditCareTeam')) return membershipTexts.mayNotEdit;
    return isEmergencyOnly ? membershipTexts.emergencyOnly : true;
  },
  /** Those who see all patients of the client, and editors who see this one: for others somebody else decides. */
  join(actor, { clientId, isMember, isEmergencyOnly }) {
    if (isMember) return membershipTexts.alreadyMember;
    if (isEmergencyOnly) return membershipTexts.emergencyOnly;
    const isTrusted = actor.viewAllClientIds.includes(clientId) || actor.permissions.has('EditCareTeam');
    return isTrusted ? true : membershipTexts.mayNotJoin;
  },
};

/** A provider whom the record names: only a colleague's user can be asked onto the care team. */
export const recordProviderPolicy: Policy<
  { userId: number | null; isColleague: boolean; isEmergencyOnly: boolean },
  'invite'
> = {
  invite(actor, { userId, isColleague, isEmergencyOnly }) {
    if (userId === null) return membershipTexts.noUserRecord;
    if (!actor.permissions.has('EditCareTeam')) return membershipTexts.mayNotEdit;
    if (isEmergencyOnly) return membershipTexts.emergencyOnly;
    return isColleague && userId !== principalOf(actor) ? true : membershipTexts.notColleague;
  },
};

/** An invitation of the actor, or of somebody they act for, whatever became of it. */
export const invitationPolicy: Policy<{ userId: number; status: CareTeamMemberStatus }, 'answer'> = {
  answer(actor, { userId, status }) {
    if (!actor.userIds.includes(userId)) return invitationTexts.nobodys;
    return status === 'invited' ? true : invitationTexts.notPending;
  },
};
