import { getEncounter } from '@careloop/contracts/patients/encounters';
import {
  countMyTasks,
  createTask,
  getTask,
  getTaskPreview,
  listTaskAssignees,
  listTasks,
  setTaskStatus,
  taskTexts,
  updateTask,
} from '@careloop/contracts/tasks';
import type { taskSummary } from '@careloop/contracts/tasks';
import { WorkQueue } from '@careloop/contracts/codes';
import { taskDisplayOf } from '@careloop/contracts/codes/tasks';
import { listTaskTemplates } from '@careloop/contracts/tasks/templates';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { declineReferral } from '@careloop/contracts/referrals/processing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';

import {
  addProxy,
  addToCareTeam,
  buildCoordinator,
  buildPatient,
  buildProvider,
  buildReferral,
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

const fields = {
  description: 'Call the family about discharge',
  assignedToUserId: null as number | null,
  dateDue: null as string | null,
  taskTemplateId: null as number | null,
  answers: {} as Record<string, string | number | boolean | null>,
};
const [yesterday, tomorrow] = [() => dayFromToday(-1), () => dayFromToday(1)];

async function buildTeam() {
  const coordinator = await buildCoordinator(app.db);
  const { clientId } = coordinator;
  const patient = await buildPatient(app.db, { clientId });
  const nurse = await buildUser(app.db, { clientId, firstName: 'Nora', lastName: 'Nurse' });
  await addToCareTeam(app.db, patient, nurse);
  const outsider = await buildUser(app.db);
  return { coordinator, patient, nurse, outsider, clientId };
}

async function buildEncounter(patientId: number): Promise<number> {
  const { patient_encounter_id } = await app.db
    .insertInto('patient_encounter')
    .values({ patient_id: patientId, encounter_type: 'inpatient', encounter_date: new Date('2026-03-02T10:00:00Z') })
    .returning('patient_encounter_id')
    .executeTakeFirstOrThrow();
  return patient_encounter_id;
}

test('a task without a session is refused', async () => {
  expect(await app.nobody.fail(listTasks, {})).toMatchObject({ status: 401 });
  expect(await app.nobody.fail(createTask, { ...fields, patientId: 1 })).toMatchObject({ status: 401 });
});

describe('adding', () => {
  test('adds it to the patient, the assignee’s list and the audit', async () => {
    const { coordinator, patient, nurse } = await buildTeam();
    const caller = await app.as(coordinator);
    const due = tomorrow();
    const added = await caller.ok(createTask, {
      ...fields,
      patientId: patient.patientId,
      assignedToUserId: nurse.userId,
      dateDue: due,
    });
    const mine = await (await app.as(nurse)).ok(listTasks, {});
    expect(mine.items).toMatchObject([
      {
        taskId: added.taskId,
        description: fields.description,
        assignedToName: 'Nora Nurse',
        dateDue: due,
        isPastDue: false,
        taskStatus: 1,
        status: 'assigned',
        isCompleted: false,
        isReadOnly: false,
        patient: { patientId: patient.patientId },
        can: { edit: true, start: true, complete: true },
      },
    ]);
    expect(await (await app.as(nurse)).ok(countMyTasks, {})).toMatchObject({ openCount: 1, pastDueCount: 0 });
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['action', 'user_id'])
      .where('subject_type', '=', 'task')
      .where('subject_id', '=', added.taskId)
      .where('kind', '=', 'change')
      .execute();
    expect(audited).toEqual([{ action: 'task.created', user_id: coordinator.userId }]);
  });

  test('is refused with a blank description, and nothing is stored', async () => {
    const { coordinator, patient } = await buildTeam();
    const caller = await app.as(coordinator);
    const input = { ...fields, patientId: patient.patientId, description: ' ' };
    expect((await caller.fail(createTask, input)).validationErrors).toEqual({
      description: taskTexts.descriptionRequired,
    });
    expect(await app.db.selectFrom('task').where('patient_id', '=', patient.patientId).execute()).toEqual([]);
  });

  test('accepts and offers only assignees who may see the patient', async () => {
    const { coordinator, patient, nurse, outsider, clientId } = await buildTeam();
    const colleague = await buildUser(app.db, { clientId });
    const caller = await app.as(coordinator);
    const { items } = await caller.ok(listTaskAssignees, { patientId: patient.patientId });
    expect(new Set(items.map(({ userId }) => userId))).toEqual(new Set([coordinator.userId, nurse.userId]));
    expect((await caller.ok(listTaskAssignees, { patientId: patient.patientId, searchTerm: 'nor' })).items).toEqual([
      { userId: nurse.userId, fullName: 'Nora Nurse' },
    ]);
    for (const { userId } of [outsider, colleague]) {
      const input = { ...fields, patientId: patient.patientId, assignedToUserId: userId };
      expect((await caller.fail(createTask, input)).validationErrors).toEqual({
        assignedToUserId: taskTexts.cannotBeAssigned,
      });
    }
  });

  test('rejects an encounter of another patient, and shows one of the patient with its tasks', async () => {
    const { coordinator, patient } = await buildTeam();
    const other = await buildPatient(app.db, { clientId: patient.clientId });
    const caller = await app.as(coordinator);
    const input = { ...fields, patientId: patient.patientId };
    const patientEncounterId = await buildEncounter(patient.patientId);
    const foreign = await buildEncounter(other.patientId);
    expect(await caller.fail(createTask, { ...input, patientEncounterId: foreign })).toMatchObject({
      validationErrors: { '': taskTexts.otherSubject },
    });
    const { taskId } = await caller.ok(createTask, { ...input, patientEncounterId });
    const encounter = await caller.ok(getEncounter, { patientId: patient.patientId, patientEncounterId });
    expect(encounter.tasks).toMatchObject([{ taskId, taskStatus: 1, status: 'pending', isPastDue: false }]);
  });
});

test('a task needs access to its patient', async () => {
  const { coordinator, patient, nurse, outsider } = await buildTeam();
  const caller = await app.as(coordinator);
  const assigned = { ...fields, patientId: patient.patientId, assignedToUserId: nurse.userId };
  const { taskId } = await caller.ok(createTask, assigned);
  const stranger = await app.as(outsider);
  const closed = { code: 'no_access', message: taskTexts.notFound };
  expect(await stranger.fail(getTask, { taskId })).toMatchObject(closed);
  expect(await stranger.fail(updateTask, { ...fields, taskId, version: 1 })).toMatchObject(closed);
  expect(await stranger.fail(setTaskStatus, { taskId, taskStatus: 3 })).toMatchObject(closed);
  expect((await stranger.ok(listTasks, { patientId: patient.patientId })).items).toEqual([]);
  expect(await stranger.fail(createTask, assigned)).toMatchObject({ code: 'unauthorized_patient' });
  // Also for the assignee, once they have lost access to the patient.
  await app.db.updateTable('care_team_member').set({ status: 'removed' }).where('user_id', '=', nurse.userId).execute();
  const former = await app.as(nurse);
  expect((await former.ok(listTasks, {})).items).toEqual([]);
  expect(await former.ok(countMyTasks, {})).toMatchObject({ openCount: 0, pastDueCount: 0 });
  expect(await former.fail(getTask, { taskId })).toMatchObject(closed);
});

describe('a task', () => {
  test('is started, completed and reopened, each with an entry in its history', async () => {
    const { coordinator, patient, nurse } = await buildTeam();
    const { taskId } = await (
      await app.as(coordinator)
    ).ok(createTask, { ...fields, patientId: patient.patientId, assignedToUserId: nurse.userId, dateDue: yesterday() });
    const caller = await app.as(nurse);
    expect(await caller.ok(getTask, { taskId })).toMatchObject({ status: 'alert', isPastDue: true });
    await caller.ok(setTaskStatus, { taskId, taskStatus: 2, version: 1 });
    expect(await caller.ok(getTask, { taskId })).toMatchObject({ status: 'in-progress', isPastDue: false });
    await caller.ok(setTaskStatus, { taskId, taskStatus: 3, version: 2 });
    expect(await caller.ok(getTask, { taskId })).toMatchObject({
      status: 'complete',
      isPastDue: false,
      isCompleted: true,
      completedByName: 'Nora Nurse',
      can: { edit: 'This task is completed. Reopen it first.', reopen: true },
    });
    expect((await caller.ok(listTasks, {})).items).toEqual([]);
    expect((await caller.ok(listTasks, { state: 'completed' })).items).toMatchObject([{ taskId }]);
    expect(await caller.fail(setTaskStatus, { taskId, taskStatus: 3 })).toMatchObject({
      message: 'This task is completed already.',
    });
    await caller.ok(setTaskStatus, { taskId, taskStatus: 1, version: 3 });
    const { events, status } = await caller.ok(getTask, { taskId });
    expect(status).toBe('alert');
    expect(events.map((event) => event.action)).toEqual(['reopened', 'completed', 'started', 'created']);
  });

  test('of an item is hidden from an owner without access to the patient once the item is completed', async () => {
    const { referralId, receiver, sender } = await buildReferral(app);
    const own = await app.as(receiver);
    const item = await app.db
      .selectFrom('work_queue_encounter')
      .select(['work_queue_encounter_id as workQueueEncounterId', 'patient_id as patientId'])
      .where('subject_id', '=', referralId)
      .where('owner_user_id', '=', receiver.userId)
      .executeTakeFirstOrThrow();
    const { workQueueEncounterId } = item;
    const { taskId } = await own.ok(createTask, { ...fields, ...item });
    expect((await own.ok(getTaskPreview, { workQueueEncounterId })).openCount).toBe(1);
    await own.ok(declineReferral, { referralId, declineReason: 1 });
    expect((await own.call(getTask, { taskId })).body).toMatchObject({ wasSuccessful: false });
    expect(await own.ok(getTaskPreview, { workQueueEncounterId })).toMatchObject({ tasks: [], openCount: 0 });
    await (await app.as(sender)).ok(getTask, { taskId });
  });

  test('of an open item is read-only if the item is visible only by emergency access', async () => {
    const { sender, receiver, patient, referralId } = await buildReferral(app);
    await (await app.as(receiver)).ok(declineReferral, { referralId, declineReason: 1 });
    const caller = await app.as(sender);
    const { workQueueEncounterId = 0 } =
      (await caller.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralsDeclined })).items[0] ?? {};
    const about = { ...fields, patientId: patient.patientId, workQueueEncounterId };
    const { taskId } = await caller.ok(createTask, about);
    await app.db
      .deleteFrom('user_permission')
      .where('user_id', '=', sender.userId)
      .where('permission', '=', 'ViewAllPatients')
      .execute();
    expect((await caller.call(getTask, { taskId })).body).toMatchObject({ wasSuccessful: false });
    await app.db
      .insertInto('break_glass_access')
      .values({
        user_id: sender.userId,
        patient_id: patient.patientId,
        reason: 'Unconscious in the emergency department',
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    expect(await caller.ok(getTask, { taskId })).toMatchObject({ can: { edit: taskTexts.emergency } });
    const refusal = { message: taskTexts.emergency };
    expect(await caller.fail(createTask, about)).toMatchObject(refusal);
    expect(await caller.fail(updateTask, { ...fields, taskId })).toMatchObject(refusal);
    expect(await caller.fail(setTaskStatus, { taskId, taskStatus: 3 })).toMatchObject(refusal);
  });

  test('cannot be changed from a stale version', async () => {
    const { coordinator, patient } = await buildTeam();
    const caller = await app.as(coordinator);
    const { taskId } = await caller.ok(createTask, { ...fields, patientId: patient.patientId });
    await caller.ok(updateTask, { ...fields, taskId, description: 'Call again', version: 1 });
    expect(await caller.fail(updateTask, { ...fields, taskId, version: 1 })).toMatchObject({
      status: 409,
      message: taskTexts.changed,
      current: { version: 2, what: 'changed' },
    });
  });

  test('of another system is read-only', async () => {
    const { coordinator, patient } = await buildTeam();
    const { task_id: taskId } = await app.db
      .insertInto('task')
      .values({
        patient_id: patient.patientId,
        description: 'Weigh daily',
        status: 'none',
        source_system: 'ehr',
        source_id: '7',
      })
      .returning('task_id')
      .executeTakeFirstOrThrow();
    const caller = await app.as(coordinator);
    const task = await caller.ok(getTask, { taskId });
    expect(task).toMatchObject({
      isReadOnly: true,
      taskStatus: 0,
      status: 'pending',
      can: { edit: taskTexts.readOnly },
    });
    expect(await caller.fail(updateTask, { ...fields, taskId, version: 1 })).toMatchObject({
      message: taskTexts.readOnly,
    });
    expect(await caller.fail(setTaskStatus, { taskId, taskStatus: 3 })).toMatchObject({ message: taskTexts.readOnly });
  });

  test('is completed on behalf of its assignee', async () => {
    const { coordinator, patient, nurse, clientId } = await buildTeam();
    const assistant = await buildUser(app.db, { clientId, firstName: 'Ada', lastName: 'Assistant' });
    await addProxy(app.db, nurse, assistant);
    const assigned = { ...fields, patientId: patient.patientId, assignedToUserId: nurse.userId };
    const { taskId } = await (await app.as(coordinator)).ok(createTask, assigned);
    const caller = await app.as(assistant);
    expect((await caller.ok(listTasks, {})).items).toEqual([]);
    const hers = await caller.ok(listTasks, { onBehalfOfUserId: nurse.userId } as object);
    expect(hers.items).toMatchObject([{ taskId }]);
    const added = await (await app.as(coordinator)).ok(listTasks, { relation: 'added' });
    expect(added.items).toMatchObject([{ taskId, isAssigneeInactive: false }]);
    await caller.ok(setTaskStatus, { taskId, taskStatus: 3 });
    const { events } = await caller.ok(getTask, { taskId });
    expect(events[0]).toMatchObject({ userName: 'Ada Assistant', onBehalfOfName: 'Nora Nurse' });
  });

  test('is past due once its day is over for the patient’s client', async () => {
    const { coordinator, patient, clientId } = await buildTeam();
    const caller = await app.as(coordinator);
    const isPastDueOn = async (dateDue: string) => {
      const { taskId } = await caller.ok(createTask, { ...fields, patientId: patient.patientId, dateDue });
      return (await caller.ok(getTask, { taskId })).isPastDue;
    };
    expect([await isPastDueOn(yesterday()), await isPastDueOn(dayFromToday(0))]).toEqual([true, false]);
    // In Hawaii, which is behind all others.
    await app.db.insertInto('client_setting').values({ client_id: clientId, name: 'timeZone', value: 4 }).execute();
    const there = [-1, 0].map((days) => dayFromToday(days, 'Pacific/Honolulu'));
    expect(await Promise.all(there.map(isPastDueOn))).toEqual([true, false]);
  });

  test('is displayed by the same rule in SQL as in the contracts', async () => {
    const { coordinator, patient, nurse } = await buildTeam();
    const rows = (['none', 'pending', 'in_progress', 'completed'] as const).flatMap((status) =>
      [null, nurse.userId].flatMap((assigned_to_user_id) =>
        [null, yesterday(), tomorrow()].map((due) => ({
          patient_id: patient.patientId,
          description: 'x',
          status,
          assigned_to_user_id,
          date_due: due,
          completed_at: status === 'completed' ? new Date() : null,
          created_by_user_id: coordinator.userId,
        })),
      ),
    );
    await app.db.insertInto('task').values(rows).execute();
    const caller = await app.as(coordinator);
    const shown: z.infer<typeof taskSummary>[] = [];
    for (const state of ['open', 'completed'] as const)
      shown.push(...(await caller.ok(listTasks, { patientId: patient.patientId, state })).items);
    expect(shown).toHaveLength(24);
    expect(shown.map((task) => task.status)).toEqual(shown.map(taskDisplayOf));
    const open = shown.filter((task) => !task.isCompleted).map((task) => task.dateDue ?? '9999');
    expect(open).toEqual(open.toSorted());
  });
});

test('lists are paged by cursor, in both states', async () => {
  const { coordinator, patient } = await buildTeam();
  const caller = await app.as(coordinator);
  for (const dateDue of [null, tomorrow(), yesterday(), null, tomorrow()])
    await caller.ok(createTask, { ...fields, patientId: patient.patientId, dateDue });
  const input = { patientId: patient.patientId, pageSize: 2 };
  const first = await caller.ok(listTasks, input);
  const second = await caller.ok(listTasks, { ...input, cursor: first.nextCursor ?? '' });
  const third = await caller.ok(listTasks, { ...input, cursor: second.nextCursor ?? '' });
  const ids = [first, second, third].flatMap(({ items }) => items.map(({ taskId }) => taskId));
  expect(new Set(ids).size).toBe(5);
  expect(third.nextCursor).toBeNull();
  expect(third.items[0]?.dateDue).toBeNull();
});

test('tasks of a queue item are visible to users who work on it, and counted in its row', async () => {
  const { receiver, referralId, sender, patient } = await buildReferral(app);
  const { work_queue_encounter_id: workQueueEncounterId } = await queueItemOf(app.db, referralId);
  // The receiver has no access to the patient yet.
  const caller = await app.as(receiver);
  const input = { ...fields, patientId: patient.patientId, workQueueEncounterId };
  const { taskId } = await caller.ok(createTask, input);
  expect(await caller.ok(getTaskPreview, { workQueueEncounterId })).toMatchObject({
    tasks: [{ taskId }],
    openCount: 1,
  });
  const { items } = await caller.ok(listWorkQueueItems, { workQueueId: 22 });
  expect(items).toMatchObject([{ workQueueEncounterId, openTaskCount: 1 }]);
  // Other tasks of the patient are not visible.
  const other = await (await app.as(sender)).ok(createTask, { ...fields, patientId: patient.patientId });
  expect(await caller.fail(getTask, { taskId: other.taskId })).toMatchObject({ code: 'no_access' });
  expect((await caller.ok(listTasks, { patientId: patient.patientId })).items).toMatchObject([{ taskId }]);
  const stranger = await app.as(await buildProvider(app.db));
  expect(await stranger.fail(getTaskPreview, { workQueueEncounterId })).toMatchObject({ code: 'no_access' });
});

describe('a template', () => {
  const file = {
    name: 'Transport',
    description: 'Arrange transport',
    dueInDays: 2,
    fields: [
      { name: 'company', label: 'Company', type: 'dropdown' as const, isRequired: true, options: ['Lift', 'Van'] },
      { name: 'wheelchair', label: 'Wheelchair', type: 'checkbox' as const, isRequired: false, options: [] },
      { name: 'pickup', label: 'Pickup day', type: 'date' as const, isRequired: false, options: [] },
      { name: 'note', label: 'Note', type: 'text' as const, isRequired: false, options: [] },
      { name: 'doctor', label: 'Doctor', type: 'provider_selector' as const, isRequired: false, options: [] },
    ],
  };

  test('requires its fields, stores the answers with their labels, and belongs to its client', async () => {
    const { coordinator, patient, clientId } = await buildTeam();
    const { name, description, dueInDays: due_in_days, fields: asked } = file;
    await app.db
      .insertInto('task_template')
      .values({ client_id: clientId, name, description, due_in_days, fields: JSON.stringify(asked) })
      .execute();
    const caller = await app.as(coordinator);
    const { items } = await caller.ok(listTaskTemplates, { patientId: patient.patientId });
    expect(items).toMatchObject([{ name: 'Transport', dueInDays: 2 }]);
    const taskTemplateId = items[0]?.taskTemplateId ?? 0;
    const input = { ...fields, patientId: patient.patientId, taskTemplateId };
    const refused = await caller.fail(createTask, {
      ...input,
      answers: { pickup: 'soon', doctor: 999_999, wheelchair: true },
    });
    expect(refused.validationErrors).toEqual({
      'answers.company': 'Company is required',
      'answers.pickup': 'Pickup day is not valid',
      'answers.doctor': 'Doctor is not valid',
    });
    const { healthcareProviderId } = await buildProvider(app.db, { clientId, firstName: 'Ann', lastName: 'Bell' });
    const { taskId } = await caller.ok(createTask, {
      ...input,
      answers: {
        company: 'Van',
        wheelchair: true,
        pickup: '2026-12-01',
        note: 'Side door',
        doctor: healthcareProviderId,
      },
    });
    expect((await caller.ok(getTask, { taskId })).answers).toEqual([
      { name: 'company', label: 'Company', text: 'Van', healthcareProviderId: null },
      { name: 'wheelchair', label: 'Wheelchair', text: 'Yes', healthcareProviderId: null },
      { name: 'pickup', label: 'Pickup day', text: '2026-12-01', healthcareProviderId: null },
      { name: 'note', label: 'Note', text: 'Side door', healthcareProviderId: null },
      { name: 'doctor', label: 'Doctor', text: 'Bell, Ann', healthcareProviderId },
    ]);
    // A form that has not loaded the template does not change the answers.
    await caller.ok(updateTask, { ...fields, taskId, taskTemplateId, version: 1, answers: undefined });
    expect((await caller.ok(getTask, { taskId })).answers).toHaveLength(5);
    const others = await buildTeam();
    const foreign = { ...input, patientId: others.patient.patientId };
    expect((await (await app.as(others.coordinator)).fail(createTask, foreign)).validationErrors).toEqual({
      taskTemplateId: taskTexts.unknownTemplate,
    });
  });
});
