import type { Permission } from '@careloop/contracts/access';
import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { managedLookupTexts } from '@careloop/contracts/administration/lookups';
import {
  editPermissions,
  getManagedUser,
  listManagedUsers,
  saveManagedUser,
  userAdministrationTexts,
} from '@careloop/contracts/administration/users';
import {
  archiveUserType,
  deleteUserType,
  getUserType,
  listUserTypes,
  saveUserType,
  userTypeTexts as texts,
} from '@careloop/contracts/administration/userTypes';
import { userTypeIds, userTypeLabels } from '@careloop/contracts/codes';
import { getSpecialtiesAndUserTypes } from '@careloop/contracts/directory/lookups';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildClient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let clientId: number;
/** Has all permissions of an office user, and no others but those for administration. */
let manager: Caller;
let stranger: Caller;
const held: Permission[] = ['ManageSite', 'ManageUsers', ...defaultPermissions.office_user];
beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  manager = await app.as(await buildUser(app.db, { clientId, permissions: held }));
  stranger = await app.as(await buildUser(app.db, { permissions: held }));
});
afterAll(() => app.stop());

const nurse = () => ({
  name: 'Nurse navigator',
  userType: 'office_user' as const,
  permissions: ['Messages', 'UploadChart'] as Permission[],
  clientId,
});
const somebody = (username: string, userTypeId: number) => ({
  firstName: 'Nina',
  lastName: 'Navigator',
  username,
  userTypeId,
  clientIds: [clientId],
  password: 'a long enough password',
});

test('the five built-in types are rows with numbers, names and permissions, and stay as they are', async () => {
  const { items } = await manager.ok(listUserTypes, {});
  expect(items.map(({ id, name, userType }) => ({ id, name, userType }))).toEqual(
    Object.entries(userTypeIds).map(([userType, id]) => ({
      id,
      name: userTypeLabels[userType as keyof typeof userTypeIds],
      userType,
    })),
  );
  for (const { id, permissions, userType, version, can } of items) {
    expect(permissions).toEqual(defaultPermissions[userType]);
    expect(can).toEqual({ save: texts.builtIn, remove: texts.builtIn });
    const change = { ...nurse(), id, version };
    expect(await manager.fail(saveUserType, change)).toMatchObject({ message: texts.builtIn });
    expect(await manager.fail(deleteUserType, { id, version })).toMatchObject({ message: texts.builtIn });
    const archived = { id, version, isArchived: true };
    expect(await manager.fail(archiveUserType, archived)).toMatchObject({ message: texts.builtIn });
  }
});

test('a type of a client is added, changed, archived and deleted, each time audited', async () => {
  const { id } = await manager.ok(saveUserType, nurse());
  expect(id).toBeGreaterThan(100);
  expect(await manager.ok(getUserType, { id })).toMatchObject({ ...nurse(), userCount: 0, can: { remove: true } });
  expect((await manager.fail(saveUserType, nurse())).validationErrors).toEqual({ name: managedLookupTexts.nameTaken });
  expect((await manager.fail(saveUserType, { ...nurse(), name: ' ' })).validationErrors).toEqual({
    name: managedLookupTexts.nameRequired,
  });
  await manager.ok(saveUserType, { ...nurse(), id, version: 1, name: 'Navigator' });
  const offered = async (caller: Caller) =>
    (await caller.ok(getSpecialtiesAndUserTypes, {})).userTypes.some(({ userTypeId }) => userTypeId === id);
  expect([await offered(manager), await offered(stranger)]).toEqual([true, false]);
  const stale = { ...nurse(), id, version: 1 };
  expect(await manager.fail(saveUserType, stale)).toMatchObject({ code: 'stale_version' });
  const otherKind = { ...nurse(), id, version: 2, userType: 'care_coordinator' as const };
  expect((await manager.fail(saveUserType, otherKind)).validationErrors).toEqual({ userType: texts.kindFixed });
  await manager.ok(archiveUserType, { id, version: 2, isArchived: true });
  expect(await offered(manager)).toBe(false);
  const added = await manager.fail(saveManagedUser, somebody('archived', id));
  expect(added.validationErrors).toEqual({ userTypeId: userAdministrationTexts.unknownType });
  await manager.ok(deleteUserType, { id, version: 3 });
  expect((await manager.fail(getUserType, { id })).code).toBe('not_found');
  const { rows } = await sql<{ action: string }>`select action from audit_event
    where subject_type = 'user-type' and subject_id = ${id} and kind = 'change' order by audit_event_id`.execute(
    app.db,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'user-type.added',
    'user-type.saved',
    'user-type.archived',
    'user-type.deleted',
  ]);
});

test('a user gets the usual permissions of the type, and keeps their own when the type changes', async () => {
  const { id } = await manager.ok(saveUserType, { ...nurse(), name: 'Scheduler' });
  const { userId, version } = await manager.ok(saveManagedUser, somebody('scheduler', id));
  const heldBy = async () =>
    (await manager.ok(editPermissions, { userId })).permissions
      .filter((one) => one.isHeld)
      .map((one) => one.permission);
  expect(await heldBy()).toEqual(['Messages', 'UploadChart']);
  expect(await manager.ok(getManagedUser, { userId })).toMatchObject({
    userTypeId: id,
    userTypeName: 'Scheduler',
    userType: 'office_user',
  });
  expect((await manager.ok(listManagedUsers, { userTypeId: id })).items.map((one) => one.userId)).toEqual([userId]);
  await manager.ok(saveUserType, { ...nurse(), id, version: 1, name: 'Scheduler', permissions: ['Messages'] });
  expect(await heldBy()).toEqual(['Messages', 'UploadChart']);

  const refused = await manager.fail(deleteUserType, { id, version: 2 });
  expect(refused.message).toBe(texts.inUse(1));
  const { password: _password, ...fields } = somebody('scheduler', userTypeIds.office_user);
  await manager.ok(saveManagedUser, { ...fields, userId, version });
  await manager.ok(deleteUserType, { id, version: 2 });
});

test('a type deleted while a user is saved with it leaves no user without a type', async () => {
  const { id } = await manager.ok(saveUserType, { ...nurse(), name: 'Fleeting' });
  const [saved, deleted] = await Promise.all([
    manager.call(saveManagedUser, somebody('fleeting', id)),
    manager.call(deleteUserType, { id, version: 1 }),
  ]);
  expect([saved.body.wasSuccessful, deleted.body.wasSuccessful].filter(Boolean)).toHaveLength(1);
});

test('a type is saved only by somebody who has all of its permissions', async () => {
  const more = { ...nurse(), name: 'Reader', permissions: ['ViewAllPatients'] as Permission[] };
  expect(await manager.fail(saveUserType, more)).toMatchObject({ message: texts.notGrantable });
  const owner = await app.as(await buildUser(app.db, { clientId, permissions: [...held, 'ViewAllPatients'] }));
  const { id } = await owner.ok(saveUserType, more);
  const less = { ...more, id, version: 1, permissions: [] };
  expect(await manager.fail(saveUserType, less)).toMatchObject({ message: texts.notGrantable });
  expect(await manager.fail(deleteUserType, { id, version: 1 })).toMatchObject({ message: texts.notGrantable });
  const added = await manager.fail(saveManagedUser, somebody('reader', id));
  expect(added.validationErrors).toEqual({ userTypeId: userAdministrationTexts.notGrantable });
});

test('a type of another client does not exist, and is not given to a user of another client', async () => {
  const { id } = await manager.ok(saveUserType, { ...nurse(), name: 'Ours' });
  expect((await stranger.fail(getUserType, { id })).code).toBe('not_found');
  expect((await stranger.fail(saveUserType, { ...nurse(), id, version: 1 })).code).toBe('not_found');
  expect((await stranger.fail(deleteUserType, { id, version: 1 })).code).toBe('not_found');
  expect((await stranger.fail(saveUserType, nurse())).code).toBe('not_found');
  const { clientIds } = {
    clientIds: (await app.db.selectFrom('user_client').selectAll().execute())
      .filter((one) => one.user_id === stranger.userId)
      .map((one) => one.client_id),
  };
  const theirs = await stranger.fail(saveManagedUser, { ...somebody('theirs', id), clientIds });
  expect(theirs.validationErrors).toEqual({ userTypeId: userAdministrationTexts.unknownType });
});

test('without the permission, types are neither read nor changed', async () => {
  const user = await app.as(await buildUser(app.db, { clientId }));
  for (const by of [user, app.nobody]) {
    for (const [endpoint, input] of [
      [listUserTypes, {}],
      [getUserType, { id: 1 }],
      [saveUserType, nurse()],
      [archiveUserType, { id: 1, isArchived: true, version: 1 }],
      [deleteUserType, { id: 1, version: 1 }],
    ] as const) {
      expect([401, 403]).toContain((await by.fail(endpoint, input as never)).status);
    }
  }
});
