import { getUserProfile } from '@careloop/contracts/profile';
import { saveUserProfile } from '@careloop/contracts/profile/saving';
import { profileTexts } from '@careloop/contracts/profile/texts';
import { getContext, signIn } from '@careloop/contracts/session';
import { credentialTexts } from '@careloop/contracts/session/credentials';
import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { fromElsewhere } from '../../../test/attempts.ts';
import { addProxy, buildClient, buildProvider, buildUser } from '../../../test/factories.ts';
import { loggedLines } from '../../../test/harness.ts';
import type { Caller } from '../../../test/harness.ts';
import { takeJobs, textOf, workCredentialJobs } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { password, passwordHash } from '../../../test/passwords.ts';
import { mailAdministratorChange } from '../../core/access/administratorChange.ts';

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());

const next = 'an altogether other one';
const changed = { currentPassword: password, password: next, confirmPassword: next, passwordWasChanged: true };

type User = Awaited<ReturnType<typeof buildUser>>;
/** The account as it is stored, as a caller of the API sends it. */
async function accountOf(caller: Caller, userId?: number) {
  const { accountData } = await caller.ok(getUserProfile, { userId });
  if (accountData === null) throw new Error('There is no account');
  const { firstName, middleName, lastName, email, directEmail, officePhone, cellPhone, homePhone, fax } = accountData;
  return { firstName, middleName, lastName, email, directEmail, officePhone, cellPhone, homePhone, fax };
}
const actionsOf = async ({ userId }: User) =>
  (
    await app.db
      .selectFrom('audit_event')
      .select('action')
      .where('subject_id', '=', userId)
      .where('action', 'in', ['password.changed', 'profile.saved'])
      .orderBy('audit_event_id')
      .execute()
  ).map(({ action }) => action);

describe('the account', () => {
  test('keeps its time zone if none is sent; null is the client’s', async () => {
    const caller = await app.as(await buildUser(app.db));
    const account = await accountOf(caller);
    const timeZone = async () => (await caller.ok(getUserProfile, {})).accountData?.timeZone;
    await caller.ok(saveUserProfile, { accountData: { ...account, timeZone: 7 } });
    await caller.ok(saveUserProfile, { accountData: { ...account, middleName: 'Q' } });
    expect(await timeZone()).toBe(7);
    expect(await accountOf(caller)).toMatchObject({ middleName: 'Q' });
    await caller.ok(saveUserProfile, { accountData: { ...account, timeZone: null } });
    expect(await timeZone()).toBeNull();
  });

  test('changes the password as changing it alone does: other sessions end, and the user and administrators learn of it', async () => {
    const { clientId } = await buildClient(app.db);
    const user = await buildUser(app.db, { clientId, passwordHash, permissions: ['ManageUsers'] });
    await buildUser(app.db, { clientId, permissions: ['ManageUsers'] });
    const [here, there] = [await app.as(user), await app.as(user)];
    const account = await accountOf(here);
    await here.ok(saveUserProfile, { accountData: { ...account, ...changed, middleName: 'Q' } });
    await here.ok(getContext, {});
    expect((await there.fail(getContext, {})).status).toBe(401);
    expect(await accountOf(here)).toMatchObject({ middleName: 'Q' });
    const { username } = user;
    await app.nobody.fail(signIn, { username, password }, fromElsewhere());
    await app.nobody.ok(signIn, { username, password: next }, fromElsewhere());
    expect(await actionsOf(user)).toEqual(['profile.saved', 'password.changed']);
    expect(await takeJobs(app, mailAdministratorChange.name)).toMatchObject([
      { userId: user.userId, changedByUserId: user.userId, change: 'password' },
    ]);
    const mails = (await workCredentialJobs(app, smtp)).filter(({ to }) => to === account.email);
    expect(mails.map(textOf)).toEqual([expect.stringContaining('Your password was changed in Careloop on') as string]);
    expect(loggedLines.join('')).not.toContain(next);
  });

  test('changes nothing with a wrong current password, an unfit new one or a stale version', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const caller = await app.as(user);
    const account = { ...(await accountOf(caller)), middleName: 'Never' };
    const bad = async (more: object) =>
      (await caller.fail(saveUserProfile, { accountData: { ...account, ...changed, ...more } })).validationErrors;
    expect(await bad({ currentPassword: 'wrong' })).toEqual({
      'accountData.currentPassword': credentialTexts.currentPasswordWrong,
    });
    expect(await bad({ password: 'short', confirmPassword: 'short' })).toEqual({
      'accountData.password': credentialTexts.passwordTooShort(12),
    });
    expect(await bad({ confirmPassword: 'else' })).toEqual({
      'accountData.confirmPassword': credentialTexts.passwordsDiffer,
    });
    // A new password and nothing else, neither its repetition nor the current one.
    const alone = { currentPassword: undefined, confirmPassword: undefined };
    expect(Object.keys((await bad(alone)) ?? {})).toContain('accountData.currentPassword');
    const nothingElse = await caller.call(saveUserProfile, {
      accountData: { password: next, passwordWasChanged: true },
    } as never);
    expect(nothingElse.body.wasSuccessful).toBe(false);
    const stale = { version: 99, accountData: { ...account, ...changed } };
    expect(await caller.fail(saveUserProfile, stale)).toMatchObject({ status: 409 });
    expect(await actionsOf(user)).toEqual([]);
    expect(await accountOf(caller)).toMatchObject({ middleName: null });
    await app.nobody.ok(signIn, { username: user.username, password }, fromElsewhere());
  });

  test('keeps the password without passwordWasChanged, and that of somebody else always', async () => {
    const owner = await buildUser(app.db, { passwordHash });
    const office = await buildUser(app.db, { clientId: owner.clientId, passwordHash });
    await addProxy(app.db, owner, office);
    const [own, acting] = [await app.as(owner), await app.as(office)];
    const account = await accountOf(own);
    await own.ok(saveUserProfile, { accountData: { ...account, ...changed, passwordWasChanged: false } });
    const other = { userId: owner.userId, accountData: { ...account, ...changed } };
    expect((await acting.fail(saveUserProfile, other)).validationErrors).toEqual({
      'accountData.password': profileTexts.passwordOfOthers,
    });
    const named = { ...other, userId: undefined, onBehalfOfUserId: owner.userId };
    expect((await acting.fail(saveUserProfile, named)).validationErrors).toEqual({
      'accountData.password': profileTexts.passwordOfOthers,
    });
    await app.nobody.ok(signIn, { username: owner.username, password }, fromElsewhere());
    expect((await app.nobody.fail(saveUserProfile, other)).status).toBe(401);
  });

  test('without a password of its own says so', async () => {
    const caller = await app.as(await buildUser(app.db));
    const input = { accountData: { ...(await accountOf(caller)), ...changed } };
    expect(await caller.fail(saveUserProfile, input)).toMatchObject({ message: credentialTexts.noPassword });
  });
});

test('the overview is saved as it was read; what the product records is not changed', async () => {
  const caller = await app.as(await buildUser(app.db));
  const { overviewData } = await caller.ok(getUserProfile, {});
  await caller.ok(saveUserProfile, { overviewData: { ...overviewData, lastLogin: null } });
  const other = { isAccountLocked: true, createdBy: 'Somebody', dateCreated: '2020-01-01T00:00:00Z' };
  expect((await caller.fail(saveUserProfile, { overviewData: other })).validationErrors).toEqual({
    'overviewData.createdBy': profileTexts.recorded,
    'overviewData.dateCreated': profileTexts.recorded,
    'overviewData.isAccountLocked': profileTexts.lockedByAdministrators,
  });
});

describe('the provider’s record', () => {
  const requestTypes = ['Provider'] as const;
  const read = async (caller: Caller, userId?: number) => {
    const { providerData } = await caller.ok(getUserProfile, { userId, requestTypes: [...requestTypes] });
    if (providerData === null) throw new Error('There is no record');
    return providerData;
  };

  test('is saved with the fields and addresses that are sent, by the rules of the directory', async () => {
    const provider = await buildProvider(app.db);
    const caller = await app.as(provider);
    const before = await read(caller);
    await caller.ok(saveUserProfile, { providerData: before });
    expect(await read(caller)).toEqual(before);
    const fresh = {
      label: 'Annex',
      address1: '5 Pine St',
      address2: null,
      city: 'Lowell',
      state: 'MA',
      zipcode: '01850',
    };
    const [first] = before.addresses;
    if (first === undefined) throw new Error('There is no address');
    await caller.ok(saveUserProfile, {
      requestTypes: [...requestTypes],
      providerData: {
        version: before.version,
        degree: ' MD ',
        gender: 'F',
        acceptsNewPatients: false,
        addresses: [
          { ...first, address: { ...first.address, label: 'Second floor' } },
          { isNew: true, address: fresh },
        ],
      },
    });
    const after = await read(caller);
    expect(after).toMatchObject({ degree: 'MD', gender: 'F', acceptsNewPatients: false });
    expect(after.addresses.map(({ address }) => address.label)).toEqual(['Second floor', 'Annex']);
    expect(after.healthcareProviderSpecialtyId).toBe(before.healthcareProviderSpecialtyId);
    const stale = { providerData: { version: before.version, gender: 'M' as const } };
    expect(await caller.fail(saveUserProfile, stale)).toMatchObject({ status: 409, message: providerTexts.changed });
    const audited = await app.db
      .selectFrom('audit_event')
      .select('action')
      .where('subject_type', '=', 'healthcare_provider')
      .where('subject_id', '=', provider.healthcareProviderId)
      .where('kind', '=', 'change')
      .orderBy('audit_event_id')
      .execute();
    expect(audited.map(({ action }) => action)).toEqual([
      'provider.edited',
      'provider.address_saved',
      'provider.address_added',
    ]);
  });

  test('is saved with the account or not at all; a place that others share stays as it is', async () => {
    const [provider, other] = [await buildProvider(app.db), await buildProvider(app.db)];
    const caller = await app.as(provider);
    const account = { ...(await accountOf(caller)), middleName: 'Never' };
    const { addresses } = await read(caller);
    const sent = (providerData: object) => ({ accountData: account, providerData });
    expect((await caller.fail(saveUserProfile, sent({ npiNumber: '1' }))).validationErrors).toEqual({
      'providerData.npiNumber': expect.any(String) as string,
    });
    const incomplete = addresses.map((one) => ({ ...one, address: { ...one.address, city: null } }));
    expect((await caller.fail(saveUserProfile, sent({ addresses: incomplete }))).validationErrors).toEqual({
      'providerData.addresses.0.address.city': 'City is required',
    });
    const foreign = await caller.fail(
      saveUserProfile,
      sent({ addresses: [{ ...addresses[0], healthcareProviderAddressInfoId: other.addressInfoId }] }),
    );
    expect(foreign.message).toBe(addressDialogTexts.notFound);
    expect(await accountOf(caller)).toMatchObject({ middleName: null });
    const moved = addresses.map((one) => ({ ...one, address: { ...one.address, address1: '9 New Road' } }));
    await caller.ok(saveUserProfile, { providerData: { addresses: moved } });
    const [place] = (await read(caller)).addresses;
    expect(place?.address).toMatchObject({ address1: '9 New Road' });
    expect(place?.address.addressId).not.toBe(provider.addressId);
  });

  test('is only the user’s own, and its identity only theirs', async () => {
    const provider = await buildProvider(app.db);
    const office = await buildUser(app.db, { clientId: provider.clientId });
    await addProxy(app.db, provider, office);
    const acting = await app.as(office);
    const { userId, healthcareProviderId } = provider;
    await acting.ok(saveUserProfile, { userId, providerData: { gender: 'M' } });
    expect(await read(acting, userId)).toMatchObject({ gender: 'M' });
    const identity = await acting.fail(saveUserProfile, { userId, providerData: { licenseNumber: 'MA-1' } });
    expect(identity.validationErrors).toEqual({ 'providerData.licenseNumber': providerTexts.byProviderAlone });
    const wrong = await acting.fail(saveUserProfile, { providerData: { healthcareProviderId } });
    expect(wrong.validationErrors).toEqual({ 'providerData.healthcareProviderId': profileTexts.otherProvider });
    const none = await acting.fail(saveUserProfile, { providerData: { gender: 'M' } });
    expect(none.validationErrors).toEqual({ providerData: profileTexts.noProvider });
    await acting.ok(saveUserProfile, { requestTypes: [...requestTypes], providerData: null });
    const stranger = await app.as(await buildUser(app.db));
    expect(await stranger.fail(saveUserProfile, { userId, providerData: { gender: 'F' } })).toMatchObject({
      code: 'no_access',
    });
  });
});
