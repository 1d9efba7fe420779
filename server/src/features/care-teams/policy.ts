import { careTeamTexts } from '@careloop/contracts/care-teams';
import { invitationTexts } from '@careloop/contracts/care-teams/invitations';
import { membershipTexts } from '@careloop/contracts/care-teams/members';
import { messageTexts } from '@careloop/contracts/messages';
import type { Allowance } from '@careloop/contracts/can';
import { shownMemberStatuses } from '@careloop/contracts/codes';
import type { CareTeamMemberStatus } from '@careloop/contracts/codes';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Policy } from '../../core/access/authorize.ts';

/** The data that the rules for a membership depend on. Access to the patient has already been checked. */
export interface MembershipRules {
  userId: number;
  status: CareTeamMemberStatus;
  isPcp: boolean;
  /** The member's record in the directory; null for staff. */
  healthcareProviderId: number | null;
  /** The actor has access to the patient only by emergency access. */
  isEmergencyOnly: boolean;
}

/** Users with EditCareTeam, the member, and proxies of the member (docs/domain/care-teams.md). */
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
    return shownMemberStatuses.some((one) => one === member.status) ? true : careTeamTexts.notMember;
  },
  setInactive(actor, member) {
    const allowance = mayEdit(actor, member, membershipTexts.mayNotEdit);
    if (allowance !== true) return allowance;
    return member.status === 'accepted' ? true : membershipTexts.notActive;
  },
  /** The member alone cannot restore their own access. */
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

/** The data that the rules for a care team as a whole depend on. */
export interface TeamRules {
  /** The patient's client. */
  clientId: number;
  /** Whether the principal is a member. */
  isMember: boolean;
  isEmergencyOnly: boolean;
}

export const teamPolicy: Policy<TeamRules, 'invite' | 'join' | 'message'> = {
  message: (_actor, { isEmergencyOnly }) => (isEmergencyOnly ? messageTexts.emergencyOnly : true),
  invite(actor, { isEmergencyOnly }) {
    if (!actor.permissions.has('EditCareTeam')) return membershipTexts.mayNotEdit;
    return isEmergencyOnly ? membershipTexts.emergencyOnly : true;
  },
  /** Users who see all patients of the client, and editors who see this one; others need an invitation. */
  join(actor, { clientId, isMember, isEmergencyOnly }) {
    if (isMember) return membershipTexts.alreadyMember;
    if (isEmergencyOnly) return membershipTexts.emergencyOnly;
    const isTrusted = actor.viewAllClientIds.includes(clientId) || actor.permissions.has('EditCareTeam');
    return isTrusted ? true : membershipTexts.mayNotJoin;
  },
};

/** A provider named in the record can be invited only if they are a user and a colleague. */
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

/** An invitation of the actor, or of someone they act for, in any state. */
export const invitationPolicy: Policy<{ userId: number; status: CareTeamMemberStatus }, 'answer'> = {
  answer(actor, { userId, status }) {
    if (!actor.userIds.includes(userId)) return invitationTexts.nobodys;
    return status === 'invited' ? true : invitationTexts.notPending;
  },
};
