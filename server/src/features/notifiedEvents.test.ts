import { acceptInvitation } from '@careloop/contracts/care-teams/invitations';
import { inviteToCareTeam, joinCareTeam } from '@careloop/contracts/care-teams/members';
import { sendMessage } from '@careloop/contracts/messages/sending';
import { requestAccess, withdrawAccessRequest } from '@careloop/contracts/patient-access';
import { saveUserProfile } from '@careloop/contracts/profile/saving';
import { taskStatus } from '@careloop/contracts/codes/tasks';
import { notificationType } from '@careloop/contracts/profile/notifications';
import { createTask, listTasks, setTaskStatus, updateTask } from '@careloop/contracts/tasks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { declared } from '../../test/declared.ts';
import { addProxy, addToCareTeam, buildCoordinator, buildPatient, buildUser } from '../../test/factories.ts';
import { dayFromToday } from '../../test/days.ts';
import { handlerOf, jobRun, portalUrl, workJobs } from '../../test/mails.ts';
import { startMailingApp } from '../../test/mailingApp.ts';
import type { MailingApp } from '../../test/mailingApp.ts';
import { smtpSender } from '../core/integrations/email/smtp.ts';
import { notifyOfAccepted } from '../core/access/careTeamJobs.ts';
import { notifyInvited } from './care-teams/jobs.ts';
import { notifyOfAccessRequest } from './patient-access/jobs.ts';
import { findDueTasks, notifyTaskDue } from './tasks/jobs.ts';

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());
beforeEach(() => work());

const deps = () => ({ ...app.deps, portalUrl, email: smtpSender(smtp.url) });

/** Runs the queued jobs as a worker would, and returns the mails they send. */
const work = ({ runs = 1 } = {}) =>
  workJobs({ app, smtp }, [notifyInvited, notifyOfAccepted, notifyOfAccessRequest, notifyTaskDue], runs);

async function turnOff(userId: number, type: 'careTeamInvitation' | 'accessRequested' | 'taskDue') {
  const caller = await app.as({ userId });
  const settings = [{ eventTypeId: notificationType.table[type], notifyByEmail: false }];
  await caller.ok(saveUserProfile, { userId, version: 1, notificationsData: { settings } });
}

async function buildTeam() {
  const patient = await buildPatient(app.db, { lastName: 'Quillfeather' });
  const { clientId, patientId } = patient;
  const editor = await buildUser(app.db, { clientId, permissions: ['EditCareTeam'] });
  await addToCareTeam(app.db, patient, editor);
  const colleague = await buildUser(app.db, { clientId, permissions: [] });
  return { patient, patientId, clientId, editor, colleague, caller: await app.as(editor) };
}

const emailOf = async ({ userId }: { userId: number }) => {
  const { email } = await app.db
    .selectFrom('user_account')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
};

describe('an invitation to a care team', () => {
  test('is mailed once to the invited user, without patient data', async () => {
    const { patientId, colleague, caller } = await buildTeam();
    await caller.ok(inviteToCareTeam, { patientId, userIds: [colleague.userId], message: 'Her knee again.' });
    const mails = await work({ runs: 2 });
    expect(mails).toEqual([{ to: await emailOf(colleague), text: expect.any(String) as string }]);
    expect(mails[0]?.text).toContain(`${portalUrl}/provider/Patients/Invites`);
    expect(mails[0]?.text).not.toMatch(/Quillfeather|knee/);
  });

  test('is not mailed after it was answered, or if the user turned it off', async () => {
    const { patientId, clientId, colleague, caller } = await buildTeam();
    const silent = await buildUser(app.db, { clientId, permissions: [] });
    await turnOff(silent.userId, 'careTeamInvitation');
    await caller.ok(inviteToCareTeam, { patientId, userIds: [colleague.userId, silent.userId] });
    const { care_team_member_id: careTeamMemberId } = await app.db
      .selectFrom('care_team_member')
      .select('care_team_member_id')
      .where('user_id', '=', colleague.userId)
      .executeTakeFirstOrThrow();
    await (await app.as(colleague)).ok(acceptInvitation, { careTeamMemberId });
    expect(await work()).toEqual([]);
  });
});

describe('an invitation accepted because the person was added', () => {
  const invite = async () => {
    const { patientId, clientId, caller, patient } = await buildTeam();
    const sender = await buildUser(app.db, { clientId, permissions: ['Messages'] });
    await addToCareTeam(app.db, patient, sender);
    const doctor = await buildUser(app.db, { clientId, permissions: ['Messages', 'ViewAllPatients'] });
    await caller.ok(inviteToCareTeam, { patientId, userIds: [doctor.userId] });
    await work();
    return { patientId, doctor, sender: await app.as(sender) };
  };

  test('is told to them once, without patient data, and not for a later message', async () => {
    const { patientId, doctor, sender } = await invite();
    const message = { patientId, recipientUserIds: [doctor.userId], message: 'Her knee again.' };
    await sender.ok(sendMessage, message);
    await sender.ok(sendMessage, message);
    const mails = await work({ runs: 2 });
    expect(mails).toEqual([{ to: await emailOf(doctor), text: expect.any(String) as string }]);
    expect(mails[0]?.text).toContain('to which you had been invited, by message.');
    expect(mails[0]?.text).toContain(`${portalUrl}/provider/Patients/Invites`);
    expect(mails[0]?.text).not.toMatch(/Quillfeather|knee/);
  });

  test('is not told to somebody who joined by themselves', async () => {
    const { patientId, doctor } = await invite();
    await (await app.as(doctor)).ok(joinCareTeam, { patientId });
    expect(await work()).toEqual([]);
  });
});

describe('a request for access', () => {
  const reason = 'I see Quillfeather in clinic tomorrow.';

  test('is mailed to the members who can answer it, not to the requester', async () => {
    const { patient, patientId, clientId, editor, colleague } = await buildTeam();
    await buildCoordinator(app.db, { clientId });
    await addToCareTeam(app.db, patient, await buildUser(app.db, { clientId, permissions: [] }));
    const helper = await buildUser(app.db, { clientId, permissions: ['EditCareTeam'] });
    await addToCareTeam(app.db, patient, helper);
    await addProxy(app.db, colleague, helper);
    await (await app.as(colleague)).ok(requestAccess, { patientId, reason });
    const mails = await work({ runs: 2 });
    expect(mails).toEqual([{ to: await emailOf(editor), text: expect.any(String) as string }]);
    expect(mails[0]?.text).toContain(`${portalUrl}/provider/AccessRequests`);
    expect(mails[0]?.text).not.toMatch(/Quillfeather/);
  });

  test('is mailed to users who see all patients if no member can answer, and to no one once withdrawn', async () => {
    const { clientId, patientId } = await buildPatient(app.db);
    const coordinator = await buildCoordinator(app.db, { clientId });
    const silent = await buildCoordinator(app.db, { clientId });
    await turnOff(silent.userId, 'accessRequested');
    const asking = await app.as(await buildUser(app.db, { clientId, permissions: [] }));
    const { accessRequestId } = await asking.ok(requestAccess, { patientId, reason });
    expect((await work()).map(({ to }) => to)).toEqual([await emailOf(coordinator)]);
    await asking.ok(withdrawAccessRequest, { accessRequestId });
    await asking
      .ok(requestAccess, { patientId, reason })
      .then(({ accessRequestId: second }) => asking.ok(withdrawAccessRequest, { accessRequestId: second }));
    expect(await work()).toEqual([]);
  });
});

describe('a task', () => {
  const findDue = async () => handlerOf(findDueTasks)(deps(), {}, jobRun);
  const fieldsOf = (assignedToUserId: number | null, dateDue: string) => ({
    description: 'Call Quillfeather about the knee',
    assignedToUserId,
    dateDue,
    taskTemplateId: null,
  });

  test('is mailed to its assignee when it becomes due, once per due day', async () => {
    const { patientId, editor, caller } = await buildTeam();
    const later = await caller.ok(createTask, { patientId, ...fieldsOf(editor.userId, dayFromToday(0)) });
    await findDue();
    expect(await work()).toEqual([]);
    await caller.ok(updateTask, declared(updateTask, { ...later, ...fieldsOf(editor.userId, dayFromToday(-1)) }));
    await findDue();
    await findDue();
    const mails = await work({ runs: 2 });
    expect(mails).toEqual([{ to: await emailOf(editor), text: expect.any(String) as string }]);
    expect(mails[0]?.text).toContain(`${portalUrl}/provider/Tasks`);
    expect(mails[0]?.text).not.toMatch(/Quillfeather|knee/);
    await caller.ok(updateTask, { taskId: later.taskId, version: 2, ...fieldsOf(editor.userId, dayFromToday(-1)) });
    await findDue();
    expect(await work()).toEqual([]);
  });

  test('is mailed to its author if nobody else can do it', async () => {
    const { patient, patientId, editor, colleague, caller } = await buildTeam();
    await addToCareTeam(app.db, patient, colleague);
    await caller.ok(createTask, { patientId, ...fieldsOf(null, dayFromToday(-1)) });
    const lost = await caller.ok(createTask, { patientId, ...fieldsOf(colleague.userId, dayFromToday(-1)) });
    await findDue();
    await sql`update user_account set is_active = false where user_id = ${colleague.userId}`.execute(app.db);
    const mails = await work({ runs: 2 });
    expect(mails.map(({ to }) => to)).toEqual([await emailOf(editor), await emailOf(editor)]);
    const text = mails.map((mail) => mail.text).join('');
    expect(text).toContain('It is assigned to nobody.');
    expect(text).toContain('The person it is assigned to can no longer open it.');
    expect(text).toContain(`${portalUrl}/provider/Tasks?relation=added&taskId=${lost.taskId}`);
    const { items } = await caller.ok(listTasks, { relation: 'added' });
    expect(items.filter((task) => task.isAssigneeInactive).map(({ taskId }) => taskId)).toEqual([lost.taskId]);
    // The author has left the care team, too.
    await caller.ok(createTask, { patientId, ...fieldsOf(null, dayFromToday(-1)) });
    await sql`update care_team_member set status = 'inactive' where user_id = ${editor.userId}`.execute(app.db);
    await findDue();
    expect(await work()).toEqual([]);
  });

  test('is not mailed if it is completed, visible to nobody, overdue for days, or turned off', async () => {
    const { patient, patientId, clientId, editor, colleague, caller } = await buildTeam();
    const silent = await buildUser(app.db, { clientId });
    for (const user of [colleague, silent]) await addToCareTeam(app.db, patient, user);
    await turnOff(silent.userId, 'taskDue');
    const done = await caller.ok(createTask, { patientId, ...fieldsOf(editor.userId, dayFromToday(-1)) });
    await caller.ok(createTask, { patientId, ...fieldsOf(editor.userId, dayFromToday(-3)) });
    await caller.ok(createTask, { patientId, ...fieldsOf(colleague.userId, dayFromToday(-1)) });
    await caller.ok(createTask, { patientId, ...fieldsOf(silent.userId, dayFromToday(-1)) });
    await findDue();
    await caller.ok(setTaskStatus, {
      taskId: done.taskId,
      version: done.version,
      taskStatus: taskStatus.table.completed,
    });
    const members = sql.join([colleague.userId, editor.userId]);
    await sql`update care_team_member set status = 'inactive' where user_id in (${members})`.execute(app.db);
    expect(await work()).toEqual([]);
  });
});
