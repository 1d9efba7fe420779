import {
  archiveHealthCondition,
  archiveSpecialty,
  getHealthCondition,
  getSpecialty,
  listHealthConditions,
  listSpecialties,
  managedLookupTexts as texts,
  saveHealthCondition,
  saveSpecialty,
} from '@careloop/contracts/administration/lookups';
import { findSpecialties } from '@careloop/contracts/directory';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildClient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let clientId: number;
let manager: Caller;
let user: Caller;
beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  manager = await app.as(
    await buildUser(app.db, { clientId, lastName: 'Managing', permissions: ['ManageSite', 'ManageInstallation'] }),
  );
  user = await app.as(await buildUser(app.db, { clientId, permissions: ['ManageUsers'] }));
});
afterAll(() => app.stop());

test('a specialty is added, changed, archived and restored, each time audited', async () => {
  const entry = { name: 'Sleep Medicine', code: '207RS0012X' };
  const { id } = await manager.ok(saveSpecialty, entry);
  expect(await manager.ok(getSpecialty, { id })).toMatchObject({
    ...entry,
    id,
    isPrimaryCare: false,
    isArchived: false,
    version: 1,
  });
  await manager.ok(saveSpecialty, { ...entry, id, version: 1, name: 'Sleep and Dream Medicine' });
  const offered = async () => (await user.ok(findSpecialties, { searchTerm: 'dream' })).specialties.length;
  expect(await offered()).toBe(1);
  expect(await manager.ok(archiveSpecialty, { id, isArchived: true, version: 2 })).toMatchObject({ version: 3 });
  expect(await offered()).toBe(0);
  expect(await manager.ok(listSpecialties, { searchTerm: 'dream', state: 'archived' })).toMatchObject({
    items: [{ id, isArchived: true }],
    totalItemCount: 1,
    hasMore: false,
  });
  await manager.ok(archiveSpecialty, { id, isArchived: false, version: 3 });
  expect(await offered()).toBe(1);
  const { rows } = await sql<{ action: string }>`select action from audit_event
    where subject_type = 'specialty' and subject_id = ${id} and kind = 'change' order by audit_event_id`.execute(
    app.db,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'specialty.added',
    'specialty.saved',
    'specialty.archived',
    'specialty.restored',
  ]);
});

test('saving an older version reports who changed it', async () => {
  const { id } = await manager.ok(saveHealthCondition, { name: 'Heart failure', code: 'I50' });
  await manager.ok(saveHealthCondition, { id, version: 1, name: 'Chronic heart failure', code: 'I50.9' });
  const late = await manager.fail(saveHealthCondition, { id, version: 1, name: 'Heart failure' });
  expect(late).toMatchObject({ status: 409, message: texts.changed });
  expect(late.current?.changedBy).toContain('Managing');
  expect(await manager.ok(getHealthCondition, { id })).toMatchObject({ name: 'Chronic heart failure', version: 2 });
  expect(await manager.ok(listHealthConditions, { searchTerm: 'i50' })).toMatchObject({ totalItemCount: 1 });
  await manager.ok(archiveHealthCondition, { id, isArchived: true, version: 2 });
  expect(await manager.ok(listHealthConditions, { state: 'offered' })).toMatchObject({ totalItemCount: 0 });
});

test('an invalid entry is rejected with a message', async () => {
  await manager.ok(saveHealthCondition, { name: 'Asthma' });
  const taken = { name: texts.nameTaken };
  expect((await manager.fail(saveHealthCondition, { name: 'Asthma' })).validationErrors).toEqual(taken);
  expect((await manager.fail(saveHealthCondition, { name: 'asthma' })).validationErrors).toEqual(taken);
  await manager.ok(saveSpecialty, { name: 'Travel Medicine' });
  expect((await manager.fail(saveSpecialty, { name: 'travel medicine' })).validationErrors).toEqual(taken);
  expect((await manager.fail(saveSpecialty, { name: ' ', code: 'x'.repeat(21) })).validationErrors).toEqual({
    name: texts.nameRequired,
    code: texts.codeTooLong,
  });
  expect(await manager.fail(getSpecialty, { id: 999_999 })).toMatchObject({ status: 404, message: texts.notFound });
});

test('other users cannot edit the lists', async () => {
  for (const by of [user, app.nobody]) {
    expect([401, 403]).toContain((await by.fail(listSpecialties, {})).status);
    expect([401, 403]).toContain((await by.fail(saveSpecialty, { name: 'Never' })).status);
    expect([401, 403]).toContain((await by.fail(archiveSpecialty, { id: 1, isArchived: true, version: 1 })).status);
  }
});
