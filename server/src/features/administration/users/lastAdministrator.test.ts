import type { Permission } from '@careloop/contracts/access';
import {
  getManagedUser,
  saveManagedUser,
  savePermissions,
  setUserActive,
  userAdministrationTexts as texts,
} from '@careloop/contracts/administration/users';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildClient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const administering: Permission[] = ['ManageUsers', 'ManageSite'];

async function two(permissions = administering) {
  const { clientId } = await buildClient(app.db);
  const first = await app.as(await buildUser(app.db, { clientId, permissions }));
  const second = await app.as(await buildUser(app.db, { clientId, permissions }));
  return { clientId, first, second };
}

const nameOf = async (clientId: number) =>
  (await app.db.selectFrom('client').select('display_name').where('client_id', '=', clientId).executeTakeFirstOrThrow())
    .display_name;

const versionOf = async (by: Caller, userId: number) => (await by.ok(getManagedUser, { userId })).version;

test('two administrators who take each other’s rights at the same time leave one administrator', async () => {
  const { first, second } = await two();
  const take = async (by: Caller, userId: number) => {
    const version = await versionOf(by, userId);
    return () => by.call(savePermissions, { userId, permissions: ['ManageSite'], version });
  };
  const [one, other] = [await take(first, second.userId), await take(second, first.userId)];
  const done = await Promise.all([one(), other()]);
  expect(done.filter(({ body }) => body.wasSuccessful)).toHaveLength(1);
});

test('two administrators who deactivate each other at the same time leave one administrator', async () => {
  const { first, second } = await two();
  const deactivate = async (by: Caller, userId: number) => {
    const version = await versionOf(by, userId);
    return () => by.call(setUserActive, { userId, isActive: false, version });
  };
  const [one, other] = [await deactivate(first, second.userId), await deactivate(second, first.userId)];
  const done = await Promise.all([one(), other()]);
  expect(done.filter(({ body }) => body.wasSuccessful)).toHaveLength(1);
});

test('the last administrator of a client cannot leave it', async () => {
  const { clientId: kept } = await buildClient(app.db);
  const { clientId: left } = await buildClient(app.db);
  const built = await buildUser(app.db, { clientId: kept, permissions: administering });
  await app.db.insertInto('user_client').values({ user_id: built.userId, client_id: left }).execute();
  const last = await app.as(built);
  const { userId, username, userTypeId, email, version } = await last.ok(getManagedUser, { userId: built.userId });
  const names = { firstName: 'Last', lastName: 'Administrator', username, userTypeId, email };
  const leaving = { ...names, userId, clientIds: [kept], version };
  const failure = await last.fail(saveManagedUser, leaving);
  expect(failure.message).toBe(texts.lastAdministrator(await nameOf(left)));
  await buildUser(app.db, { clientId: left, permissions: ['ManageUsers'] });
  await last.ok(saveManagedUser, leaving);
});

test('the installation keeps somebody who manages it', async () => {
  const { first, second } = await two([...administering, 'ManageInstallation']);
  const without = async (by: Caller, userId: number) => {
    const version = await versionOf(by, userId);
    return by.call(savePermissions, { userId, permissions: administering, version });
  };
  expect((await without(first, second.userId)).body.wasSuccessful).toBe(true);
  expect((await without(first, first.userId)).body).toMatchObject({ message: texts.lastInstaller });
});

test('a user saved while another administrator changes the same one is refused as stale', async () => {
  const { clientId, first, second } = await two();
  const user = await buildUser(app.db, { clientId, permissions: [] });
  const { username, userTypeId, email, version } = await first.ok(getManagedUser, { userId: user.userId });
  const form = { firstName: 'Ann', lastName: 'Both', username, userTypeId, email, clientIds: [clientId] };
  const save = (by: Caller, firstName: string) =>
    by.call(saveManagedUser, { ...form, firstName, userId: user.userId, version });
  const done = await Promise.all([save(first, 'Anna'), save(second, 'Anne')]);
  expect(new Set(done.map(({ body }) => (body.wasSuccessful ? 'saved' : body.code)))).toEqual(
    new Set(['saved', 'stale_version']),
  );
});
