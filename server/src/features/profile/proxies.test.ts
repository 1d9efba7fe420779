import { getContext } from '@careloop/contracts/session';
import { getUserProfile } from '@careloop/contracts/profile';
import { addProxyUser, removeProxyUser, setProxyType, validateAddProxyUser } from '@careloop/contracts/profile/proxies';
import { profileTexts, proxyTexts } from '@careloop/contracts/profile/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { buildClient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
let clientId: number;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let owner: Awaited<ReturnType<typeof buildUser>>;
let caller: Caller;
beforeEach(async () => {
  ({ clientId } = await buildClient(app.db));
  owner = await build('Owner', { userType: 'provider' });
  caller = await app.as(owner);
});

const build = (lastName: string, more: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(app.db, { clientId, firstName: 'Robin', lastName, email: `${lastName}.${clientId}@example.org`, ...more });
const typed = (lastName: string, more: object = {}) => ({
  userId: owner.userId,
  firstName: 'robin',
  lastName,
  email: `${lastName}.${clientId}@example.org`,
  ...more,
});
const proxies = async (by = caller) => {
  const { accountData } = await by.ok(getUserProfile, { userId: owner.userId });
  const names = (list: { lastName: string }[] = []) => list.map(({ lastName }) => lastName);
  return [names(accountData?.officeAdministrators), names(accountData?.officeUsers)];
};

describe('adding a proxy', () => {
  test('has the outcomes of the dialog', async () => {
    await build('Added');
    await build('Elsewhere', { clientId: (await buildClient(app.db)).clientId });
    await build('Root', { userType: 'system_administrator' });
    const ask = (name: string, more: object = {}) => caller.ok(validateAddProxyUser, typed(name, more));
    const closed = { doesExist: true, isAccessible: false, canProxyForUser: false, user: null };
    // Not even whether a person has an account at another client.
    for (const name of ['Nobody', 'Elsewhere'])
      expect(await ask(name)).toEqual({ wasSuccessful: true, ...closed, doesExist: false });
    expect(await ask('Root')).toEqual({ wasSuccessful: true, ...closed });
    // The address of a person with another name.
    expect(await ask('Added', { lastName: 'Other' })).toMatchObject(closed);
    expect(await ask('Owner')).toMatchObject({ user: { userId: owner.userId } });
    expect(await ask('Added')).toMatchObject({ doesExist: true, isAccessible: true, canProxyForUser: false });
    await caller.ok(addProxyUser, typed('Added'));
    expect(await ask('Added')).toMatchObject({ canProxyForUser: true });

    const refusal = async (name: string) => (await caller.fail(addProxyUser, typed(name))).validationErrors;
    for (const name of ['Nobody', 'Elsewhere']) expect(await refusal(name)).toEqual({ email: proxyTexts.unknown });
    expect(await refusal('Root')).toEqual({ '': proxyTexts.denied });
    expect(await refusal('Owner')).toEqual({ '': proxyTexts.self });
    expect(await refusal('Added')).toEqual({ '': proxyTexts.already });
    expect(await caller.fail(validateAddProxyUser, typed('', { firstName: '', email: '' }))).toMatchObject({
      validationErrors: {
        firstName: 'First Name is required',
        lastName: 'Last Name is required',
        email: 'Email is required',
      },
    });
  });

  test('can be checked twenty times an hour, and is audited without the input', async () => {
    for (let times = 0; times < 20; times += 1) await caller.ok(validateAddProxyUser, typed('Nobody'));
    expect(await caller.fail(validateAddProxyUser, typed('Nobody'))).toMatchObject({
      status: 429,
      message: profileTexts.tooMany,
    });
    const rows = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('user_id', '=', owner.userId)
      .where('action', 'like', '%validate-add-proxy-user%')
      .execute();
    expect(rows).toHaveLength(21);
    expect(JSON.stringify(rows)).not.toContain('Nobody');
  });

  test('gives access to the user’s data, until the proxy is removed', async () => {
    const added = await build('Added');
    const proxy = await app.as(added);
    expect(await proxy.fail(getUserProfile, { userId: owner.userId })).toMatchObject({ code: 'no_access' });
    const { proxyToAdd } = await caller.ok(addProxyUser, typed('Added', { type: 0 }));
    expect(proxyToAdd).toEqual({ firstName: 'Robin', lastName: 'Added', email: typed('Added').email, type: 0 });
    expect(await proxies()).toEqual([['Added'], []]);
    expect((await proxy.ok(getContext, {})).user.usersToImpersonate).toHaveLength(1);
    await proxy.ok(getUserProfile, { userId: owner.userId });
    await caller.ok(removeProxyUser, { proxiedUserId: owner.userId, proxyUserId: added.userId });
    expect(await proxy.fail(getUserProfile, { userId: owner.userId })).toMatchObject({ code: 'no_access' });
    expect(await proxies()).toEqual([[], []]);
    const gone = await caller.fail(removeProxyUser, { proxiedUserId: owner.userId, proxyUserId: added.userId });
    expect(gone.message).toBe(proxyTexts.gone);
    const actions = await app.db
      .selectFrom('audit_event')
      .select('action')
      .where('subject_id', '=', owner.userId)
      .where('action', 'like', 'proxy.%')
      .orderBy('audit_event_id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['proxy.added', 'proxy.removed']);
  });
});

describe('an office administrator', () => {
  test('adds office users, removes themselves, and changes no administrators', async () => {
    const [administrator, office] = [await build('Admin'), await build('Office')];
    await build('Third');
    await caller.ok(addProxyUser, typed('Admin', { type: 0 }));
    const admin = await app.as(administrator);
    await admin.ok(addProxyUser, typed('Office'));
    const third = await admin.fail(addProxyUser, typed('Third', { type: 0 }));
    expect(third.message).toBe(proxyTexts.notAssigner);
    const pair = { proxiedUserId: owner.userId, proxyUserId: office.userId };
    expect((await admin.fail(setProxyType, { ...pair, type: 0 })).message).toBe(proxyTexts.notAssigner);
    await caller.ok(setProxyType, { ...pair, type: 0 });
    expect(await proxies()).toEqual([['Admin', 'Office'], []]);
    expect((await admin.fail(removeProxyUser, pair)).message).toBe(proxyTexts.notAssigner);
    await admin.ok(removeProxyUser, { proxiedUserId: owner.userId, proxyUserId: administrator.userId });
    expect(await proxies()).toEqual([['Office'], []]);
  });

  test('has rights that office users lack', async () => {
    const office = await build('Office');
    await caller.ok(addProxyUser, typed('Office'));
    const other = await app.as(office);
    for (const endpoint of [validateAddProxyUser, addProxyUser])
      expect((await other.fail(endpoint, typed('Third'))).message).toBe(proxyTexts.notManager);
  });
});

test('no one can act for a system administrator', async () => {
  const root = await build('Root', { userType: 'system_administrator' });
  const as = await app.as(root);
  const refusal = await as.fail(addProxyUser, { ...typed('Owner'), userId: root.userId });
  expect(refusal.message).toBe(proxyTexts.superUser);
});
