import {
  careTeamTexts,
  getPendingInviteCount,
  listCareTeam,
  removeCareTeamMember,
} from '@careloop/contracts/care-teams';
import {
  acceptInvitation,
  getInvitations,
  getInviteBatch,
  invitationTexts,
  processInvitations,
  processInvitationsInBulk,
} from '@careloop/contracts/care-teams/invitations';
import { inviteStatus, inviteStatusOfMember } from '@careloop/contracts/care-teams/codes';
import { inviteToCareTeam, membershipTexts } from '@careloop/contracts/care-teams/members';
import { canAccessPatient, getPatientInfo } from '@careloop/contracts/patients';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { untilWaiting } from '../../../test/attempts.ts';
import {
  addProxy,
  addToCareTeam,
  buildDirectoryProvider,
  buildPatient,
  buildProvider,
  buildUser,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { handlerOf, jobRun, portalUrl, takeJobs } from '../../../test/mails.ts';
import { listenToPublished } from '../../../test/published.ts';
import { numberUnreadChanges } from '../messages/shared/unread.ts';
import { processInvitations as processJob } from './jobs.ts';

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

/** An editor on a patient's care team, a doctor of the same client, and the doctor's office. */
async function buildTeam() {
  const patient = await buildPatient(app.db, { firstName: 'Grace', dateOfBirth: '1945-07-14' });
  const { clientId } = patient;
  const editor = await buildUser(app.db, { clientId, permissions: ['EditCareTeam'] });
  await addToCareTeam(app.db, patient, editor);
  const doctor = await buildProvider(app.db, { clientId });
  const office = await buildUser(app.db, { clientId });
  await addProxy(app.db, doctor, office);
  return {
    patient,
    clientId,
    doctor,
    editor: await app.as(editor),
    caller: await app.as(doctor),
    office: await app.as(office),
  };
}

async function membersOf(patientId: number) {
  const { rows } = await sql<{ id: number; userId: number; status: string; reason: string | null; count: number }>`
    select care_team_member_id as id, user_id as "userId", status, reason, count(*) over (partition by user_id)::int as count
    from care_team_member where patient_id = ${patientId} order by 1`.execute(app.db);
  return rows;
}

const auditOf = async (action: string, patientId: number) => {
  const { rows } = await sql`select user_id, on_behalf_of_user_id, subject_id from audit_event
    where action = ${action} and patient_id = ${patientId} order by audit_event_id`.execute(app.db);
  return rows;
};

async function runJobs(): Promise<void> {
  const deps = { ...app.deps, portalUrl, email: { vendor: 'none', send: () => Promise.reject(new Error('no mail')) } };
  const handler = handlerOf(processJob);
  for (const data of await takeJobs(app, processJob.name)) await handler(deps as never, data, jobRun);
}

test('codes of invitations are those of docs/domain/care-teams.md', () => {
  expect(inviteStatus.table).toEqual({ unknown: 0, pending: 1, accepted: 2, declined: 3, cancelled: 4 });
  expect(inviteStatusOfMember).toMatchObject({ invited: 'pending', cancelled: 'cancelled' });
});

describe('an invitation', () => {
  test('shows only what is needed to decide, to the invited user and their proxies', async () => {
    const { patient, doctor, editor, caller, office } = await buildTeam();
    const { patientId } = patient;
    const words = { patientId, userIds: [doctor.userId], message: '  Her atrial fibrillation is back. ' };
    expect(await editor.ok(inviteToCareTeam, words)).toEqual(
      expect.objectContaining({ invitedUserIds: [doctor.userId], unchangedUserIds: [] }),
    );
    expect(await auditOf('care_team.invited', patientId)).toEqual([
      { user_id: editor.userId, on_behalf_of_user_id: null, subject_id: doctor.userId },
    ]);
    for (const who of [caller, office]) {
      expect(await who.ok(getPendingInviteCount, {})).toMatchObject({ pendingInviteCount: 1 });
      const { items, totalItemCount } = await who.ok(getInvitations, { patientId });
      expect(totalItemCount).toBe(1);
      expect(items).toMatchObject([
        {
          patientId,
          birthYear: 1945,
          userId: doctor.userId,
          invitationText: 'Her atrial fibrillation is back.',
          statusCode: 1,
        },
      ]);
      expect(JSON.stringify(items)).not.toContain(patient.mrn);
      expect(await who.ok(canAccessPatient, { patientId })).toMatchObject({
        canAccessPatient: false,
        hasPendingInvite: true,
      });
      expect(await who.fail(getPatientInfo, { patientId })).toMatchObject({ validationErrors: { unauthorized: '3' } });
    }
    expect(await caller.ok(getInvitations, { patientId: patientId + 1000 })).toMatchObject({ items: [] });
  });

  test('is accepted by the invited user, once, and gives access to the patient', async () => {
    const { patient, doctor, editor, caller } = await buildTeam();
    const { patientId } = patient;
    await editor.ok(inviteToCareTeam, { patientId, userIds: [doctor.userId] });
    const [, { id: careTeamMemberId } = { id: 0 }] = await membersOf(patientId);
    const stranger = await app.as(await buildUser(app.db));
    expect(await stranger.fail(acceptInvitation, { careTeamMemberId })).toMatchObject({ code: 'no_access' });
    expect(await app.nobody.fail(acceptInvitation, { careTeamMemberId })).toMatchObject({ status: 401 });
    expect(await caller.ok(acceptInvitation, { careTeamMemberId })).toMatchObject({ patientId });
    await caller.ok(getPatientInfo, { patientId });
    expect(await caller.ok(getPendingInviteCount, {})).toMatchObject({ pendingInviteCount: 0 });
    expect(await caller.fail(acceptInvitation, { careTeamMemberId })).toMatchObject({
      code: 'wrong_state',
      message: invitationTexts.notPending,
    });
    expect(await auditOf('care_team.joined', patientId)).toHaveLength(1);
  });

  test('that was canceled can be neither accepted nor declined', async () => {
    const { patient, doctor, editor, caller } = await buildTeam();
    const { patientId } = patient;
    await editor.ok(inviteToCareTeam, { patientId, userIds: [doctor.userId] });
    const [, { id: careTeamMemberId } = { id: 0 }] = await membersOf(patientId);
    await editor.ok(removeCareTeamMember, { patientId, careTeamMemberId, reason: 'Asked the wrong doctor.' });
    const late = { code: 'wrong_state', message: invitationTexts.notPending };
    expect(await caller.fail(acceptInvitation, { careTeamMemberId })).toMatchObject(late);
    const declining = { careTeamMemberIds: [careTeamMemberId], isAccepting: false, reason: 'No capacity.' };
    expect((await caller.ok(processInvitations, declining)).outcomes).toMatchObject([
      { wasProcessed: false, message: invitationTexts.notPending },
    ]);
    expect((await membersOf(patientId))[1]).toMatchObject({ status: 'cancelled' });
    expect(await caller.fail(getPatientInfo, { patientId })).toMatchObject({ code: 'unauthorized_patient' });
  });

  test('is declined with a reason, on behalf of the invited user', async () => {
    const { patient, doctor, editor, caller, office } = await buildTeam();
    const { patientId } = patient;
    await editor.ok(inviteToCareTeam, { patientId, userIds: [doctor.userId] });
    const [, { id } = { id: 0 }] = await membersOf(patientId);
    const declining = { careTeamMemberIds: [id], isAccepting: false };
    expect(await office.fail(processInvitations, declining)).toMatchObject({
      validationErrors: { reason: careTeamTexts.reasonRequired },
    });
    expect((await membersOf(patientId))[1]).toMatchObject({ status: 'invited' });
    const { outcomes } = await office.ok(processInvitations, { ...declining, reason: 'No capacity until March.' });
    expect(outcomes).toEqual([{ careTeamMemberId: id, wasProcessed: true, message: null }]);
    expect((await membersOf(patientId))[1]).toMatchObject({ status: 'declined', reason: 'No capacity until March.' });
    expect(await auditOf('care_team.declined', patientId)).toEqual([
      { user_id: office.userId, on_behalf_of_user_id: doctor.userId, subject_id: doctor.userId },
    ]);
    // The inviting user is notified, and the care team shows who declined and why until they are invited again.
    const payload = { careTeamMemberId: id, patientId, userId: editor.userId };
    const news = (await published.take()).filter(({ event }) => event === 'InvitationDeclinedEvent');
    expect(news).toMatchObject([{ rooms: [`user:${editor.userId}`], payload }]);
    const { declined } = await editor.ok(listCareTeam, { patientId });
    expect(declined).toMatchObject([{ careTeamMemberId: id, reason: 'No capacity until March.' }]);
    const again = await caller.ok(processInvitations, { ...declining, reason: 'Again.' });
    expect(again.outcomes).toMatchObject([{ wasProcessed: false, message: invitationTexts.notPending }]);
    // A user who declined can be invited again, in the same row.
    await editor.ok(inviteToCareTeam, { patientId, userIds: [doctor.userId] });
    expect((await membersOf(patientId))[1]).toMatchObject({ id, status: 'invited', reason: null, count: 1 });
    expect(await editor.ok(listCareTeam, { patientId })).toMatchObject({ declined: [] });
    const accepting = { careTeamMemberIds: [id], isAccepting: true, reason: null };
    expect((await caller.ok(processInvitations, accepting)).outcomes).toMatchObject([{ wasProcessed: true }]);
  });
});

describe('inviting', () => {
  test('needs the permission, and colleagues who can be invited', async () => {
    const { patient, doctor, editor, clientId } = await buildTeam();
    const { patientId } = patient;
    const member = await buildUser(app.db, { clientId });
    await addToCareTeam(app.db, patient, member);
    const userIds = [doctor.userId];
    const mayNot = await (await app.as(member)).fail(inviteToCareTeam, { patientId, userIds });
    expect(mayNot).toMatchObject({ message: membershipTexts.mayNotEdit });
    const stranger = await buildUser(app.db);
    for (const [ids, message] of [
      [[], membershipTexts.nobodyChosen],
      [[doctor.userId, stranger.userId], membershipTexts.notOpen],
      [[editor.userId], membershipTexts.notOpen],
    ] as const) {
      expect(await editor.fail(inviteToCareTeam, { patientId, userIds: ids })).toMatchObject({
        validationErrors: { userIds: message },
      });
    }
    const { healthcareProviderId } = await buildDirectoryProvider(app.db);
    const without = { patientId, userIds: [], healthcareProviderIds: [healthcareProviderId] };
    expect(await editor.fail(inviteToCareTeam, without)).toMatchObject({
      validationErrors: { healthcareProviderIds: membershipTexts.noUserRecord },
    });
  });

  test('many at once sends one event to each of them, and one to everyone else', async () => {
    const { patient, editor, clientId } = await buildTeam();
    const { patientId } = patient;
    const { rows } = await sql<{
      id: number;
    }>`insert into user_account (username, user_type, first_name, last_name, origin_client_id)
      select 'many' || n, 'office_user', 'Robin', 'Many' || n, ${clientId} from generate_series(1, 500) n
      returning user_id as id`.execute(app.db);
    const userIds = rows.map(({ id }) => id);
    await sql`insert into user_client (user_id, client_id) select id, ${clientId} from unnest(${userIds}::bigint[]) id`.execute(
      app.db,
    );
    await published.take();
    expect((await editor.ok(inviteToCareTeam, { patientId, userIds })).invitedUserIds).toHaveLength(500);
    const invited = await published.take();
    const own = invited.filter(({ event }) => event === 'CareTeamMembershipUpdatedEvent');
    expect(own).toHaveLength(500);
    expect(new Set(own.flatMap(({ rooms }) => rooms))).toEqual(new Set(userIds.map((id) => `user:${id}`)));
    expect(invited.filter(({ event }) => event === 'CareTeamChangedEvent')).toHaveLength(1);
    expect(invited).toHaveLength(501);
    // Repeated, it sends no events.
    expect((await editor.ok(inviteToCareTeam, { patientId, userIds })).unchangedUserIds).toHaveLength(500);
    expect(await published.take()).toEqual([]);
  });

  test('concurrently with other invitations or removals keeps one row for each user', async () => {
    const { patient, doctor, editor, caller, clientId } = await buildTeam();
    const { patientId } = patient;
    const other = await buildUser(app.db, { clientId, permissions: ['EditCareTeam', 'ViewAllPatients'] });
    const second = await app.as(other);
    const userIds = [doctor.userId, (await buildUser(app.db, { clientId })).userId];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        editor.call(inviteToCareTeam, { patientId, userIds }),
        second.call(inviteToCareTeam, { patientId, userIds: userIds.toReversed() }),
        caller.call(processInvitations, {
          careTeamMemberIds: (await membersOf(patientId)).map(({ id }) => id),
          isAccepting: false,
          reason: 'x',
        }),
      ]);
    }
    const rows = await membersOf(patientId);
    expect(rows.every(({ count }) => count === 1)).toBe(true);
    expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set([editor.userId, ...userIds]));
  });
});

test('several answered in one call lock unread counts only after the last invitation', async () => {
  const user = await buildUser(app.db, { permissions: ['Messages'] });
  for (const patient of [await buildPatient(app.db, user), await buildPatient(app.db, user)]) {
    await addToCareTeam(app.db, patient, user, 'invited');
  }
  await numberUnreadChanges(app.db, [user.userId]);
  const caller = await app.as(user);
  const { items } = await caller.ok(getInvitations, {});
  const careTeamMemberIds = items.map(({ careTeamMemberId }) => careTeamMemberId);
  const { call } = await app.db.transaction().execute(async (other) => {
    await sql`select from care_team_member where care_team_member_id = ${Math.max(...careTeamMemberIds)} for update`.execute(
      other,
    );
    const call = caller.ok(processInvitations, { careTeamMemberIds, isAccepting: true, reason: null });
    await untilWaiting(app.db, 1);
    const { rows } =
      await sql`select from unread_sequence where user_id = ${user.userId} for update skip locked`.execute(other);
    expect(rows).toHaveLength(1);
    return { call };
  });
  expect((await call).outcomes.map(({ wasProcessed }) => wasProcessed)).toEqual([true, true]);
});

test('several can be answered by a job, with progress and a result for each', async () => {
  const { clientId, doctor, caller, office, editor, patient } = await buildTeam();
  const patients = [patient, ...(await Promise.all([1, 2].map(() => buildPatient(app.db, { clientId }))))];
  for (const one of patients) await addToCareTeam(app.db, one, doctor, 'invited');
  const { items } = await office.ok(getInvitations, {});
  const ids = items.map(({ careTeamMemberId }) => careTeamMemberId);
  expect(ids).toHaveLength(3);
  for (const reason of [undefined, null, '']) {
    const bad = await office.fail(processInvitationsInBulk, { careTeamMemberIds: ids, isAccepting: false, reason });
    expect(bad).toMatchObject({ validationErrors: { reason: careTeamTexts.reasonRequired } });
  }

  const decision = { careTeamMemberIds: ids, isAccepting: false, reason: 'On leave until June.' };
  const { inviteBatchId } = await office.ok(processInvitationsInBulk, decision);
  expect(await office.ok(getInviteBatch, { inviteBatchId })).toMatchObject({ totalCount: 3, processedCount: 0 });
  expect(await editor.fail(getInviteBatch, { inviteBatchId })).toMatchObject({ code: 'no_access' });
  // One was answered elsewhere in the meantime.
  await caller.ok(acceptInvitation, { careTeamMemberId: ids[0] ?? 0 });
  await published.take();
  await runJobs();
  const events = await published.take('InviteBatchChangedEvent');
  expect(events).toHaveLength(3);
  expect(new Set(events.flatMap(({ rooms }) => rooms))).toEqual(new Set([`self:${office.userId}`]));
  const batch = await office.ok(getInviteBatch, { inviteBatchId });
  expect(batch).toMatchObject({ processedCount: 3, isAccepting: false });
  expect(batch.items.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['refused', invitationTexts.notPending],
    ['done', null],
    ['done', null],
  ]);
  expect(await office.ok(getPendingInviteCount, {})).toMatchObject({ pendingInviteCount: 0 });
  // Among the answered ones, the care team shows the one that was accepted.
  const { members } = await caller.ok(listCareTeam, { patientId: items[0]?.patientId ?? 0 });
  expect(members.map(({ userId }) => userId)).toContain(doctor.userId);
});

test('a job answers nothing for a user who may no longer act for the invited user', async () => {
  const { patient, doctor, office } = await buildTeam();
  await addToCareTeam(app.db, patient, doctor, 'invited');
  const { items } = await office.ok(getInvitations, {});
  const careTeamMemberIds = items.map(({ careTeamMemberId }) => careTeamMemberId);
  const { inviteBatchId } = await office.ok(processInvitationsInBulk, {
    careTeamMemberIds,
    isAccepting: true,
    reason: null,
  });
  await sql`delete from user_proxy where proxy_user_id = ${office.userId}`.execute(app.db);
  await runJobs();
  expect(await office.ok(getInviteBatch, { inviteBatchId })).toMatchObject({ items: [{ outcome: 'refused' }] });
  expect((await membersOf(patient.patientId)).at(-1)).toMatchObject({ status: 'invited' });
});
