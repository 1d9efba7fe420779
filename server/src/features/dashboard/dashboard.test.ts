import { dashboardLimits, getDashboard } from '@careloop/contracts/dashboard';
import { sendMessage } from '@careloop/contracts/messages/sending';
import { createTask } from '@careloop/contracts/tasks';
import { getWorkQueues, listWorkQueueItems } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  addProxy,
  addToCareTeam,
  buildDocument,
  buildPatient,
  buildProvider,
  buildReferral,
  buildReferralParties,
  buildUser,
} from '../../../test/factories.ts';
import { dayFromToday } from '../../../test/days.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { queueItemOf } from '../../../test/queueItems.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const quiet = {
  tasks: { items: [], dueCount: 0, openCount: 0 },
  invitationCount: 0,
  accessRequestCount: 0,
  pendingEnrollmentCount: 0,
  unreadReferralCount: 0,
  unreadConsultationCount: 0,
  others: [],
  othersWaitingCount: 0,
  answers: [],
  latestReferrals: [],
};
const noAnswers = { taskTemplateId: null, answers: {} };
/** `day` days from now, at noon in New York. */
const timeZone = 'America/New_York';

test('it needs a session', async () => {
  expect(await app.nobody.fail(getDashboard, {})).toMatchObject({ status: 401 });
});

test('omits sections a user type never has, and requires a valid time zone', async () => {
  const caller = await app.as(await buildUser(app.db, { permissions: [] }));
  expect(await caller.ok(getDashboard, { timeZone })).toMatchObject({
    ...quiet,
    urgentItems: null,
    urgentConversations: null,
    queues: null,
    myPatients: null,
  });
  expect(await caller.fail(getDashboard, { timeZone: 'Mars/Olympus' })).toMatchObject({
    validationErrors: { timeZone: 'Please name a time zone' },
  });
});

test('has STAT items, due tasks, urgent messages and invitations of the user, and no patient they may not see', async () => {
  const parties = await buildReferralParties(app);
  const { receiver, sender, patient } = parties;
  await app.db
    .insertInto('user_permission')
    .values([receiver, sender].map(({ userId: user_id }) => ({ user_id, permission: 'Messages' })))
    .execute();
  const { referralId } = await buildReferral(app, { parties });
  await app.db
    .updateTable('work_queue_encounter')
    .set({ on_top_from: new Date(0) })
    .where('subject_id', '=', referralId)
    .execute();
  await addToCareTeam(app.db, patient, receiver);
  const others = await buildPatient(app.db, { clientId: patient.clientId });
  await addToCareTeam(app.db, others, receiver, 'invited');
  const writer = await app.as(sender);
  const task = { description: 'Call', dateDue: dayFromToday(-1), ...noAnswers };
  const { taskId } = await writer.ok(createTask, {
    ...task,
    patientId: patient.patientId,
    assignedToUserId: receiver.userId,
  });
  // For a patient the assignee has lost access to.
  const lost = await buildPatient(app.db, { clientId: patient.clientId });
  await app.db
    .insertInto('task')
    .values({
      patient_id: lost.patientId,
      description: 'x',
      assigned_to_user_id: receiver.userId,
      created_by_user_id: sender.userId,
    })
    .execute();
  await buildDocument(app, patient);
  await buildDocument(app, lost);
  await app.db.updateTable('patient_document').set({ date_provided: new Date() }).execute();
  await writer.ok(sendMessage, {
    message: 'Now',
    recipientUserIds: [receiver.userId],
    priority: 4,
    patientId: patient.patientId,
  });
  const caller = await app.as(receiver);
  const dashboard = await caller.ok(getDashboard, { timeZone });
  expect(dashboard).toMatchObject({
    urgentItems: { count: 1, items: [{ workQueueId: 22, urgencyDays: 7, patient: { patientId: patient.patientId } }] },
    tasks: { items: [{ taskId, status: 'alert' }], dueCount: 1, openCount: 1 },
    urgentConversations: { count: 1, items: [{ patient: { patientId: patient.patientId } }] },
    invitationCount: 1,
    myPatients: { documents: [{ patient: { patientId: patient.patientId } }] },
    latestReferrals: [{ referralId }],
  });
  expect(JSON.stringify(dashboard)).not.toContain(`"patientId":${lost.patientId},`);
  expect(JSON.stringify(dashboard)).not.toContain(`"patientId":${others.patientId},`);
  const { categories } = await caller.ok(getWorkQueues, {});
  const tree = categories.flatMap(({ workQueues }) => workQueues).map(({ name, openCount }) => ({ name, openCount }));
  expect(dashboard.queues?.map(({ name, openCount }) => ({ name, openCount }))).toEqual(tree);
});

test('lists STAT and overdue items once, in the order of their queue', async () => {
  const parties = await buildReferralParties(app);
  const [first, second, third] = [
    await buildReferral(app, { parties }),
    await buildReferral(app, { parties }),
    await buildReferral(app, { parties }),
  ];
  const days = [
    [first, 3, 1],
    [second, 1, 3],
    [third, 2, 2],
  ] as const;
  for (const [{ referralId }, encounter, top] of days) {
    await app.db
      .updateTable('work_queue_encounter')
      .set({ encounter_date: new Date(encounter * 86_400_000), on_top_from: new Date(top * 86_400_000) })
      .where('subject_id', '=', referralId)
      .execute();
  }
  const caller = await app.as(parties.receiver);
  const { items } = await caller.ok(listWorkQueueItems, { workQueueId: 22, urgentFirst: true });
  // The same request is also among the exceptions.
  await sql`insert into work_queue_encounter (work_queue_id, owner_user_id, patient_id, subject_type, subject_id, encounter_date, on_top_from)
    select 25, owner_user_id, patient_id, subject_type, subject_id, encounter_date, on_top_from
    from work_queue_encounter where subject_id = ${second.referralId} and work_queue_id = 22`.execute(app.db);
  const { urgentItems } = await caller.ok(getDashboard, { timeZone });
  const idsOf = (list: readonly { workQueueEncounterId: number }[] = []) =>
    list.map(({ workQueueEncounterId }) => workQueueEncounterId);
  expect(idsOf(urgentItems?.items)).toEqual(idsOf(items));
  expect(urgentItems?.count).toBe(3);
  expect(items.map(({ subjectId }) => subjectId)).toEqual([first, third, second].map(({ referralId }) => referralId));
});

test('shows items waiting for others separately, and counts their invitations as the navigation does', async () => {
  const { receiver, sender, referralId } = await buildReferral(app);
  await app.db
    .updateTable('work_queue_encounter')
    .set({ on_top_from: new Date(0) })
    .where('subject_id', '=', referralId)
    .execute();
  const office = await buildUser(app.db, { clientId: receiver.clientId });
  await addProxy(app.db, receiver, office);
  await addToCareTeam(app.db, await buildPatient(app.db, { clientId: receiver.clientId }), receiver, 'invited');
  await app.db.updateTable('referral').set({ is_answer_unread: true }).where('referral_id', '=', referralId).execute();
  const caller = await app.as(office);
  const apart = await caller.ok(getDashboard, { timeZone });
  expect(apart).toMatchObject({
    urgentItems: { count: 0, items: [] },
    invitationCount: 1,
    unreadReferralCount: 0,
    others: [{ userId: receiver.userId, urgentItemCount: 1, dueTaskCount: 0, unreadMessageCount: 0 }],
  });
  const acting = await caller.ok(getDashboard, { timeZone, onBehalfOfUserId: receiver.userId } as object);
  expect(acting).toMatchObject({ urgentItems: { count: 1 }, invitationCount: 1, others: [] });
  expect(apart.others[0]?.urgentItems).toEqual(acting.urgentItems?.items);
  expect(await (await app.as(sender)).ok(getDashboard, { timeZone })).toMatchObject({ unreadReferralCount: 1 });
});

test('shows a request once that is both the user’s and waiting for a person they may act for', async () => {
  const parties = await buildReferralParties(app);
  const { receiver } = parties;
  const [shared, theirs] = [await buildReferral(app, { parties }), await buildReferral(app, { parties })];
  const { clientId } = receiver;
  const office = await buildUser(app.db, { clientId });
  await addProxy(app.db, receiver, office);
  await app.db
    .updateTable('work_queue_encounter')
    .set({ on_top_from: new Date(0) })
    .where('subject_id', 'in', [shared.referralId, theirs.referralId])
    .execute();
  const sharedItem = await queueItemOf(app.db, shared.referralId);
  await app.db
    .insertInto('work_queue_encounter_access')
    .values({ ...sharedItem, user_id: office.userId, granted_by_user_id: receiver.userId })
    .execute();
  const { work_queue_encounter_id: theirItem } = await queueItemOf(app.db, theirs.referralId);
  const dashboard = await (await app.as(office)).ok(getDashboard, { timeZone });
  expect(dashboard).toMatchObject({
    urgentItems: { count: 1, items: [{ workQueueEncounterId: sharedItem.work_queue_encounter_id }] },
    others: [{ urgentItemCount: 1, urgentItems: [{ workQueueEncounterId: theirItem }] }],
  });
});

test('of many people the user may act for, those with pending work come first', async () => {
  const { receiver, referralId } = await buildReferral(app);
  await app.db
    .updateTable('work_queue_encounter')
    .set({ on_top_from: new Date(0) })
    .where('subject_id', '=', referralId)
    .execute();
  const { clientId } = receiver;
  const office = await buildUser(app.db, { clientId });
  await app.db.updateTable('user_account').set({ last_name: 'Zyla' }).where('user_id', '=', receiver.userId).execute();
  await addProxy(app.db, receiver, office);
  for (let count = 0; count < dashboardLimits.people; count += 1) {
    await addProxy(app.db, await buildUser(app.db, { clientId, lastName: `Abbot${count}`, permissions: [] }), office);
  }
  const { others, othersWaitingCount } = await (await app.as(office)).ok(getDashboard, { timeZone });
  expect(others).toHaveLength(dashboardLimits.people);
  expect(others.slice(0, 2)).toMatchObject([
    { userId: receiver.userId, urgentItemCount: 1 },
    { urgentItemCount: 0, dueTaskCount: 0, unreadMessageCount: 0 },
  ]);
  expect(othersWaitingCount).toBe(1);
});

test('the day starts and ends at midnight in the time zone, also when the clocks change', async () => {
  const doctor = await buildProvider(app.db);
  const patient = await buildPatient(app.db, { clientId: doctor.clientId });
  await addToCareTeam(app.db, patient, doctor);
  const moments = await sql<{
    at: Date;
  }>`select (date_trunc('day', now() at time zone ${timeZone}) + make_interval(secs => s))
    at time zone ${timeZone} as at from unnest(array[-1, 0, 86399, 86400]) as s`.execute(app.db);
  await app.db
    .insertInto('patient_appointment')
    .values(
      moments.rows.map(({ at }, index) => ({
        patient_id: patient.patientId,
        appointment_time: at,
        description: String(index),
        time_zone: 'Pacific/Honolulu',
      })),
    )
    .execute();
  const { myPatients } = await (await app.as(doctor)).ok(getDashboard, { timeZone });
  expect(myPatients?.appointments.map(({ description }) => description)).toEqual(['1', '2']);
  expect(myPatients?.appointments[0]?.timeZone).toBe('Pacific/Honolulu');
});
