import {
  archiveTaskTag,
  getManagedTaskTag,
  listManagedTaskTags,
  saveTaskTag,
} from '@careloop/contracts/administration/clientLookups';
import { managedLookupTexts } from '@careloop/contracts/administration/lookups';
import { createTask, getTask, listTasks, taskTexts, updateTask } from '@careloop/contracts/tasks';
import { listTaskTags } from '@careloop/contracts/tasks/tags';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildCoordinator, buildPatient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const fields = { description: 'Call the family', assignedToUserId: null, dateDue: null, taskTemplateId: null };

interface Team {
  clientId: number;
  patientId: number;
  manager: Caller;
  coordinator: Caller;
}

async function buildTeam(): Promise<Team> {
  const user = await buildCoordinator(app.db);
  const { clientId } = user;
  const { patientId } = await buildPatient(app.db, { clientId });
  const manager = await app.as(await buildUser(app.db, { clientId, permissions: ['ManageSite'] }));
  return { clientId, patientId, manager, coordinator: await app.as(user) };
}

const addTag = async ({ manager, clientId }: Team, name: string) =>
  (await manager.ok(saveTaskTag, { clientId, name })).id;

async function actionsOf(id: number): Promise<string[]> {
  const rows = await app.db
    .selectFrom('audit_event')
    .select('action')
    .where('subject_type', '=', 'task-tag')
    .where('subject_id', '=', id)
    .where('kind', '=', 'change')
    .orderBy('audit_event_id')
    .execute();
  return rows.map(({ action }) => action);
}

test('a tag is added, renamed, archived and restored by administrators of its client, each time audited', async () => {
  const team = await buildTeam();
  const { clientId, manager, coordinator } = team;
  const id = await addTag(team, 'Phone');
  await manager.ok(saveTaskTag, { clientId, id, version: 1, name: 'Call' });
  const tag = { id, clientId, name: 'Call', isArchived: false, version: 2 };
  expect(await manager.ok(getManagedTaskTag, { id })).toMatchObject(tag);
  expect(await manager.ok(listManagedTaskTags, { clientId })).toMatchObject({ items: [tag], totalItemCount: 1 });
  expect((await manager.fail(saveTaskTag, { clientId, name: 'CALL' })).validationErrors).toEqual({
    name: managedLookupTexts.nameTaken,
  });
  await manager.ok(archiveTaskTag, { id, isArchived: true, version: 2 });
  await manager.ok(archiveTaskTag, { id, isArchived: false, version: 3 });
  expect(await actionsOf(id)).toEqual(['task-tag.added', 'task-tag.saved', 'task-tag.archived', 'task-tag.restored']);
  expect(await coordinator.fail(saveTaskTag, { clientId, name: 'Mine' })).toMatchObject({ status: 403 });
  const { manager: stranger } = await buildTeam();
  expect(await stranger.fail(getManagedTaskTag, { id })).toMatchObject({ code: 'not_found' });
  expect(await stranger.fail(saveTaskTag, { clientId, name: 'Theirs' })).toMatchObject({ code: 'not_found' });
});

test('the tags of the patient’s client are offered, and without a patient those of the user’s clients', async () => {
  const team = await buildTeam();
  const { clientId, patientId, manager, coordinator } = team;
  const transport = await addTag(team, 'Transport');
  const call = await addTag(team, 'call');
  const old = await addTag(team, 'Old');
  await manager.ok(archiveTaskTag, { id: old, isArchived: true, version: 1 });
  const offered = [
    { taskTagId: call, tagName: 'call', clientId },
    { taskTagId: transport, tagName: 'Transport', clientId },
  ];
  expect((await coordinator.ok(listTaskTags, { patientId })).items).toEqual(offered);
  expect((await coordinator.ok(listTaskTags, {})).items).toEqual(offered);
  const { coordinator: stranger } = await buildTeam();
  expect((await stranger.ok(listTaskTags, {})).items).toEqual([]);
  expect(await stranger.fail(listTaskTags, { patientId })).toMatchObject({ code: 'unauthorized_patient' });
  expect(await app.nobody.fail(listTaskTags, {})).toMatchObject({ status: 401 });
});

test('a task has tags, shows them by name, and is found by each of them', async () => {
  const team = await buildTeam();
  const { patientId, coordinator } = team;
  const transport = await addTag(team, 'Transport');
  const call = await addTag(team, 'Call');
  const tagged = { ...fields, patientId, taskTagIds: [transport, call, call] };
  const { taskId } = await coordinator.ok(createTask, tagged);
  const { taskId: plain } = await coordinator.ok(createTask, { ...fields, patientId });
  const tags = [
    { taskTagId: call, tagName: 'Call' },
    { taskTagId: transport, tagName: 'Transport' },
  ];
  expect((await coordinator.ok(getTask, { taskId })).tags).toEqual(tags);
  const idsOf = async (input: { taskTagId?: number; relation?: 'added' }) =>
    (await coordinator.ok(listTasks, { patientId, ...input })).items.map((task) => task.taskId);
  expect(await idsOf({})).toEqual([taskId, plain]);
  expect(await idsOf({ taskTagId: call })).toEqual([taskId]);
  expect((await coordinator.ok(listTasks, { relation: 'added', taskTagId: transport })).items).toMatchObject([
    { taskId, tags },
  ]);
  // A form that does not know tags leaves them as they are.
  await coordinator.ok(updateTask, { ...fields, taskId, version: 1 });
  expect((await coordinator.ok(getTask, { taskId })).tags).toEqual(tags);
  await coordinator.ok(updateTask, { ...fields, taskId, version: 2, taskTagIds: [transport] });
  expect(await idsOf({ taskTagId: call })).toEqual([]);
});

test('a task keeps an archived tag, but gets neither an archived one nor one of another client', async () => {
  const team = await buildTeam();
  const { patientId, manager, coordinator } = team;
  const call = await addTag(team, 'Call');
  const foreign = await addTag(await buildTeam(), 'Call');
  const { taskId } = await coordinator.ok(createTask, { ...fields, patientId, taskTagIds: [call] });
  await manager.ok(archiveTaskTag, { id: call, isArchived: true, version: 1 });
  await coordinator.ok(updateTask, { ...fields, taskId, version: 1, description: 'Call again', taskTagIds: [call] });
  const refused = { taskTagIds: taskTexts.unknownTag };
  for (const id of [call, foreign, 9_999_999]) {
    const added = await coordinator.fail(createTask, { ...fields, patientId, taskTagIds: [id] });
    expect(added.validationErrors).toEqual(refused);
  }
  const changed = await coordinator.fail(updateTask, { ...fields, taskId, version: 2, taskTagIds: [call, foreign] });
  expect(changed.validationErrors).toEqual(refused);
  expect(await coordinator.ok(getTask, { taskId })).toMatchObject({ version: 2, tags: [{ taskTagId: call }] });
});
