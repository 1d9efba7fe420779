import {
  getPendingInviteCount,
  leaveCareTeam,
  leaveTeam,
  listCareTeam,
  removeCareTeamMember,
} from '@careloop/contracts/care-teams';
import { acceptInvitation, getInvitations, processInvitations } from '@careloop/contracts/care-teams/invitations';
import {
  inviteToCareTeam,
  isOnCareTeam,
  joinCareTeam,
  listCareTeamMembers,
  setMemberInactive,
  setMemberRelationshipType,
  updatePatientPcp,
} from '@careloop/contracts/care-teams/members';
import { sql } from 'kysely';
import { expect } from 'vitest';

import { changed, idsIn, ofPatient, ofRows } from '../../../test/privacyProbes.ts';
import type { FeatureProbes, ProbeContext } from '../../../test/privacyProbes.ts';

const ofMember = changed(ofPatient, { careTeamMemberId: 1, version: 1 });

async function compareInvitations({ app, oracle, callerOf }: ProbeContext): Promise<void> {
  const { rows } = await sql<{ id: number; user: number }>`
    select care_team_member_id as id, user_id as user from care_team_member where status = 'invited' order by 1`.execute(
    app.db,
  );
  for (const { userId } of oracle.users) {
    const mine = rows.filter(({ user }) => oracle.actsFor(userId).has(user)).map(({ id }) => id);
    const count = await callerOf(userId).ok(getPendingInviteCount, {});
    const list = await callerOf(userId).ok(getInvitations, {});
    expect({ userId, count, total: list.totalItemCount }).toMatchObject({
      count: { pendingInviteCount: mine.length },
      total: mine.length,
    });
    expect(idsIn(list.items, 'careTeamMemberId')).toEqual(mine);
  }
}

const ofMembership = ofRows(
  'careTeamMemberId',
  (oracle) => oracle.rows.memberships,
  (oracle, userId, member) => oracle.actsFor(userId).has(member.userId),
  'no_access',
);

/** The call returns an outcome for each invitation: those of others cannot be answered. */
async function refuseInvitations({ oracle, callerOf }: ProbeContext): Promise<void> {
  for (const { userId } of oracle.users) {
    const closed = oracle.rows.memberships.filter((member) => !oracle.actsFor(userId).has(member.userId));
    const careTeamMemberIds = closed.slice(0, 20).map(({ id }) => id);
    const { outcomes } = await callerOf(userId).ok(processInvitations, { careTeamMemberIds, isAccepting: true });
    expect(outcomes.map(({ wasProcessed }) => wasProcessed)).toEqual(careTeamMemberIds.map(() => false));
  }
}

export const careTeamProbes: FeatureProbes = {
  opens: [
    [listCareTeam, ofPatient],
    [listCareTeamMembers, ofPatient],
    [isOnCareTeam, changed(ofPatient, { userId: 1 })],
  ],
  closes: [
    [acceptInvitation, ofMembership],
    [leaveCareTeam, changed(ofPatient, { reason: 'x' })],
    [leaveTeam, changed(ofPatient, { reason: 'x' })],
    [removeCareTeamMember, changed(ofPatient, { reason: 'x', careTeamMemberId: 1 })],
    [inviteToCareTeam, changed(ofPatient, { userIds: [1, 2] })],
    [joinCareTeam, ofPatient],
    [setMemberInactive, ofMember],
    [setMemberRelationshipType, changed(ofMember, { relationshipType: 1 })],
    [updatePatientPcp, ofMember],
  ],
  compares: [
    { name: 'invitations of others are not answered', endpoints: [processInvitations], compare: refuseInvitations },
    {
      name: 'pending invitations are counted and listed for whom they are meant, and who acts for them',
      endpoints: [getPendingInviteCount, getInvitations],
      compare: compareInvitations,
    },
  ],
};
