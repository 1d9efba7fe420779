import { userTypeIds } from '@careloop/contracts/codes';
import type { Permission } from '@careloop/contracts/access';
import {
  getManagedUser,
  saveManagedUser,
  userAdministrationTexts as texts,
} from '@careloop/contracts/administration/users';
import { getImpersonatableUsers } from '@careloop/contracts/directory';
import type { CallOf } from '@careloop/contracts/endpoint';
import { getPatientInfo } from '@careloop/contracts/patients';
import { addProxyUser, removeProxyUser } from '@careloop/contracts/profile/proxies';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addProxy, addToCareTeam, buildPatient, buildUser } from '../../../../test/factories.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { takeJobs } from '../../../../test/mails.ts';
import { startUserAdministration } from '../../../../test/userAdministration.ts';

let app: TestApp;
let clientId: number;
let manager: Caller;
beforeAll(async () => {
  ({ app, clientId, manager } = await startUserAdministration(['Messages', 'UploadChart']));
});
afterAll(() => app.stop());

const buildColleague = (permissions: Permission[] = ['Messages']) => buildUser(app.db, { clientId, permissions });

type Proxies = Pick<CallOf<typeof saveManagedUser>, 'userIdsUserCanImpersonate' | 'userIdsWhoCanImpersonateUser'>;

/** The user's form, unchanged except for these lists. */
async function formOf({ userId }: { userId: number }, proxies: Proxies = {}, by = manager) {
  const user = await by.ok(getManagedUser, { userId });
  const { userTypeId, firstName, lastName, username, email, version, clients } = user;
  const idsOf = (people: readonly { userId: number }[]) => people.map((one) => one.userId);
  return {
    userId,
    userTypeId,
    firstName,
    lastName,
    username,
    email,
    version,
    clientIds: clients.map((one) => one.clientId),
    userIdsUserCanImpersonate: idsOf(user.usersUserCanImpersonate),
    userIdsWhoCanImpersonateUser: idsOf(user.usersWhoCanImpersonateUser),
    ...proxies,
  };
}

const save = async (user: { userId: number }, proxies: Proxies, by = manager) =>
  by.ok(saveManagedUser, await formOf(user, proxies, by));
const errorsOf = async (user: { userId: number }, proxies: Proxies) =>
  (await manager.fail(saveManagedUser, await formOf(user, proxies))).validationErrors;

/** Ids of those the user may act for. */
async function actsFor({ userId }: { userId: number }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select proxied_user_id as id from user_proxy
    where proxy_user_id = ${userId} order by 1`.execute(app.db);
  return rows.map(({ id }) => id);
}

test('a user can act for others, except system administrators, once saved', async () => {
  const doctor = await buildColleague();
  const root = await buildUser(app.db, { clientId, userType: 'system_administrator', permissions: [] });
  const user = await buildColleague();
  const session = await app.as(user);
  await save(user, { userIdsUserCanImpersonate: [doctor.userId] });
  // Both get an email about it.
  expect(await takeJobs(app, 'send-proxy-added')).toMatchObject([
    { proxiedUserId: doctor.userId, proxyUserId: user.userId, addedByUserId: manager.userId },
  ]);
  expect(await session.ok(getImpersonatableUsers, { excludeSelf: true })).toMatchObject({
    users: [{ userId: doctor.userId }],
  });
  expect(await errorsOf(user, { userIdsUserCanImpersonate: [root.userId] })).toEqual({
    userIdsUserCanImpersonate: texts.superUser,
  });
  expect(await errorsOf(user, { userIdsUserCanImpersonate: [user.userId] })).toEqual({
    userIdsUserCanImpersonate: texts.actsForSelf,
  });
  await save(user, { userIdsUserCanImpersonate: [] });
  expect(await session.ok(getImpersonatableUsers, { excludeSelf: true })).toMatchObject({ users: [] });
  const { rows } = await sql`select action, user_id, details->'proxyUserId' as "proxyUserId" from audit_event
    where action like 'proxy.%' and subject_id = ${doctor.userId} order by audit_event_id`.execute(app.db);
  const change = { user_id: manager.userId, proxyUserId: user.userId };
  expect(rows).toEqual([
    { action: 'proxy.added', ...change },
    { action: 'proxy.removed', ...change },
  ]);
});

describe('who acts for a user the administrator may not change', () => {
  /** Users the manager sees but may not change, each with the sentence that says why. */
  const protectedUsers = async () => {
    const elsewhere = await buildUser(app.db, { permissions: ['Messages'] });
    await sql`insert into user_client (user_id, client_id) values (${elsewhere.userId}, ${clientId})`.execute(app.db);
    const stronger = await buildColleague(['Messages', 'ViewAllPatients']);
    return [
      { user: elsewhere, why: texts.otherClient },
      { user: stronger, why: texts.mayMore },
    ];
  };

  test('cannot be added in the form of the proxy', async () => {
    for (const { user, why } of await protectedUsers()) {
      const proxy = await buildColleague();
      expect(await errorsOf(proxy, { userIdsUserCanImpersonate: [user.userId] })).toEqual({
        userIdsUserCanImpersonate: expect.stringMatching(
          new RegExp(`^You cannot change who acts for Robin Reyes \\d+\\. ${why}$`, 'u'),
        ) as string,
      });
      expect(await actsFor(proxy)).toEqual([]);
    }
  });

  test('cannot be removed in the form of the proxy, whose account they control no more', async () => {
    const left = await buildUser(app.db, { permissions: [] });
    for (const { user } of [...(await protectedUsers()), { user: left }]) {
      const proxy = await buildColleague();
      await addProxy(app.db, user, proxy);
      for (const proxies of [{ userIdsUserCanImpersonate: [] }, {}]) {
        const form = await formOf(proxy, proxies);
        expect(await manager.fail(saveManagedUser, form)).toMatchObject({ message: texts.actsForMore });
      }
      expect(await actsFor(proxy)).toEqual([user.userId]);
    }
  });

  test('cannot be given to a new user', async () => {
    const all = ['ManageUsers', 'Messages', 'ManageWorkQueues', 'UploadChart', 'CreateAppointment'] as const;
    const adding = await app.as(await buildColleague([...all]));
    for (const { user, why } of await protectedUsers()) {
      const form = {
        userTypeId: userTypeIds.office_user,
        firstName: 'Ada',
        lastName: 'Kowalczyk',
        username: `new${user.userId}`,
        password: 'a-long-phrase-817',
        clientIds: [clientId],
      } as const;
      const { validationErrors } = await adding.fail(saveManagedUser, {
        ...form,
        userIdsUserCanImpersonate: [user.userId],
      });
      expect(validationErrors).toEqual({ userIdsUserCanImpersonate: expect.stringContaining(why) as string });
      const own = { ...form, userIdsWhoCanImpersonateUser: [adding.userId] };
      expect((await adding.fail(saveManagedUser, own)).validationErrors).toEqual({
        userIdsWhoCanImpersonateUser: expect.stringContaining(texts.ownProxies) as string,
      });
    }
  });

  test('is decided for the user acted for: a proxy with more permissions can be added and removed', async () => {
    const doctor = await buildColleague();
    for (const { user } of await protectedUsers()) {
      await save(doctor, { userIdsWhoCanImpersonateUser: [user.userId] });
      expect(await actsFor(user)).toEqual([doctor.userId]);
      await save(doctor, { userIdsWhoCanImpersonateUser: [] });
      expect(await actsFor(user)).toEqual([]);
    }
  });
});

describe('administrators', () => {
  test('cannot let themselves act for a user, so they do not see the patients', async () => {
    const doctor = await buildColleague();
    const patient = await buildPatient(app.db, { clientId });
    await addToCareTeam(app.db, patient, doctor);
    expect(await errorsOf(manager, { userIdsUserCanImpersonate: [doctor.userId] })).toEqual({
      userIdsUserCanImpersonate: expect.stringContaining(texts.ownProxies) as string,
    });
    expect(await errorsOf(doctor, { userIdsWhoCanImpersonateUser: [manager.userId] })).toEqual({
      userIdsWhoCanImpersonateUser: expect.stringContaining(texts.ownProxies) as string,
    });
    expect(await actsFor(manager)).toEqual([]);
    expect((await manager.fail(getPatientInfo, { patientId: patient.patientId })).code).toBe('unauthorized_patient');
  });

  test('cannot let a second account of theirs act for a user', async () => {
    const doctor = await buildColleague();
    const address = { email: 'one.person@example.org' };
    await app.db.updateTable('user_account').set(address).where('user_id', '=', manager.userId).execute();
    const second = await buildUser(app.db, { clientId, email: 'One.Person@example.org', permissions: ['Messages'] });
    expect(await errorsOf(doctor, { userIdsWhoCanImpersonateUser: [second.userId] })).toEqual({
      userIdsWhoCanImpersonateUser: expect.stringContaining(texts.ownProxies) as string,
    });
    expect(await errorsOf(second, { userIdsUserCanImpersonate: [doctor.userId] })).toEqual({
      userIdsUserCanImpersonate: expect.stringContaining(texts.ownProxies) as string,
    });
    expect(await actsFor(second)).toEqual([]);
  });

  test('cannot let anyone act for themselves', async () => {
    const colleague = await buildColleague();
    expect(await errorsOf(manager, { userIdsWhoCanImpersonateUser: [colleague.userId] })).toEqual({
      userIdsWhoCanImpersonateUser: expect.stringContaining(texts.ownProxies) as string,
    });
    expect(await errorsOf(colleague, { userIdsUserCanImpersonate: [manager.userId] })).toEqual({
      userIdsUserCanImpersonate: expect.stringContaining(texts.ownProxies) as string,
    });
    expect(await actsFor(colleague)).toEqual([]);
  });

  test('cannot end an access of their own in user administration, and save their account otherwise', async () => {
    const doctor = await buildColleague();
    const other = await app.as(await buildColleague(['ManageUsers', 'Messages', 'UploadChart']));
    await save(other, { userIdsUserCanImpersonate: [doctor.userId] });
    await save(doctor, { userIdsUserCanImpersonate: [other.userId] });
    for (const [user, field] of [
      [other, 'userIdsUserCanImpersonate'],
      [other, 'userIdsWhoCanImpersonateUser'],
      [doctor, 'userIdsUserCanImpersonate'],
      [doctor, 'userIdsWhoCanImpersonateUser'],
    ] as const) {
      const form = await formOf(user, { [field]: [] }, other);
      expect((await other.fail(saveManagedUser, form)).validationErrors).toEqual({
        [field]: expect.stringContaining(texts.ownProxies) as string,
      });
    }
    expect(await save(other, {}, other)).toMatchObject({ version: 4 });
    expect(await actsFor(other)).toEqual([doctor.userId]);
  });

  test('see in the form whether they may change who acts for whom', async () => {
    const { can: own } = await manager.ok(getManagedUser, { userId: manager.userId });
    expect(own).toMatchObject({ edit: true, changeProxies: texts.ownProxies });
    const { can: other } = await manager.ok(getManagedUser, { userId: (await buildColleague()).userId });
    expect(other).toMatchObject({ edit: true, changeProxies: true });
    const stronger = await buildColleague(['ViewAllPatients']);
    expect((await manager.ok(getManagedUser, { userId: stronger.userId })).can).toMatchObject({
      changeProxies: texts.mayMore,
    });
  });
});

describe('a form of a user opened before', () => {
  const isStale = { status: 409, code: 'stale_version' };

  test('a proxy was added in the form of the other does not take that back', async () => {
    const [user, proxy] = [await buildColleague(), await buildColleague()];
    const opened = await formOf(proxy);
    await save(user, { userIdsWhoCanImpersonateUser: [proxy.userId] });
    expect(await manager.fail(saveManagedUser, opened)).toMatchObject(isStale);
    const after = await formOf(proxy);
    expect(after.userIdsUserCanImpersonate).toEqual([user.userId]);
    await save(user, { userIdsWhoCanImpersonateUser: [] });
    expect(await manager.fail(saveManagedUser, after)).toMatchObject(isStale);
    expect(await actsFor(proxy)).toEqual([]);
  });

  test('the user added or removed a proxy does not take that back', async () => {
    const email = `added.${clientId}@example.org`;
    const owner = await buildColleague();
    const proxy = await buildUser(app.db, { clientId, lastName: 'Added', email, permissions: ['Messages'] });
    const caller = await app.as(owner);
    const formsOf = async () => [await formOf(owner), await formOf(proxy)];
    const opened = await formsOf();
    await caller.ok(addProxyUser, { userId: owner.userId, firstName: 'Robin', lastName: 'Added', email });
    for (const form of opened) expect(await manager.fail(saveManagedUser, form)).toMatchObject(isStale);
    const after = await formsOf();
    await caller.ok(removeProxyUser, { proxiedUserId: owner.userId, proxyUserId: proxy.userId });
    for (const form of after) expect(await manager.fail(saveManagedUser, form)).toMatchObject(isStale);
    expect(await actsFor(proxy)).toEqual([]);
  });
});

test('removing a proxy ends the enrollment it came from, unless they still act for someone', async () => {
  const permissions: Permission[] = ['ManageUsers', 'ManageWorkQueues', 'Messages', 'UploadChart', 'CreateAppointment'];
  const fullManager = await app.as(await buildColleague(permissions));
  const owner = await buildUser(app.db, { clientId, userType: 'provider' });
  const other = await buildUser(app.db, { clientId, userType: 'provider' });
  const typed = { firstName: 'Nia', lastName: 'Enrolling', email: 'nia.enrolling@example.org', createAccount: true };
  const asOwner = await app.as(owner);
  const { proxyUserId: userId } = await asOwner.ok(addProxyUser, { ...typed, userId: owner.userId });
  const saved = async (userIdsUserCanImpersonate: number[]) => {
    await save({ userId }, { userIdsUserCanImpersonate }, fullManager);
    const { rows } = await sql`select e.status, (select array_agg(action order by audit_event_id) from audit_event
      where action like 'enrollment.%' and subject_id = ${userId}) as actions
      from user_enrollment e where user_id = ${userId}`.execute(app.db);
    return rows[0];
  };
  expect(await saved([other.userId])).toMatchObject({ status: 'requested' });
  expect(await saved([])).toEqual({
    status: 'not_enrolled',
    actions: ['enrollment.requested', 'enrollment.moved', 'enrollment.withdrawn'],
  });
});
