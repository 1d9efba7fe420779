import { managedLookupTexts } from '@careloop/contracts/administration/lookups';
import {
  archiveTaskTemplate,
  getManagedTaskTemplate,
  listManagedTaskTemplates,
  saveTaskTemplate,
} from '@careloop/contracts/administration/taskTemplates';
import { listTaskTemplates } from '@careloop/contracts/tasks/templates';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildCoordinator, buildPatient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

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

const template = {
  name: 'Transport',
  description: 'Arrange transport',
  dueInDays: 2,
  fields: [
    { name: 'company', label: 'Company', type: 'dropdown' as const, isRequired: true, options: ['Van', 'Taxi'] },
    { name: 'pickup', label: 'Pickup day', type: 'date' as const },
  ],
};

test('a template is imported, replaced, archived and restored by administrators of its client, each time audited', async () => {
  const { clientId, patientId, manager, coordinator } = await buildTeam();
  const offered = async () =>
    (await coordinator.ok(listTaskTemplates, { patientId })).items.map(({ name, fields }) => [name, fields.length]);
  const { id } = await manager.ok(saveTaskTemplate, { clientId, ...template });
  expect(await offered()).toEqual([['Transport', 2]]);
  expect((await manager.fail(saveTaskTemplate, { clientId, ...template, name: 'transport' })).validationErrors).toEqual(
    {
      name: managedLookupTexts.nameTaken,
    },
  );
  const changed = { ...template, name: 'Ride', fields: template.fields.slice(0, 1) };
  await manager.ok(saveTaskTemplate, { clientId, id, version: 1, ...changed });
  expect(await offered()).toEqual([['Ride', 1]]);
  expect(await manager.ok(getManagedTaskTemplate, { id })).toMatchObject({ ...changed, clientId, version: 2 });
  expect(await manager.fail(saveTaskTemplate, { clientId, id, version: 1, ...template })).toMatchObject({
    status: 409,
  });
  await manager.ok(archiveTaskTemplate, { id, isArchived: true, version: 2 });
  expect(await offered()).toEqual([]);
  expect(await manager.ok(listManagedTaskTemplates, { clientId, state: 'archived' })).toMatchObject({
    items: [{ id }],
  });
  await manager.ok(archiveTaskTemplate, { id, isArchived: false, version: 3 });
  expect(await offered()).toEqual([['Ride', 1]]);
  const audited = await app.db
    .selectFrom('audit_event')
    .select('action')
    .where('subject_type', '=', 'task-template')
    .where('subject_id', '=', id)
    .orderBy('audit_event_id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual(
    ['added', 'saved', 'archived', 'restored'].map((one) => `task-template.${one}`),
  );
});

test('a template with a wrong field is refused by its path, and nothing is stored', async () => {
  const { clientId, manager } = await buildTeam();
  const errors = async (more: object) =>
    (await manager.fail(saveTaskTemplate, { clientId, ...template, ...more } as never)).validationErrors;
  const [company, pickup] = template.fields;
  expect(Object.keys((await errors({ fields: [company, { ...pickup, type: 'day' }] })) ?? {})).toEqual([
    'fields.1.type',
  ]);
  expect(Object.keys((await errors({ fields: [company, { ...pickup, options: ['x'] }] })) ?? {})).toEqual([
    'fields.1.options',
  ]);
  expect(Object.keys((await errors({ fields: [company, company] })) ?? {})).toEqual(['fields']);
  expect(Object.keys((await errors({ fields: [{ ...company, hint: 'x' }] })) ?? {})).toEqual(['fields.0.hint']);
  expect((await manager.ok(listManagedTaskTemplates, { clientId })).items).toEqual([]);
  await manager.ok(saveTaskTemplate, { clientId, ...template });
  expect((await manager.fail(saveTaskTemplate, { clientId, ...template })).validationErrors).toEqual({
    name: managedLookupTexts.nameTaken,
  });
});

test('others neither read nor change them', async () => {
  const { clientId, manager, coordinator } = await buildTeam();
  const { id } = await manager.ok(saveTaskTemplate, { clientId, ...template });
  const { manager: stranger } = await buildTeam();
  expect(await app.nobody.fail(saveTaskTemplate, { clientId, ...template })).toMatchObject({ status: 401 });
  expect(await coordinator.fail(saveTaskTemplate, { clientId, ...template })).toMatchObject({ status: 403 });
  expect(await stranger.fail(saveTaskTemplate, { clientId, ...template })).toMatchObject({ code: 'not_found' });
  expect(await stranger.fail(getManagedTaskTemplate, { id })).toMatchObject({ code: 'not_found' });
  const archived = { id, isArchived: true, version: 1 };
  expect(await stranger.fail(archiveTaskTemplate, archived)).toMatchObject({ code: 'not_found' });
  expect((await stranger.ok(listManagedTaskTemplates, { clientId })).items).toEqual([]);
});
