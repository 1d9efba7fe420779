import { listCareTeam, getPendingInviteCount } from '@careloop/contracts/care-teams';
import type { AcceptedThrough } from '@careloop/contracts/care-teams/codes';
import { acceptInvitation, getInvitations, invitationTexts } from '@careloop/contracts/care-teams/invitations';
import { inviteToCareTeam, joinCareTeam, setMemberInactive } from '@careloop/contracts/care-teams/members';
import { createConsultation } from '@careloop/contracts/consultations';
import { sendMessage } from '@careloop/contracts/messages/sending';
import { approveAccessRequest, requestAccess } from '@careloop/contracts/patient-access';
import { listActivities } from '@careloop/contracts/patients/activities';
import { createReferral } from '@careloop/contracts/referrals';
import { acceptReferral } from '@careloop/contracts/referrals/processing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, addToCareTeam, buildReferralParties, buildUser, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { takeJobs } from '../../../test/mails.ts';
import { notifyOfAccepted } from '../../core/access/careTeamJobs.ts';

// Adding somebody to a care team to which they are invited accepts the invitation.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A doctor who is invited to the patient's care team by a coordinator, who is on it. `before` runs before the invitation. */
async function buildInvited(before?: (patientId: number, doctor: { userId: number }) => Promise<unknown>) {
  const parties = await buildReferralParties(app);
  const { sender, receiver, patient } = parties;
  const { patientId, clientId } = patient;
  await addToCareTeam(app.db, patient, sender);
  const editor = await buildUser(app.db, { clientId, permissions: ['EditCareTeam', 'Messages', 'ViewAllPatients'] });
  await addToCareTeam(app.db, patient, editor);
  const kept = await before?.(patientId, receiver);
  const caller = await app.as(editor);
  await caller.ok(inviteToCareTeam, { patientId, userIds: [receiver.userId], message: 'Her atrial fibrillation.' });
  await takeJobs(app, notifyOfAccepted.name);
  return { ...parties, patientId, kept, editor: caller, doctor: await app.as(receiver) };
}

type Built = Awaited<ReturnType<typeof buildInvited>>;

const permit = (userId: number, permission: 'Messages' | 'ViewAllPatients') =>
  app.db
    .insertInto('user_permission')
    .values({ user_id: userId, permission })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

const ways: Record<
  AcceptedThrough,
  { add: (built: Built) => Promise<unknown>; before?: Parameters<typeof buildInvited>[0] }
> = {
  message: {
    before: (_, { userId }) => permit(userId, 'Messages'),
    add: ({ editor, doctor, patientId }) =>
      editor.ok(sendMessage, { patientId, recipientUserIds: [doctor.userId], message: 'Please look at her ECG.' }),
  },
  referral: {
    add: async (built) => {
      const sender = await app.as(built.sender);
      const { referralId } = await sender.ok(createReferral, referralInput(built));
      const office = await buildUser(app.db, { clientId: built.patient.clientId });
      await addProxy(app.db, built.receiver, office);
      await (await app.as(office)).ok(acceptReferral, { referralId });
    },
  },
  consultation: {
    add: async ({ sender, receiver, patientId }) =>
      (await app.as(sender)).ok(createConsultation, {
        patientId,
        healthcareProviderId: receiver.healthcareProviderId,
        requestNotes: 'May she take both?',
      }),
  },
  access_request: {
    before: async (patientId, doctor) =>
      (await app.as(doctor)).ok(requestAccess, { patientId, reason: 'I see her in clinic tomorrow.' }),
    add: ({ editor, kept }) =>
      editor.ok(approveAccessRequest, { accessRequestId: (kept as { accessRequestId: number }).accessRequestId }),
  },
  joining: {
    before: (_, { userId }) => permit(userId, 'ViewAllPatients'),
    add: ({ doctor, patientId }) => doctor.ok(joinCareTeam, { patientId }),
  },
};

test.each(Object.entries(ways))(
  'an invitation is accepted by adding the person: %s',
  async (through, { add, before }) => {
    const built = await buildInvited(before);
    const { doctor, patientId, editor } = built;
    const pending = (await doctor.ok(getInvitations, {})).items;
    expect(pending).toHaveLength(1);
    await add(built);

    const { careTeamMemberId } = pending[0]!;
    expect(await doctor.ok(getPendingInviteCount, {})).toMatchObject({ pendingInviteCount: 0 });
    expect(await doctor.ok(getInvitations, {})).toMatchObject({
      items: [],
      acceptedForThem: [{ careTeamMemberId, patientId, userId: doctor.userId, acceptedThrough: through }],
    });
    expect(await doctor.fail(acceptInvitation, { careTeamMemberId })).toMatchObject({
      code: 'wrong_state',
      message: invitationTexts.notPending,
    });
    const { items } = await doctor.ok(listActivities, { patientId, activityTypes: ['care_team'] });
    expect(items[0]).toMatchObject({ what: `accepted_${through}` });
    const audited = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'care_team.joined')
      .where('patient_id', '=', patientId)
      .where('subject_id', '=', doctor.userId)
      .executeTakeFirstOrThrow();
    expect(audited.details).toMatchObject({ invitationAcceptedThrough: through });
    // Who joins by themselves knows it.
    expect(await takeJobs(app, notifyOfAccepted.name)).toEqual(through === 'joining' ? [] : [{ careTeamMemberId }]);

    // Nobody else sees it, and it ends with the membership.
    expect((await editor.ok(getInvitations, {})).acceptedForThem).toEqual([]);
    await editor.ok(setMemberInactive, { patientId, careTeamMemberId });
    expect((await doctor.ok(getInvitations, {})).acceptedForThem).toEqual([]);
  },
);

test('a member and somebody who was not invited are told of no invitation', async () => {
  const { editor, doctor, patientId } = await buildInvited((_, { userId }) => permit(userId, 'Messages'));
  const [invitation] = (await doctor.ok(getInvitations, {})).items;
  await doctor.ok(acceptInvitation, { careTeamMemberId: invitation!.careTeamMemberId });
  const { clientId } = await app.db
    .selectFrom('patient')
    .select('client_id as clientId')
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow();
  const stranger = await buildUser(app.db, { clientId, permissions: ['Messages'] });
  const recipientUserIds = [doctor.userId, stranger.userId];
  await editor.ok(sendMessage, { patientId, recipientUserIds, message: 'Please look at her ECG.' });
  const { members } = await editor.ok(listCareTeam, { patientId });
  expect(members.map(({ userId }) => userId)).toEqual(expect.arrayContaining(recipientUserIds));
  for (const caller of [doctor, await app.as(stranger)]) {
    expect((await caller.ok(getInvitations, {})).acceptedForThem).toEqual([]);
  }
  expect(await takeJobs(app, notifyOfAccepted.name)).toEqual([]);
});
