import { userTypeIds } from '@careloop/contracts/codes';
import type { CallOf } from '@careloop/contracts/endpoint';
import { lockReasonTexts, signIn } from '@careloop/contracts/session';
import { credentialTexts } from '@careloop/contracts/session/credentials';
import {
  editPermissions,
  generateUsername,
  getManagedUser,
  listManagedUsers,
  saveManagedUser,
  savePermissions,
  sendPasswordReset,
  setUserActive,
  turnOffSecondFactorOfUser,
  userAdministrationTexts as texts,
} from '@careloop/contracts/administration/users';
import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { profileTexts } from '@careloop/contracts/profile/texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addProxy, buildClient, buildProvider, buildUser } from '../../../../test/factories.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { password as knownPassword, passwordHash } from '../../../../test/passwords.ts';
import { startUserAdministration } from '../../../../test/userAdministration.ts';
import { failDelivery } from '../../../core/integrations/deliveries.ts';
import { insertDelivery } from '../../../core/integrations/deliveryRows.ts';

let app: TestApp;
let clientId: number;
let manager: Caller;
/** May also give what coordinators get. */
let fullManager: Caller;
beforeAll(async () => {
  const permissions = ['Messages', 'UploadChart'] as const;
  const started = await startUserAdministration(permissions);
  ({ app, clientId, manager } = started);
  fullManager = await started.buildManager(...permissions, 'ManageWorkQueues', 'CreateAppointment', 'EditCareTeam');
});
afterAll(() => app.stop());

const password = 'a-long-enough-phrase-81';
const newUser = (fields: Partial<CallOf<typeof saveManagedUser>> = {}): CallOf<typeof saveManagedUser> => ({
  userTypeId: userTypeIds.office_user,
  firstName: 'Ada',
  lastName: 'Kowalczyk',
  username: 'akowalczyk',
  email: 'ada.k@example.org',
  clientIds: [clientId],
  password,
  ...fields,
});

describe('a new user', () => {
  test('keeps the initial password if the box is cleared', async () => {
    const { userId } = await fullManager.ok(
      saveManagedUser,
      newUser({ username: 'akeeps', forcePasswordReset: false }),
    );
    expect((await fullManager.ok(getManagedUser, { userId })).forcePasswordReset).toBe(false);
  });

  test('still has to replace the password after a save that does not mention it', async () => {
    const { userId, version } = await fullManager.ok(saveManagedUser, newUser({ username: 'alater' }));
    const { password: _password, ...fields } = newUser({ username: 'alater', lastName: 'Nowak' });
    await fullManager.ok(saveManagedUser, { ...fields, userId, version });
    expect(await fullManager.ok(getManagedUser, { userId })).toMatchObject({
      lastName: 'Nowak',
      forcePasswordReset: true,
    });
  });

  test('gets the permissions of the type, must change the initial password, and is audited', async () => {
    const { userId } = await fullManager.ok(saveManagedUser, newUser({ cellPhone: '(508) 555-0142' }));
    expect(await fullManager.ok(getManagedUser, { userId })).toMatchObject({
      username: 'akowalczyk',
      cellPhone: '5085550142',
      state: 'active',
      forcePasswordReset: true,
      clients: [{ clientId, isCoordinator: false }],
      version: 1,
      can: { edit: true, setActive: true, setPermissions: true, turnOffSecondFactor: texts.noSecondFactor },
    });
    const { permissions } = await fullManager.ok(editPermissions, { userId });
    expect(permissions.filter((one) => one.isHeld).map((one) => one.permission)).toEqual([
      'Messages',
      'ManageWorkQueues',
      'UploadChart',
      'CreateAppointment',
    ]);
    const answer = await app.nobody.ok(signIn, { username: 'akowalczyk', password });
    expect(answer).toMatchObject({ nextStep: { kind: 'password_change' } });
    const { rows } = await sql`select action from audit_event where subject_type = 'user' and subject_id = ${userId}
      and kind = 'change'`.execute(app.db);
    expect(rows).toEqual([{ action: 'user.created' }]);
  });

  test('is rejected with the message of each field', async () => {
    const wrong = newUser({
      firstName: ' ',
      lastName: '',
      username: 'with blank',
      fax: '12',
      homePhone: '12',
      cellPhone: '12',
      officePhone: '12',
      clientIds: [],
    });
    expect((await fullManager.fail(saveManagedUser, wrong)).validationErrors).toEqual({
      firstName: texts.firstNameRequired,
      lastName: texts.lastNameRequired,
      username: 'Username can only contain letters, digits and . - _ @',
      fax: profileTexts.fax,
      homePhone: profileTexts.homePhone,
      cellPhone: profileTexts.cellPhone,
      officePhone: profileTexts.officePhone,
      clientIds: texts.clientRequired,
    });
    const same = newUser({ username: 'another', directEmail: 'ADA.K@example.org' });
    expect((await fullManager.fail(saveManagedUser, same)).validationErrors).toEqual({
      directEmail: 'Direct email cannot be the same as email address',
    });
    const { userTypeId: _type, ...untyped } = newUser();
    expect((await fullManager.fail(saveManagedUser, untyped)).validationErrors).toEqual({
      userTypeId: texts.userTypeRequired,
    });
    expect(
      (await fullManager.fail(saveManagedUser, newUser({ username: 'short', password: 'short' }))).validationErrors,
    ).toEqual({ password: expect.stringContaining('at least 12 characters') as string });
  });

  test('needs a password, even if the form says that it was not changed', async () => {
    const input = newUser({ username: 'unconfirmed', passwordWasChanged: false });
    expect((await fullManager.fail(saveManagedUser, input)).validationErrors).toEqual({
      password: 'Password is required',
    });
  });

  test('needs an unused username, ignoring case', async () => {
    await buildUser(app.db, { clientId, username: 'mruiz' });
    expect((await fullManager.fail(saveManagedUser, newUser({ username: 'MRuiz' }))).validationErrors).toEqual({
      username: texts.usernameTaken,
    });
    expect(await fullManager.ok(generateUsername, { firstName: 'María', lastName: 'Ruiz' })).toMatchObject({
      username: 'mruiz2',
    });
    // A number replaces the end of a long name.
    await buildUser(app.db, { clientId, username: 'aarvanitopoulospapad' });
    const long = { firstName: 'Ada', lastName: 'Arvanitopoulos-Papadakis' };
    expect((await fullManager.ok(generateUsername, long)).username).toBe('aarvanitopoulospapa2');
  });

  test('cannot get more permissions than the administrator has, or another client', async () => {
    const coordinator = newUser({ username: 'coord1', userTypeId: userTypeIds.care_coordinator });
    expect((await fullManager.fail(saveManagedUser, coordinator)).validationErrors).toEqual({
      userTypeId: texts.notGrantable,
    });
    const elsewhere = await buildClient(app.db);
    const foreign = newUser({ username: 'foreign1', clientIds: [elsewhere.clientId] });
    expect((await fullManager.fail(saveManagedUser, foreign)).validationErrors).toEqual({
      clientIds: texts.unknownClient,
    });
  });
});

describe('a user', () => {
  test('is listed by name, type and state, only to administrators of one of their clients', async () => {
    await buildUser(app.db, { clientId, firstName: 'Zita', lastName: 'Obermeyer', isActive: false });
    const outsider = await app.as(await buildUser(app.db, { permissions: ['ManageUsers'] }));
    const search = { searchTerm: 'ober zi' };
    expect(await manager.ok(listManagedUsers, search)).toMatchObject({
      items: [{ fullName: 'Obermeyer, Zita', state: 'inactive' }],
      totalItemCount: 1,
      hasMore: false,
    });
    expect(await manager.ok(listManagedUsers, { ...search, state: 'active' })).toMatchObject({ totalItemCount: 0 });
    expect(await outsider.ok(listManagedUsers, search)).toMatchObject({ items: [], totalItemCount: 0 });
    const [found] = (await manager.ok(listManagedUsers, search)).items;
    expect(await outsider.fail(getManagedUser, { userId: found?.userId ?? 0 })).toMatchObject({ status: 404 });
    expect(await outsider.fail(sendPasswordReset, { userId: found?.userId ?? 0 })).toMatchObject({ status: 404 });
  });

  test('is changed in the version that was seen; the password ends the sessions', async () => {
    const user = await buildUser(app.db, { clientId, permissions: ['Messages'], username: 'changing' });
    const session = await app.as(user);
    const change = { ...newUser({ username: 'changing', firstName: 'Changed' }), userId: user.userId, version: 1 };
    const { password: _password, ...kept } = change;
    const unchanged = { ...kept, password: '', confirmPassword: '', passwordWasChanged: false };
    expect(await manager.ok(saveManagedUser, unchanged)).toMatchObject({ version: 2 });
    expect(await session.call(getImpersonatableUsers, {})).toMatchObject({ status: 200 });
    expect(await manager.fail(saveManagedUser, change)).toMatchObject({ status: 409, message: texts.changed });
    const confirmed = { confirmPassword: password, passwordWasChanged: true };
    await manager.ok(saveManagedUser, { ...change, ...confirmed, version: 2 });
    expect(await session.call(getImpersonatableUsers, {})).toMatchObject({ status: 401 });
  });

  test('saved by two administrators at the same moment keeps one change whole, and the other learns of it', async () => {
    const user = await buildUser(app.db, { clientId, permissions: ['Messages'], username: 'contested' });
    const { password: _password, ...fields } = newUser({ username: 'contested' });
    const unchanged = { password: '', confirmPassword: '', passwordWasChanged: false, userId: user.userId, version: 1 };
    const answers = await Promise.all(
      [manager, fullManager].map((by, index) =>
        by.call(saveManagedUser, { ...fields, ...unchanged, firstName: `First${index}`, lastName: `Last${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect(await manager.ok(getManagedUser, { userId: user.userId })).toMatchObject({
      firstName: `First${won}`,
      lastName: `Last${won}`,
      version: 2,
    });
  });

  test('with more permissions than the administrator cannot be changed', async () => {
    const admin = await buildUser(app.db, {
      clientId,
      permissions: ['ManageSite', 'Messages'],
      username: 'sitemanager',
    });
    const { can } = await manager.ok(getManagedUser, { userId: admin.userId });
    expect(can).toMatchObject({ edit: texts.mayMore, setActive: texts.mayMore, setPermissions: texts.mayMore });
    const take = { userId: admin.userId, version: 1 };
    expect(await manager.fail(saveManagedUser, { ...newUser({ username: 'sitemanager' }), ...take })).toMatchObject({
      message: texts.mayMore,
    });
    expect(await manager.fail(setUserActive, { ...take, isActive: false })).toMatchObject({ message: texts.mayMore });
    expect(await manager.fail(savePermissions, { ...take, permissions: [] })).toMatchObject({ message: texts.mayMore });
  });
});

describe('a new password has the length that the strictest client of the user requires', () => {
  const short = 'twenty-letters-here';
  /** A client that requires 30 characters. */
  const buildStrictClient = async () => {
    const strict = await buildClient(app.db);
    await sql`insert into client_setting (client_id, name, value)
      values (${strict.clientId}, 'passwordMinimumLength', 30)`.execute(app.db);
    return strict;
  };
  const join = (user: { userId: number }, client: { clientId: number }) =>
    sql`insert into user_client (user_id, client_id) values (${user.userId}, ${client.clientId})`.execute(app.db);
  const save = (user: { userId: number; username: string }, clientIds: number[]) => ({
    ...newUser({ username: user.username, clientIds, password: short }),
    userId: user.userId,
    version: 1,
  });

  test('including a client the user is added to, but not one they are removed from', async () => {
    const strict = await buildStrictClient();
    await join(manager, strict);
    const user = await buildUser(app.db, { clientId, permissions: [] });
    expect((await manager.fail(saveManagedUser, save(user, [clientId, strict.clientId]))).validationErrors).toEqual({
      password: credentialTexts.passwordTooShort(30),
    });
    const leaving = await buildUser(app.db, { clientId, permissions: [] });
    await join(leaving, strict);
    await manager.ok(saveManagedUser, save(leaving, [clientId]));
  });
});

describe('the type Provider', () => {
  const typed = ({ userId }: { userId: number }, version = 1) => {
    const { password: _password, ...fields } = newUser({ username: `typed${userId}` });
    const save = (userTypeId: CallOf<typeof saveManagedUser>['userTypeId']) => ({
      ...fields,
      userId,
      userTypeId,
      version,
    });
    return save;
  };

  test('cannot be given to a user without a directory record', async () => {
    const added = newUser({ username: 'nodoctor', userTypeId: userTypeIds.provider });
    expect((await fullManager.fail(saveManagedUser, added)).validationErrors).toEqual({
      userTypeId: texts.providersFromDirectory,
    });
    const save = typed(await buildUser(app.db, { clientId, permissions: [] }));
    expect((await fullManager.fail(saveManagedUser, save(userTypeIds.provider))).validationErrors).toEqual({
      userTypeId: texts.noProviderRecord,
    });
  });

  test('is kept by a user with a directory record', async () => {
    const provider = await buildProvider(app.db, { clientId, permissions: [] });
    expect(await fullManager.ok(getManagedUser, { userId: provider.userId })).toMatchObject({ isProvider: true });
    const save = typed(provider);
    expect((await fullManager.fail(saveManagedUser, save(userTypeIds.office_user))).validationErrors).toEqual({
      userTypeId: texts.providerType,
    });
    await fullManager.ok(saveManagedUser, save(userTypeIds.provider));
  });

  test('can be kept or replaced by a user who has it without a directory record', async () => {
    const user = await buildUser(app.db, { clientId, permissions: [], userType: 'provider' });
    expect(await fullManager.ok(getManagedUser, { userId: user.userId })).toMatchObject({ isProvider: false });
    await fullManager.ok(saveManagedUser, typed(user)(userTypeIds.provider));
    await fullManager.ok(saveManagedUser, typed(user, 2)(userTypeIds.office_user));
    expect((await fullManager.fail(saveManagedUser, typed(user, 3)(userTypeIds.provider))).validationErrors).toEqual({
      userTypeId: texts.noProviderRecord,
    });
  });
});

describe('an account', () => {
  test('is deactivated, which ends its sessions, and activated; never one’s own', async () => {
    const user = await buildUser(app.db, { clientId, permissions: ['Messages'] });
    const session = await app.as(user);
    await manager.ok(setUserActive, { userId: user.userId, isActive: false, version: 1 });
    expect(await session.call(getImpersonatableUsers, {})).toMatchObject({ status: 401 });
    expect(await manager.fail(sendPasswordReset, { userId: user.userId })).toMatchObject({ message: texts.inactive });
    expect(await manager.ok(setUserActive, { userId: user.userId, isActive: true, version: 2 })).toEqual({
      version: 3,
      wasSuccessful: true,
    });
    const own = { userId: manager.userId, isActive: false, version: 1 };
    expect(await manager.fail(setUserActive, own)).toMatchObject({ message: texts.ownAccount });
  });

  test('that is locked for inactivity is listed as locked, and signs in again once unlocked', async () => {
    const strict = await buildClient(app.db);
    const inStrict = { clientId: strict.clientId, permissions: [] };
    const unlocking = await app.as(await buildUser(app.db, { ...inStrict, permissions: ['ManageUsers'] }));
    const { userId, username } = await buildUser(app.db, { ...inStrict, passwordHash });
    await sql`insert into client_setting (client_id, name, value)
      values (${strict.clientId}, 'daysUntilInactive', 60)`.execute(app.db);
    const locked = async () => (await unlocking.ok(listManagedUsers, { state: 'locked' })).items;
    expect(await locked()).toEqual([]);
    await sql`update user_account set created_at = now() - interval '61 days' where user_id = ${userId}`.execute(
      app.db,
    );
    const attempt = { username, password: knownPassword };
    expect(await app.nobody.fail(signIn, attempt)).toMatchObject({ message: lockReasonTexts[3] });
    expect(await locked()).toMatchObject([{ userId, state: 'locked' }]);
    expect((await unlocking.ok(listManagedUsers, { state: 'active' })).items).toHaveLength(1);
    expect(await unlocking.ok(getManagedUser, { userId })).toMatchObject({ state: 'locked', can: { setActive: true } });
    await unlocking.ok(setUserActive, { userId, isActive: true, version: 1 });
    expect(await unlocking.ok(getManagedUser, { userId })).toMatchObject({ state: 'active' });
    await app.nobody.ok(signIn, attempt);
    const { rows } = await sql`select action, user_id from audit_event where subject_type = 'user'
      and subject_id = ${userId} and kind = 'change'`.execute(app.db);
    expect(rows).toEqual([{ action: 'user.unlocked', user_id: unlocking.userId }]);
  });

  test('has each client and permission once, though a list names it twice', async () => {
    const twice = newUser({ username: 'atwice', clientIds: [clientId, clientId] });
    const { userId, version } = await fullManager.ok(saveManagedUser, twice);
    expect((await fullManager.ok(getManagedUser, { userId })).clients).toMatchObject([{ clientId }]);
    await fullManager.ok(savePermissions, { userId, permissions: ['Messages', 'Messages'], version });
  });

  test('gets and loses permissions the administrator has, from the next call', async () => {
    const user = await buildUser(app.db, { clientId, permissions: ['ManageWorkQueues', 'UploadChart'] });
    const blocked = await manager.fail(savePermissions, { userId: user.userId, permissions: ['Messages'], version: 1 });
    expect(blocked).toMatchObject({ message: texts.mayMore });
    const mine = await buildUser(app.db, { clientId, permissions: ['UploadChart'] });
    await manager.ok(savePermissions, { userId: mine.userId, permissions: ['Messages'], version: 1 });
    const { permissions } = await manager.ok(editPermissions, { userId: mine.userId });
    expect(permissions.filter((one) => one.isHeld).map((one) => one.permission)).toEqual(['Messages']);
    expect(permissions.find((one) => one.permission === 'ManageSite')?.canChange).toBe(texts.notGrantable);
    const more = { userId: mine.userId, permissions: ['Messages', 'ManageSite'], version: 2 } as const;
    expect(await manager.fail(savePermissions, { ...more, permissions: [...more.permissions] })).toMatchObject({
      message: texts.notGrantable,
    });
    const own = { userId: manager.userId, permissions: ['Messages' as const], version: 1 };
    expect(await manager.fail(savePermissions, own)).toMatchObject({ message: texts.ownManageUsers });
  });

  test('gets a link for a new password by email, and has a lost second factor removed', async () => {
    const user = await buildUser(app.db, { clientId, permissions: [], passwordHash: 'x' });
    await manager.ok(sendPasswordReset, { userId: user.userId });
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from password_reset
      where user_id = ${user.userId}`.execute(app.db);
    expect(rows).toEqual([{ count: 1 }]);
    const unreachable = await buildUser(app.db, { clientId, permissions: [], email: null });
    expect(await manager.fail(sendPasswordReset, { userId: unreachable.userId })).toMatchObject({
      message: texts.noEmail,
    });
    expect(await manager.fail(turnOffSecondFactorOfUser, { userId: user.userId })).toMatchObject({
      message: texts.noSecondFactor,
    });
    await sql`insert into second_factor (user_id, encrypted_secret, enabled_at) values (${user.userId}, '\\x00', now())`.execute(
      app.db,
    );
    await manager.ok(turnOffSecondFactorOfUser, { userId: user.userId });
    expect(await manager.ok(getManagedUser, { userId: user.userId })).toMatchObject({ hasSecondFactor: false });
  });

  test('shows when the latest email to its address failed, until another one arrives', async () => {
    const user = await buildUser(app.db, { clientId, permissions: [] });
    const failedEmailAt = async () => (await manager.ok(getManagedUser, { userId: user.userId })).failedEmailAt;
    const { email } = await manager.ok(getManagedUser, { userId: user.userId });
    const mail = {
      channel: 'email',
      clientId: null,
      recipientUserId: user.userId,
      recipientAddress: email ?? '',
      senderAddress: 'portal@example.org',
      subject: 'Choose a new password',
      body: 'Open the link.',
    } as const;
    expect(await failedEmailAt()).toBeNull();
    await failDelivery(app.db, mail, `test:${user.userId}:1`, '550 No such mailbox');
    expect(await failedEmailAt()).toMatch(/^\d{4}-/);
    await failDelivery(app.db, { ...mail, recipientAddress: 'former@example.org' }, `test:${user.userId}:2`, '550');
    expect(await failedEmailAt()).toMatch(/^\d{4}-/);
    const next = await insertDelivery(app.db, mail, `test:${user.userId}:3`, 'sending');
    expect(await failedEmailAt()).toMatch(/^\d{4}-/);
    await app.db
      .updateTable('delivery')
      .set({ status: 'delivered', delivered_at: new Date() })
      .where('delivery_id', '=', next?.delivery_id ?? 0)
      .execute();
    expect(await failedEmailAt()).toBeNull();
  });

  test('can only be managed in one’s own name: the clients of a person acted for do not count', async () => {
    const elsewhere = await buildClient(app.db);
    const other = await buildUser(app.db, { clientId: elsewhere.clientId });
    const colleague = await buildUser(app.db, { clientId: elsewhere.clientId, permissions: [] });
    await addProxy(app.db, other, manager);
    const inTheirName = { onBehalfOfUserId: other.userId };
    const add = { ...newUser({ username: 'never2', clientIds: [elsewhere.clientId] }), ...inTheirName };
    expect((await manager.fail(saveManagedUser, add)).wasSuccessful).toBe(false);
    const off = { userId: colleague.userId, isActive: false, version: 1, ...inTheirName };
    expect((await manager.fail(setUserActive, off)).wasSuccessful).toBe(false);
    expect(await manager.ok(listManagedUsers, { searchTerm: colleague.username })).toMatchObject({ totalItemCount: 0 });
  });

  test('cannot be managed without the permission or a session', async () => {
    const other = await app.as(await buildUser(app.db, { clientId, permissions: ['Messages'] }));
    for (const by of [other, app.nobody]) {
      expect([401, 403]).toContain((await by.fail(listManagedUsers, {})).status);
      expect([401, 403]).toContain((await by.fail(saveManagedUser, newUser({ username: 'never' }))).status);
      expect([401, 403]).toContain((await by.fail(editPermissions, { userId: manager.userId })).status);
    }
  });
});
