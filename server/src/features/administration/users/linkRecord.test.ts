import { userTypeIds } from '@careloop/contracts/codes';
import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import {
  getManagedUser,
  linkDirectoryRecord,
  saveManagedUser,
  userAdministrationTexts as texts,
} from '@careloop/contracts/administration/users';
import { makeProviderAUser } from '@careloop/contracts/directory/changes';
import { getProvider } from '@careloop/contracts/directory/providers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildClient, buildDirectoryProvider, buildProvider, buildUser } from '../../../../test/factories.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { startUserAdministration } from '../../../../test/userAdministration.ts';

let app: TestApp;
let clientId: number;
let manager: Caller;
beforeAll(async () => {
  ({ app, clientId, manager } = await startUserAdministration(defaultPermissions.provider));
});
afterAll(() => app.stop());

/** A colleague without a directory record, and a record without a user. */
async function build() {
  const { userId } = await buildUser(app.db, { clientId, userType: 'office_user', permissions: ['Messages'] });
  const { healthcareProviderId } = await buildDirectoryProvider(app.db);
  return { userId, healthcareProviderId, input: { userId, healthcareProviderId, version: 1 } };
}

const problemOf = async (input: { userId: number; healthcareProviderId: number; version: number }) =>
  (await manager.fail(linkDirectoryRecord, input)).validationErrors;

test('a directory record is linked to an existing user, who becomes a provider and keeps their permissions', async () => {
  const { userId, healthcareProviderId, input } = await build();
  expect(await manager.ok(getManagedUser, { userId })).toMatchObject({ can: { linkDirectoryRecord: true } });
  expect((await manager.ok(linkDirectoryRecord, input)).version).toBe(2);
  const user = await manager.ok(getManagedUser, { userId });
  expect(user).toMatchObject({
    isProvider: true,
    userTypeId: userTypeIds.provider,
    can: { linkDirectoryRecord: texts.hasRecord },
  });
  expect(await manager.ok(getProvider, { healthcareProviderId })).toMatchObject({ userId, version: 2 });
  const { rows } = await sql<object>`select action, user_id, details from audit_event
    where subject_type = 'user' and subject_id = ${userId} and kind = 'change'`.execute(app.db);
  const details = { healthcareProviderId };
  expect(rows).toEqual([{ action: 'user.directory_record_linked', user_id: manager.userId, details }]);
  const { rows: held } = await sql`select permission from user_permission where user_id = ${userId}`.execute(app.db);
  expect(held).toEqual([{ permission: 'Messages' }]);
});

describe('is refused', () => {
  test('without a session or the permission', async () => {
    const { input } = await build();
    expect((await app.nobody.fail(linkDirectoryRecord, input)).code).toBe('unauthenticated');
    const other = await app.as(await buildUser(app.db, { clientId, permissions: ['EditProvider'] }));
    expect((await other.fail(linkDirectoryRecord, input)).code).toBe('forbidden');
  });

  test('for users of other clients, for oneself, and for those who have a record', async () => {
    const { healthcareProviderId, input } = await build();
    const stranger = await buildUser(app.db, { permissions: [] });
    expect(await manager.fail(linkDirectoryRecord, { ...input, userId: stranger.userId })).toMatchObject({
      code: 'not_found',
    });
    expect(await manager.fail(linkDirectoryRecord, { ...input, userId: manager.userId })).toMatchObject({
      message: texts.ownAccount,
    });
    const provider = await buildProvider(app.db, { clientId, permissions: [] });
    const again = { userId: provider.userId, healthcareProviderId, version: 1 };
    expect(await manager.fail(linkDirectoryRecord, again)).toMatchObject({ message: texts.hasRecord });
  });

  test('for a user whose type would give more than the administrator has', async () => {
    const { input } = await build();
    const weak = await app.as(await buildUser(app.db, { clientId, permissions: ['ManageUsers', 'Messages'] }));
    expect(await weak.fail(linkDirectoryRecord, input)).toMatchObject({ message: texts.notGrantable });
  });

  test('for a record that is taken, of another client, unknown, or missing', async () => {
    const { input } = await build();
    const taken = await buildProvider(app.db, { clientId, permissions: [] });
    const because = async (healthcareProviderId: number) => await problemOf({ ...input, healthcareProviderId });
    expect(await because(taken.healthcareProviderId)).toEqual({ healthcareProviderId: texts.recordTaken });
    expect(await because(9_999_999)).toEqual({ healthcareProviderId: texts.unknownRecord });
    const foreign = await buildDirectoryProvider(app.db);
    const { clientId: other } = await buildClient(app.db);
    await sql`update healthcare_provider set origin_client_id = ${other}
      where healthcare_provider_id = ${foreign.healthcareProviderId}`.execute(app.db);
    expect(await because(foreign.healthcareProviderId)).toEqual({ healthcareProviderId: texts.recordOfOthers });
    const { healthcareProviderId: _missing, ...rest } = input;
    expect((await manager.fail(linkDirectoryRecord, rest as never)).validationErrors).toEqual({
      healthcareProviderId: texts.recordRequired,
    });
  });

  test('for a record whose user cannot sign in, and for an account that has changed', async () => {
    const { input } = await build();
    const stub = await buildProvider(app.db, { clientId, permissions: [] });
    await sql`update user_account set is_stub = true, is_active = false, username = '', password_hash = null
      where user_id = ${stub.userId}`.execute(app.db);
    expect(await problemOf({ ...input, healthcareProviderId: stub.healthcareProviderId })).toEqual({
      healthcareProviderId: texts.recordOfStub,
    });
    expect(await manager.fail(linkDirectoryRecord, { ...input, version: 2 })).toMatchObject({ code: 'stale_version' });
  });

  test('twice: of two administrators, and of a new account for the record, only one succeeds', async () => {
    const [one, other] = [await build(), await build()];
    const input = { ...other.input, healthcareProviderId: one.healthcareProviderId };
    const password = 'a-long-enough-phrase-82';
    const account = { username: 'made-meanwhile', email: null, password, clientId };
    const attempts = await Promise.allSettled([
      manager.ok(linkDirectoryRecord, one.input),
      manager.ok(linkDirectoryRecord, input),
      manager.ok(makeProviderAUser, { ...account, healthcareProviderId: one.healthcareProviderId, version: 1 }),
    ]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

test('the type Provider is possible afterwards only', async () => {
  const { userId, input } = await build();
  const user = await manager.ok(getManagedUser, { userId });
  const save = {
    userId,
    userTypeId: userTypeIds.provider,
    firstName: user.firstName,
    lastName: user.lastName,
    username: user.username,
    clientIds: [clientId],
    version: 1,
  };
  expect((await manager.fail(saveManagedUser, save)).validationErrors).toEqual({ userTypeId: texts.noProviderRecord });
  await manager.ok(linkDirectoryRecord, input);
  await manager.ok(saveManagedUser, { ...save, version: 2 });
});
