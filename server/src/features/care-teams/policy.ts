import { careTeamTexts } from '@careloop/contracts/care-teams';
import type { CareTeamMemberStatus } from '@careloop/contracts/codes';

import { principalOf } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';

/** What the rules about a membership look at. The patient was found open to the actor already. */
export interface MembershipRules {
  userId: number;
  status: CareTeamMemberStatus;
}

export const membershipPolicy: Policy<MembershipRules, 'leave' | 'remove'> = {
  leave(actor, { userId, status }) {
    if (userId !== principalOf(actor)) return careTeamTexts.onlyThemselves;
    return status === 'accepted' ? true : careTeamTexts.notOnTeam;
  },
  /** Holders of EditCareTeam, the member, and whoever may act for the member (docs/domain/care-teams.md). */
  remove(actor, { userId, status }) {
    if (!actor.permissions.has('EditCareTeam') && !actor.userIds.includes(userId)) return careTeamTexts.mayNotRemove;
    return status === 'accepted' || status === 'invited' ? true : careTeamTexts.notMember;
  },
};
