import {
  getPendingInviteCount,
  leaveCareTeam,
  leaveTeam,
  listCareTeam,
  removeCareTeamMember,
} from '@careloop/contracts/care-teams';
import {
  acceptInvitation,
  getInvitations,
  getInviteBatch,
  processInvitations,
  processInvitationsInBulk,
} from '@careloop/contracts/care-teams/invitations';
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

import {
  beside,
  changed,
  idsIn,
  ofCare,
  ofColleague,
  ofOwner,
  ofPatient,
  ofRows,
} from '../../../test/privacyProbes.ts';
import type { FeatureProbes, Probe, ProbeContext } from '../../../test/privacyProbes.ts';
import { handlerOf, jobRun, takeJobs } from '../../../test/mails.ts';
import { processInvitations as processJob } from './jobs.ts';
import { directory } from '../../../test/directoryProbes.ts';

const ofMember = changed(ofPatient, { careTeamMemberId: 1, version: 1 });

/** Users who see the patient may see who is on the care team, and nobody else is reported as a member. */
async function compareMembers({ oracle, callerOf }: ProbeContext): Promise<void> {
  for (const { userId } of oracle.users) {
    const [patientId] = oracle.careOf(userId);
    if (patientId === undefined) continue;
    const { members } = await callerOf(userId).ok(listCareTeamMembers, { patientId });
    for (const { id } of oracle.rows.accounts) {
      const { isMemberOfCareTeam } = await callerOf(userId).ok(isOnCareTeam, { patientId, userId: id });
      expect({ id, isMemberOfCareTeam }).toEqual({ id, isMemberOfCareTeam: members.some((one) => one.userId === id) });
    }
  }
}

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

/** Memberships of another patient's care team. */
const ofOtherTeam: Probe = ofRows(
  'careTeamMemberId',
  (oracle) => oracle.rows.memberships,
  (oracle, userId, { patientId }) => oracle.patientsOf(userId).has(patientId),
);
/** Patients whose care team the user may change. */
const ofEditedTeam: Probe = {
  ...ofCare,
  may: (oracle, userId) => (oracle.holds(userId, 'EditCareTeam') ? oracle.careOf(userId) : new Set()),
};
const besideCare = (more: Record<string, unknown>, second: Probe, refusal: string) =>
  beside(changed(ofCare, more), second, refusal);

/** The call returns an outcome for each invitation: those of others cannot be answered. */
async function refuseInvitations({ oracle, callerOf }: ProbeContext): Promise<void> {
  for (const { userId } of oracle.users) {
    const closed = oracle.rows.memberships.filter((member) => !oracle.actsFor(userId).has(member.userId));
    const careTeamMemberIds = closed.slice(0, 20).map(({ id }) => id);
    const { outcomes } = await callerOf(userId).ok(processInvitations, { careTeamMemberIds, isAccepting: true });
    expect(outcomes.map(({ wasProcessed }) => wasProcessed)).toEqual(careTeamMemberIds.map(() => false));
  }
}

/** The job refuses invitations of others, with the same message as for missing ones. */
async function refuseBatch({ app, oracle, callerOf }: ProbeContext): Promise<void> {
  const { userId } = oracle.users.find(({ username }) => username === 'outsider')!;
  const closed = oracle.rows.memberships.filter((member) => !oracle.actsFor(userId).has(member.userId));
  const careTeamMemberIds = [...closed.slice(0, 10).map(({ id }) => id), 999_999_999];
  const { inviteBatchId } = await callerOf(userId).ok(processInvitationsInBulk, {
    careTeamMemberIds,
    isAccepting: true,
  });
  const handle = handlerOf(processJob);
  for (const data of await takeJobs(app, processJob.name)) await handle(app.deps as never, data as never, jobRun);
  const { items } = await callerOf(userId).ok(getInviteBatch, { inviteBatchId });
  expect(items).toHaveLength(careTeamMemberIds.length);
  expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(['refused']));
  expect(new Set(items.map(({ message }) => message)).size).toBe(1);
}

export const probes: FeatureProbes = {
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
    [removeCareTeamMember, besideCare({ reason: 'x' }, ofOtherTeam, 'wrong_state')],
    [setMemberInactive, besideCare({ version: 1 }, ofOtherTeam, 'wrong_state')],
    [setMemberRelationshipType, besideCare({ version: 1, relationshipType: 1 }, ofOtherTeam, 'wrong_state')],
    [updatePatientPcp, besideCare({ version: 1 }, ofOtherTeam, 'wrong_state')],
    [
      inviteToCareTeam,
      beside(ofEditedTeam, { ...ofColleague, key: 'userIds' }, 'invalid_input userIds', (id) => ({ userIds: [id] })),
    ],
    [getInviteBatch, ofOwner('inviteBatchId', (oracle) => oracle.rows.inviteBatches, 'no_access')],
  ],
  filters: [{ endpoint: getInvitations, by: { patientId: ofPatient } }],
  takesOpen: [[directory, [[inviteToCareTeam, 'healthcareProviderIds']]]],
  compares: [
    {
      name: 'membership is reported for members of the care team only',
      calls: [[isOnCareTeam, 'userId']],
      compare: compareMembers,
    },
    {
      name: 'a batch refuses invitations of others',
      calls: [[processInvitationsInBulk, 'careTeamMemberIds']],
      compare: refuseBatch,
    },
    {
      name: 'invitations of others are not answered',
      calls: [[processInvitations, 'careTeamMemberIds']],
      compare: refuseInvitations,
    },
    {
      name: 'pending invitations are counted and listed for whom they are meant, and who acts for them',
      calls: [],
      compare: compareInvitations,
    },
  ],
};
