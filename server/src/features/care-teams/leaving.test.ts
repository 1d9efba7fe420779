import {
  careTeamTexts,
  leaveCareTeam,
  leaveTeam,
  listCareTeam,
  removeCareTeamMember,
} from '@careloop/contracts/care-teams';
import { acceptInvitation } from '@careloop/contracts/care-teams/invitations';
import { membershipTexts } from '@careloop/contracts/care-teams/members';
import { getUnreadMessageCount, getUserConversationMessages, messageTexts } from '@careloop/contracts/messages';
import { getSingleUserConversation, getUserConversations } from '@careloop/contracts/messages/conversations';
import { getPatientInfo } from '@careloop/contracts/patients';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { buildColleagues, buildMessenger, send } from '../../../test/conversations.ts';
import { addProxy, addToCareTeam, buildPatient } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { listenToPublished } from '../../../test/published.ts';

let app: TestApp;
let published: Awaited<ReturnType<typeof listenToPublished>>;
beforeAll(async () => {
  app = await startTestApp();
  published = await listenToPublished(app);
});
beforeEach(() => published.take());
afterAll(async () => {
  await published.stop();
  await app.stop();
});

const roomsOf = (...users: { userId: number }[]) => new Set(users.map(({ userId }) => `user:${userId}`));

const memberOf = (patient: { patientId: number }, { userId }: { userId: number }) =>
  app.db
    .selectFrom('care_team_member')
    .select(['care_team_member_id as careTeamMemberId', 'status', 'reason'])
    .where('patient_id', '=', patient.patientId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();

const auditOf = (action: string, userId: number) =>
  app.db
    .selectFrom('audit_event')
    .select(['outcome', 'patient_id', 'on_behalf_of_user_id', 'subject_type', 'subject_id', 'details'])
    .where('action', '=', action)
    .where('user_id', '=', userId)
    .orderBy('audit_event_id')
    .execute();

const reason = 'I work at another clinic now.';

describe('leaving', () => {
  test('ends access to the patient and conversations at once, and is announced to everyone with access', async () => {
    const { callers, patient } = await buildColleagues(app, 3);
    const [one, two, three] = callers as [Caller, Caller, Caller];
    const { patientId } = patient;
    const { conversationKey } = await send(one, [two], { patientId });
    await published.take();
    expect(await two.ok(leaveCareTeam, { patientId, reason: `  ${reason} ` })).toMatchObject({
      canAccessPatient: false,
    });
    expect(await memberOf(patient, two)).toMatchObject({ status: 'removed', reason });

    const denied = { code: 'unauthorized_patient', validationErrors: { unauthorized: '2' } };
    expect(await two.fail(getPatientInfo, { patientId })).toMatchObject(denied);
    const closed = { code: 'no_access', message: messageTexts.noConversation };
    expect(await two.fail(getUserConversationMessages, { conversationKey })).toMatchObject(closed);
    expect((await two.ok(getUserConversations, {})).items).toEqual([]);
    expect((await two.ok(getUnreadMessageCount, {})).unreadMessageCount).toBe(0);
    const { can, members } = await one.ok(getSingleUserConversation, { conversationKey });
    expect(can['reply']).toBe(messageTexts.nobodyLeft);
    expect(members.find(({ userId }) => userId === two.userId)).toMatchObject({ hasAccess: false });

    const events = await published.take();
    const [membership, conversation, unread] = [
      'CareTeamMembershipUpdatedEvent',
      'ConversationChangedEvent',
      'UnreadMessageCountChangedEvent',
    ].map((name) => events.filter(({ event }) => event === name));
    expect(membership).toMatchObject([{ payload: { userId: two.userId, patientId } }]);
    expect(new Set(membership?.[0]?.rooms)).toEqual(roomsOf(two));
    const team = events.find(({ event }) => event === 'CareTeamChangedEvent');
    expect(team).toMatchObject({ payload: { patientId } });
    expect(new Set(team?.rooms)).toEqual(new Set([...roomsOf(one, three), `client:${patient.clientId}`]));
    expect(conversation).toMatchObject([{ payload: { conversationKey, lastSequence: 1 } }]);
    expect(new Set(conversation?.[0]?.rooms)).toEqual(roomsOf(one));
    expect(unread).toMatchObject([{ payload: { userId: two.userId, sequence: 2 } }]);

    expect(await auditOf('care_team.left', two.userId)).toEqual([
      {
        outcome: 'ok',
        patient_id: patientId,
        on_behalf_of_user_id: null,
        subject_type: 'user',
        subject_id: two.userId,
        details: null,
      },
    ]);
    // The reason is stored only with the membership.
    expect(JSON.stringify(await sql`select * from audit_event`.execute(app.db))).not.toContain(reason);
    expect(JSON.stringify(events)).not.toContain(reason);
  });

  test('again after a lost response returns the same result', async () => {
    const { callers, patient } = await buildColleagues(app, 1);
    const [one] = callers as [Caller];
    const input = { patientId: patient.patientId, reason };
    const headers = { 'idempotency-key': 'the-one-leaving' };
    const answers = await Promise.all([1, 2].map(() => one.ok(leaveCareTeam, input, headers)));
    expect(answers[1]).toEqual(answers[0]);
    expect(await auditOf('care_team.left', one.userId)).toHaveLength(1);
  });

  test('keeps access for a user who sees all of the client’s patients', async () => {
    const { callers, patient, clientId } = await buildColleagues(app, 1);
    const coordinator = await buildMessenger(app.db, { clientId, permissions: ['Messages', 'ViewAllPatients'] });
    await addToCareTeam(app.db, patient, coordinator);
    const caller = await app.as(coordinator);
    const { patientId } = patient;
    const { conversationKey } = await send(callers[0]!, [coordinator], { patientId });
    expect(await caller.ok(leaveCareTeam, { patientId, reason })).toMatchObject({ canAccessPatient: true });
    await caller.ok(getSingleUserConversation, { conversationKey });
  });

  test('as the last member leaves the patient to users who see all of the client’s patients', async () => {
    const { callers, patient, clientId } = await buildColleagues(app, 1);
    const [last] = callers as [Caller];
    const { patientId } = patient;
    expect(await last.fail(leaveTeam, { patientId, reason: ' ' })).toMatchObject({
      validationErrors: { reason: careTeamTexts.reasonRequired },
    });
    expect(await last.ok(leaveTeam, { patientId, reason })).toMatchObject({ canAccessPatient: false });
    expect(await last.fail(getPatientInfo, { patientId })).toMatchObject({ code: 'unauthorized_patient' });
    const coordinator = await buildMessenger(app.db, { clientId, permissions: ['EditCareTeam', 'ViewAllPatients'] });
    const caller = await app.as(coordinator);
    const { members, can } = await caller.ok(listCareTeam, { patientId });
    expect({ members, invite: can['invite'] }).toEqual({ members: [], invite: true });
  });

  test('can be done by a proxy, and records both', async () => {
    const { callers, patient, clientId } = await buildColleagues(app, 1);
    const [doctor] = callers as [Caller];
    const office = await app.as(await buildMessenger(app.db, { clientId }));
    const input = { patientId: patient.patientId, reason, onBehalfOfUserId: doctor.userId };
    expect(await office.fail(leaveCareTeam, input)).toMatchObject({ status: 403, code: 'forbidden' });
    await addProxy(app.db, doctor, office);
    const own = await office.fail(leaveCareTeam, { patientId: patient.patientId, reason });
    expect(own).toMatchObject({ code: 'wrong_state', message: careTeamTexts.notOnTeam });
    await office.ok(leaveCareTeam, input);
    expect(await auditOf('care_team.left', office.userId)).toMatchObject([
      { on_behalf_of_user_id: doctor.userId, subject_id: doctor.userId },
    ]);
  });

  test('ends the access others had through the member, and is announced to them', async () => {
    const { callers, patient, clientId } = await buildColleagues(app, 2);
    const [doctor, colleague] = callers as [Caller, Caller];
    const office = await app.as(await buildMessenger(app.db, { clientId }));
    await addProxy(app.db, doctor, office);
    const { patientId } = patient;
    const { conversationKey } = await send(office, [colleague], { patientId });
    await published.take();
    await doctor.ok(leaveCareTeam, { patientId, reason });
    expect(await office.fail(getUserConversationMessages, { conversationKey })).toMatchObject({ code: 'no_access' });
    const events = await published.take();
    const changed = events.filter(({ event }) => event === 'ConversationChangedEvent');
    expect(changed).toMatchObject([{ payload: { conversationKey }, rooms: [`user:${colleague.userId}`] }]);
    const counted = events.filter(({ event }) => event === 'UnreadMessageCountChangedEvent');
    expect(counted.map(({ payload }) => payload['userId'])).toEqual([doctor.userId, office.userId]);
  });

  test('is refused without a reason, and the user stays', async () => {
    const { callers, patient } = await buildColleagues(app, 1);
    const [one] = callers as [Caller];
    const failure = await one.fail(leaveCareTeam, { patientId: patient.patientId } as never);
    expect(failure).toMatchObject({
      status: 200,
      code: 'invalid_input',
      validationErrors: { reason: careTeamTexts.reasonRequired },
    });
    expect(await memberOf(patient, one)).toMatchObject({ status: 'accepted' });
  });

  test('is refused without access to the patient, and if the user is not a member', async () => {
    const { callers, patient, clientId } = await buildColleagues(app, 1);
    const [one] = callers as [Caller];
    const elsewhere = await buildPatient(app.db, { clientId });
    const failure = await one.fail(leaveCareTeam, { patientId: elsewhere.patientId, reason });
    expect(failure).toMatchObject({ code: 'unauthorized_patient', validationErrors: { unauthorized: '1' } });
    expect(await auditOf(leaveCareTeam.path, one.userId)).toMatchObject([
      { outcome: 'denied', patient_id: elsewhere.patientId },
    ]);
    const invited = await buildMessenger(app.db, { clientId, permissions: ['Messages', 'ViewAllPatients'] });
    await addToCareTeam(app.db, patient, invited, 'invited');
    const early = await (await app.as(invited)).fail(leaveCareTeam, { patientId: patient.patientId, reason });
    expect(early).toMatchObject({ code: 'wrong_state', message: careTeamTexts.notOnTeam });
    const input = { patientId: patient.patientId, reason };
    expect((await app.nobody.fail(leaveCareTeam, input)).status).toBe(401);
    const both = await Promise.all([1, 2].map(() => one.call(leaveCareTeam, input)));
    expect(both.filter(({ body }) => body.wasSuccessful)).toHaveLength(1);
  });
});

describe('removing', () => {
  test('removes a member, or cancels an invitation, with the permission to edit care teams', async () => {
    const { callers, patient, clientId } = await buildColleagues(app, 1);
    const [member] = callers as [Caller];
    const editor = await buildMessenger(app.db, { clientId, permissions: ['Messages', 'EditCareTeam'] });
    const invited = await buildMessenger(app.db, { clientId });
    await addToCareTeam(app.db, patient, editor);
    await addToCareTeam(app.db, patient, invited, 'invited');
    const caller = await app.as(editor);
    const { patientId } = patient;
    const { members } = await caller.ok(listCareTeam, { patientId });
    expect(members.map(({ userId, can }) => [userId, can['leave'] === true, can['remove'] === true])).toEqual(
      expect.arrayContaining([
        [editor.userId, true, true],
        [member.userId, false, true],
        [invited.userId, false, true],
      ]),
    );
    for (const [user, status] of [[member, 'removed'] as const, [invited, 'cancelled'] as const]) {
      const { careTeamMemberId } = await memberOf(patient, user);
      expect(await caller.ok(removeCareTeamMember, { patientId, careTeamMemberId, reason })).toMatchObject({
        canAccessPatient: true,
      });
      expect(await memberOf(patient, user)).toMatchObject({ status, reason });
      const again = await caller.fail(removeCareTeamMember, { patientId, careTeamMemberId, reason });
      expect(again).toMatchObject({ code: 'wrong_state', message: careTeamTexts.notMember });
    }
    expect(await auditOf('care_team.removed', editor.userId)).toMatchObject([
      { subject_type: 'user', subject_id: member.userId, patient_id: patientId },
      { subject_type: 'user', subject_id: invited.userId, patient_id: patientId },
    ]);
    expect(await member.fail(getPatientInfo, { patientId })).toMatchObject({ code: 'unauthorized_patient' });
  });

  test('does not remove a member who has accepted the invitation since it was shown', async () => {
    const { patient, clientId } = await buildColleagues(app, 1);
    const editor = await buildMessenger(app.db, { clientId, permissions: ['EditCareTeam'] });
    const invited = await buildMessenger(app.db, { clientId });
    await addToCareTeam(app.db, patient, editor);
    await addToCareTeam(app.db, patient, invited, 'invited');
    const { patientId } = patient;
    const caller = await app.as(editor);
    const shown = (await caller.ok(listCareTeam, { patientId })).members.find(
      ({ userId }) => userId === invited.userId,
    );
    const { careTeamMemberId = 0, version = 0 } = shown ?? {};
    await (await app.as(invited)).ok(acceptInvitation, { careTeamMemberId });
    const input = { patientId, careTeamMemberId, reason };
    expect(await caller.fail(removeCareTeamMember, { ...input, version })).toMatchObject({
      status: 409,
      message: membershipTexts.changed,
      current: { version: version + 1, what: 'accepted' },
    });
    expect(await memberOf(patient, invited)).toMatchObject({ status: 'accepted' });
    await caller.ok(removeCareTeamMember, { ...input, version: version + 1 });
    expect(await memberOf(patient, invited)).toMatchObject({ status: 'removed' });
  });

  test('is refused without it, except for people one acts for; and for members of other teams', async () => {
    const { callers, patient, clientId } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const { patientId } = patient;
    const { careTeamMemberId } = await memberOf(patient, two);
    const input = { patientId, careTeamMemberId, reason };
    expect(await one.fail(removeCareTeamMember, input)).toMatchObject({
      code: 'wrong_state',
      message: careTeamTexts.mayNotRemove,
    });
    expect(await auditOf(removeCareTeamMember.path, one.userId)).toMatchObject([
      { outcome: 'refused', patient_id: patientId, subject_type: 'user', subject_id: two.userId },
    ]);
    const other = await buildPatient(app.db, { clientId });
    await addToCareTeam(app.db, other, two);
    const elsewhere = { ...input, careTeamMemberId: (await memberOf(other, two)).careTeamMemberId };
    expect(await one.fail(removeCareTeamMember, elsewhere)).toMatchObject({ message: careTeamTexts.notMember });
    expect(await one.fail(removeCareTeamMember, { ...elsewhere, patientId: other.patientId })).toMatchObject({
      code: 'unauthorized_patient',
    });
    expect((await one.fail(removeCareTeamMember, { ...input, reason: ' ' })).validationErrors).toEqual({
      reason: careTeamTexts.reasonRequired,
    });
    expect((await app.nobody.fail(removeCareTeamMember, input)).status).toBe(401);
    await addProxy(app.db, two, one);
    await one.ok(removeCareTeamMember, input);
  });
});
