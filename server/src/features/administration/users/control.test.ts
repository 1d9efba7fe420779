import { permissions as allPermissions } from '@careloop/contracts/access';
import type { Permission } from '@careloop/contracts/access';
import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import {
  editPermissions,
  getManagedUser,
  linkDirectoryRecord,
  saveManagedUser,
  savePermissions,
  sendPasswordReset,
  setUserActive,
  turnOffSecondFactorOfUser,
  userAdministrationTexts as texts,
} from '@careloop/contracts/administration/users';
import type { CallOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addProxy, buildClient, buildDirectoryProvider, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { takeJobs, workJobs } from '../../../../test/mails.ts';
import { startSmtpServer } from '../../../../test/smtpServer.ts';
import { findActorOfUser } from '../../../platform/identity/findActor.ts';
import { mailAdministratorChange } from '../../../core/access/administratorChange.ts';

let app: TestApp;
let clientId: number;
let otherClientId: number;
beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  ({ clientId: otherClientId } = await buildClient(app.db));
});
afterAll(() => app.stop());

const password = 'a-long-enough-phrase-81';
type Account = Awaited<ReturnType<typeof buildUser>>;
type Form = CallOf<typeof saveManagedUser>;

const build = (permissions: readonly Permission[], options: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(app.db, { clientId, passwordHash: 'x', permissions: [...permissions], ...options });
const buildManager = async (...held: Permission[]) => app.as(await build(['ManageUsers', ...held]));
const join = ({ userId }: { userId: number }, joined: number) =>
  sql`insert into user_client (user_id, client_id) values (${userId}, ${joined})`.execute(app.db);

/** The account's form with these changes. */
async function formOf(by: Caller, { userId }: { userId: number }, changes: Partial<Form> = {}): Promise<Form> {
  const user = await by.ok(getManagedUser, { userId });
  const { userTypeId, firstName, lastName, username, email, directEmail, version, clients } = user;
  return {
    userId,
    userTypeId,
    firstName,
    lastName,
    username,
    email,
    directEmail,
    version,
    clientIds: clients.map((one) => one.clientId),
    coordinatorClientIds: clients.filter((one) => one.isCoordinator).map((one) => one.clientId),
    userIdsUserCanImpersonate: user.usersUserCanImpersonate.map((one) => one.userId),
    userIdsWhoCanImpersonateUser: user.usersWhoCanImpersonateUser.map((one) => one.userId),
    ...changes,
  };
}
const save = async (by: Caller, user: { userId: number }, changes: Partial<Form>) =>
  by.ok(saveManagedUser, await formOf(by, user, changes));
const failToSave = async (by: Caller, user: { userId: number }, changes: Partial<Form>) =>
  by.fail(saveManagedUser, await formOf(by, user, changes));

const addFactor = ({ userId }: { userId: number }) =>
  sql`insert into second_factor (user_id, encrypted_secret, enabled_at) values (${userId}, '\\x00', now())
    on conflict do nothing`.execute(app.db);

describe('the own account', () => {
  test('gets no password, address or link in user administration', async () => {
    const manager = await buildManager('Messages');
    expect((await failToSave(manager, manager, { password })).validationErrors).toEqual({
      password: texts.ownCredentials,
    });
    expect((await failToSave(manager, manager, { email: 'thief@example.org' })).validationErrors).toEqual({
      email: texts.ownCredentials,
    });
    expect((await failToSave(manager, manager, { directEmail: 'thief@direct.example.org' })).validationErrors).toEqual({
      directEmail: texts.ownCredentials,
    });
    expect(await manager.fail(sendPasswordReset, { userId: manager.userId })).toMatchObject({
      message: texts.ownCredentials,
    });
    await addFactor(manager);
    expect(await manager.fail(turnOffSecondFactorOfUser, { userId: manager.userId })).toMatchObject({
      message: texts.ownAccount,
    });
    expect((await manager.ok(getManagedUser, { userId: manager.userId })).can).toMatchObject({
      edit: true,
      changeCredentials: texts.ownCredentials,
    });
  });

  test('is saved otherwise', async () => {
    const manager = await buildManager('Messages');
    await save(manager, manager, { lastName: 'Nowak' });
    expect(await manager.ok(getManagedUser, { userId: manager.userId })).toMatchObject({ lastName: 'Nowak' });
  });
});

test('an account that also belongs to another client is not changed', async () => {
  const manager = await buildManager('Messages');
  const shared = await build(['Messages']);
  await join(shared, otherClientId);
  expect(await failToSave(manager, shared, { password })).toMatchObject({ message: texts.otherClient });
  expect(await manager.fail(sendPasswordReset, { userId: shared.userId })).toMatchObject({
    message: texts.otherClient,
  });
  const permissions = { userId: shared.userId, permissions: [], version: 1 };
  expect(await manager.fail(savePermissions, permissions)).toMatchObject({ message: texts.otherClient });
  await join(manager, otherClientId);
  await save(manager, shared, { password });
});

test('a helper who acts for somebody with more permissions is not changed', async () => {
  const manager = await buildManager('Messages');
  const helper = await build([]);
  const doctor = await build(['ViewAllPatients']);
  await addProxy(app.db, doctor, helper);
  expect(await failToSave(manager, helper, { password })).toMatchObject({ message: texts.actsForMore });
  expect(await manager.fail(sendPasswordReset, { userId: helper.userId })).toMatchObject({
    message: texts.actsForMore,
  });
  await addFactor(helper);
  expect(await manager.fail(turnOffSecondFactorOfUser, { userId: helper.userId })).toMatchObject({
    message: texts.actsForMore,
  });
  expect((await manager.ok(editPermissions, { userId: helper.userId })).permissions[0]?.canChange).toBe(
    texts.actsForMore,
  );
  // Locking somebody out gives nobody anything.
  await manager.ok(setUserActive, { userId: helper.userId, isActive: false, version: 1 });
});

test('a helper who acts for somebody of another client is not changed', async () => {
  const manager = await buildManager('Messages');
  const helper = await build([]);
  await addProxy(app.db, await build([], { clientId: otherClientId }), helper);
  expect(await failToSave(manager, helper, { password })).toMatchObject({ message: texts.actsForMore });
});

describe('the mark of a coordinator', () => {
  test('is given only by those who may work queues, and never to oneself', async () => {
    const manager = await buildManager('Messages');
    const user = await build(['Messages']);
    const mark = { coordinatorClientIds: [clientId] };
    expect((await failToSave(manager, user, mark)).validationErrors).toEqual({
      coordinatorClientIds: texts.markNotGrantable,
    });
    const worker = await buildManager('Messages', 'ManageWorkQueues');
    expect((await failToSave(worker, worker, mark)).validationErrors).toEqual({ coordinatorClientIds: texts.ownMark });
    await save(worker, user, mark);
    // A mark that somebody already has is kept.
    await save(manager, user, { ...mark, lastName: 'Nowak' });
    expect((await manager.ok(getManagedUser, { userId: user.userId })).clients).toMatchObject([
      { isCoordinator: true },
    ]);
  });

  test('opens nothing without the permission to work queues', async () => {
    const coordinatedBy = async (...permissions: Permission[]) => {
      const { userId } = await build(permissions, { isCoordinator: true });
      return (await findActorOfUser(app.db, userId))?.coordinatorClientIds;
    };
    expect(await coordinatedBy('Messages')).toEqual([]);
    expect(await coordinatedBy('Messages', 'ManageWorkQueues')).toEqual([clientId]);
  });
});

describe('mails', () => {
  test('tell the former address that it was changed', async () => {
    const manager = await buildManager('Messages');
    const user = await build(['Messages'], { email: 'former@example.org' });
    await takeJobs(app, 'tell-address-change');
    await save(manager, user, { email: 'new@example.org', directEmail: 'new@direct.example.org' });
    const told = { userId: user.userId, isConfirmed: true, formerAddress: 'former@example.org' };
    const jobs = await takeJobs(app, 'tell-address-change');
    expect(jobs).toHaveLength(2);
    // Both were added at the same time, so their order is open.
    for (const kind of ['email', 'direct']) expect(jobs).toContainEqual(expect.objectContaining({ ...told, kind }));
    await save(manager, user, { lastName: 'Nowak' });
    expect(await takeJobs(app, 'tell-address-change')).toEqual([]);
  });

  test('tell the other administrators of the client about a changed administrator', async () => {
    const smtp = await startSmtpServer();
    const { clientId: ownId } = await buildClient(app.db);
    const administrator = (lastName: string, options = {}) =>
      build(['ManageUsers', 'Messages'], { clientId: ownId, lastName, email: `${lastName}@example.org`, ...options });
    const by = await app.as(await administrator('acting'));
    await administrator('colleague');
    await administrator('gone', { isActive: false });
    await build(['Messages'], { clientId: ownId, email: 'nurse@example.org' });
    const user = await administrator('changed');
    await takeJobs(app, mailAdministratorChange.name);
    await save(by, user, { password });
    const mails = await workJobs({ app, smtp }, [mailAdministratorChange], 2);
    expect(mails.map(({ to }) => to)).toEqual(['acting@example.org', 'colleague@example.org']);
    expect(mails[0]?.text).toContain('Robin acting changed the account of Robin changed');
    expect(mails[0]?.text).toContain('a new password was set');
    await by.ok(sendPasswordReset, { userId: user.userId });
    await by.ok(setUserActive, { userId: user.userId, isActive: false, version: 2 });
    const plain = await build(['Messages'], { clientId: ownId });
    await save(by, plain, { password });
    expect(await takeJobs(app, mailAdministratorChange.name)).toMatchObject([
      { change: 'reset_link' },
      { change: 'state' },
    ]);
    const raised = { userId: plain.userId, permissions: ['ManageUsers' as const], version: 2 };
    await by.ok(savePermissions, raised);
    expect(await takeJobs(app, mailAdministratorChange.name)).toMatchObject([{ change: 'permissions' }]);
    await smtp.stop();
  });
});

/** Who may control whom, written from docs/domain/administration.md and read from the tables. */
describe('every way of controlling an account', () => {
  interface Person {
    clientIds: number[];
    permissions: Permission[];
    actsFor: number[];
  }

  async function read(userId: number): Promise<Person> {
    const { rows } =
      await sql<Person>`select array(select client_id from user_client where user_id = ${userId}) as "clientIds",
      array(select permission from user_permission where user_id = ${userId}) as permissions,
      array(select proxied_user_id from user_proxy where proxy_user_id = ${userId}) as "actsFor"`.execute(app.db);
    return rows[0]!;
  }

  async function controls(managerId: number, userId: number): Promise<boolean> {
    const manager = await read(managerId);
    const user = await read(userId);
    const people = [user, ...(await Promise.all(user.actsFor.map(read)))];
    return people.every(
      (one) =>
        one.clientIds.every((id) => manager.clientIds.includes(id)) &&
        one.permissions.every((permission) => manager.permissions.includes(permission)),
    );
  }

  type Way = (by: Caller, user: Account) => Promise<{ wasSuccessful: boolean }>;
  const saving =
    (changesOf: (user: Account) => Promise<Partial<Form>> | Partial<Form>): Way =>
    async (by, user) =>
      (await by.call(saveManagedUser, await formOf(by, user, await changesOf(user)))).body as {
        wasSuccessful: boolean;
      };
  const versionOf = async (by: Caller, { userId }: Account) => (await by.ok(getManagedUser, { userId })).version;
  let count = 0;
  let spare: Account;
  let managers: Account[];
  let accounts: Account[];

  const ways: Record<string, Way> = {
    password: saving(() => ({ password: `${password}${(count += 1)}` })),
    email: saving(() => ({ email: `mail${(count += 1)}@example.org` })),
    'direct address': saving(() => ({ directEmail: `mail${(count += 1)}@direct.example.org` })),
    clients: saving(() => ({})),
    proxy: saving(async () => {
      await sql`delete from user_proxy where proxy_user_id = ${spare.userId}`.execute(app.db);
      return { userIdsWhoCanImpersonateUser: [spare.userId] };
    }),
    mark: saving(async ({ userId }) => {
      await sql`update user_client set is_coordinator = false where user_id = ${userId}`.execute(app.db);
      return { coordinatorClientIds: [clientId] };
    }),
    link: async (by, { userId }) => (await by.call(sendPasswordReset, { userId })).body as { wasSuccessful: boolean },
    'second factor': async (by, user) => {
      await addFactor(user);
      return (await by.call(turnOffSecondFactorOfUser, { userId: user.userId })).body as { wasSuccessful: boolean };
    },
    permissions: async (by, user) => {
      const { permissions } = await read(user.userId);
      const input = { userId: user.userId, permissions, version: await versionOf(by, user) };
      return (await by.call(savePermissions, input)).body as { wasSuccessful: boolean };
    },
    'directory record': async (by, user) => {
      const { healthcareProviderId } = await buildDirectoryProvider(app.db);
      const input = { userId: user.userId, healthcareProviderId, version: await versionOf(by, user) };
      const answer = (await by.call(linkDirectoryRecord, input)).body as { wasSuccessful: boolean };
      await sql`update healthcare_provider set user_id = null where user_id = ${user.userId}`.execute(app.db);
      await sql`update user_account set user_type = 'office_user' where user_id = ${user.userId}`.execute(app.db);
      return answer;
    },
  };
  /** What nobody does to their own account here. */
  const neverOwn = new Set(Object.keys(ways).filter((way) => way !== 'clients' && way !== 'permissions'));
  /** Permissions that the administrator needs besides. */
  const needed: Record<string, readonly Permission[]> = {
    mark: ['ManageWorkQueues'],
    'directory record': defaultPermissions.provider,
  };

  beforeAll(async () => {
    const some = ['Messages', 'ManageWorkQueues'] as const;
    spare = await build([]);
    managers = [
      await build(['ManageUsers', 'Messages']),
      await build(allPermissions),
      await build(['ManageUsers', ...some]),
      await build(allPermissions),
    ];
    for (const manager of managers.slice(2)) await join(manager, otherClientId);
    const plain = await build(['Messages']);
    const shared = await build(['Messages']);
    const stronger = await build(allPermissions);
    await join(shared, otherClientId);
    const originElsewhere = await build([], { clientId: otherClientId });
    await join(originElsewhere, clientId);
    const elsewhere = await build([], { clientId: otherClientId });
    accounts = [...managers, plain, shared, stronger, originElsewhere];
    for (const proxied of [plain, stronger, elsewhere]) {
      const helper = await build([]);
      await addProxy(app.db, proxied, helper);
      accounts.push(helper);
    }
  });

  test.each([0, 1, 2, 3])(
    'needs the clients and permissions of all the account opens: administrator %i',
    async (who) => {
      const manager = managers[who]!;
      const by = await app.as(manager);
      const { permissions } = await read(manager.userId);
      const wrong: string[] = [];
      for (const [number, user] of accounts.entries()) {
        const mayControl = await controls(manager.userId, user.userId);
        for (const [way, attempt] of Object.entries(ways)) {
          const expected =
            mayControl &&
            (needed[way] ?? []).every((one) => permissions.includes(one)) &&
            !(manager === user && neverOwn.has(way));
          const { wasSuccessful } = await attempt(by, user);
          if (wasSuccessful !== expected) wrong.push(`${way} of account ${number}: ${wasSuccessful}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
