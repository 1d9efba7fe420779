import { cancelAddress, confirmAddress, getUserProfile, resendAddressCode } from '@careloop/contracts/profile';
import { saveUserProfile } from '@careloop/contracts/profile/saving';
import { validateAddProxyUser } from '@careloop/contracts/profile/proxies';
import { profileTexts } from '@careloop/contracts/profile/texts';
import { credentialTexts } from '@careloop/contracts/session/credentials';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { addProxy, buildDirectoryProvider, buildProvider, buildUser } from '../../../test/factories.ts';
import type { Caller } from '../../../test/harness.ts';
import { workJobs } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { password, passwordHash } from '../../../test/passwords.ts';
import { profileJobs } from './jobs.ts';

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());

let user: Awaited<ReturnType<typeof buildUser>>;
let caller: Caller;
beforeEach(async () => {
  await work();
  user = await buildUser(app.db, { firstName: 'Anita', lastName: 'Marsh' });
  caller = await app.as(user);
});

/** Runs the queued jobs of the profile, and returns the mails they send. */
const work = () =>
  workJobs(
    { app, smtp },
    Object.values(profileJobs).filter(({ cron }) => cron === null),
  );

const fields = (more: object = {}) => ({
  firstName: 'Anita',
  middleName: 'Rose',
  lastName: 'Marsh',
  email: `${user.username}@example.org`,
  directEmail: null,
  officePhone: '(617) 555-0123 x12',
  cellPhone: '617-555-0124',
  homePhone: '',
  fax: null,
  timeZone: 7,
  ...more,
});

const save = (more: object = {}, version = 1) =>
  caller.ok(saveUserProfile, { userId: user.userId, version, accountData: fields(more) });
const account = async () => (await caller.ok(getUserProfile, {})).accountData;
const codeIn = (text: string) => /^\d{8}$/m.exec(text)?.[0] ?? '';

describe('the user’s own profile', () => {
  test('is saved, and a stale save reports who saved it', async () => {
    expect(await save()).toMatchObject({ version: 2, unconfirmed: [] });
    expect(await account()).toMatchObject({
      middleName: 'Rose',
      officePhone: '6175550123x12',
      cellPhone: '6175550124',
      homePhone: null,
      timeZone: 7,
      clientTimeZone: 3,
      isAdministrator: true,
      canAssignAdministrators: false,
    });
    const stale = { userId: user.userId, version: 1, accountData: fields() };
    expect(await caller.fail(saveUserProfile, stale)).toMatchObject({
      status: 409,
      message: profileTexts.changed,
      current: { version: 2, changedBy: 'Anita Marsh' },
    });
    const audited = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'profile.saved')
      .where('subject_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(audited.details).toEqual({ fields: ['middle_name', 'office_phone', 'cell_phone', 'time_zone'] });
  });

  test('includes the provider’s record, for the provider and their proxies', async () => {
    const provider = await buildProvider(app.db);
    const { healthcareProviderId } = provider;
    await app.db
      .updateTable('healthcare_provider')
      .set({ dea_number: 'AB1234563', license_number: 'MA-1', degree: 'MD', gender: 'F', accepts_new_patients: false })
      .where('healthcare_provider_id', '=', healthcareProviderId)
      .execute();
    const office = await buildUser(app.db, { clientId: provider.clientId });
    await addProxy(app.db, provider, office);
    const parts = { userId: provider.userId, requestTypes: ['Provider' as const] };
    for (const reader of [provider, office]) {
      const { providerData, accountData } = await (await app.as(reader)).ok(getUserProfile, parts);
      expect(accountData).toBeNull();
      expect(providerData).toMatchObject({
        healthcareProviderId,
        acceptsNewPatients: false,
        addresses: [
          {
            healthcareProviderAddressInfoId: provider.addressInfoId,
            address: {
              addressId: provider.addressId,
              label: 'Main office',
              city: 'Worcester',
              state: 'MA',
              zipcode: '01608',
            },
          },
        ],
        deaNumber: 'AB1234563',
        degree: 'MD',
        gender: 'F',
        healthcareProviderSpecialtyId: provider.specialtyId,
        healthcareProviderSpecialtyName: expect.stringMatching(/^Specialty/) as string,
        licenseNumber: 'MA-1',
        npiNumber: null,
      });
    }
    expect((await caller.ok(getUserProfile, { requestTypes: ['Provider'] })).providerData).toBeNull();
  });

  test('defaults to the caller’s own, in its current version', async () => {
    expect(await caller.ok(saveUserProfile, { accountData: fields() })).toMatchObject({ version: 2 });
    expect(await account()).toMatchObject({ middleName: 'Rose' });
    const nobody = { firstName: 'No', lastName: 'Body', email: 'no.body@example.org' };
    expect(await caller.ok(validateAddProxyUser, nobody)).toMatchObject({ doesExist: false, user: null });
  });

  test('saves only the parts included in the call', async () => {
    const { commonData } = await caller.ok(getUserProfile, {});
    const sent = { userId: user.userId, version: commonData.version, accountData: fields({ middleName: 'Never' }) };
    const off = { settings: [{ eventTypeId: 251, notifyByEmail: false }] };
    await caller.ok(saveUserProfile, { ...sent, notificationsData: off, requestTypes: ['Notifications'] });
    const after = await caller.ok(getUserProfile, { requestTypes: ['Account', 'Notifications'] });
    expect(after.commonData.version).toBe(commonData.version);
    expect(after.accountData?.middleName).not.toBe('Never');
    expect(after.notificationsData?.settings[0]).toMatchObject({ eventTypeId: 251, notifyByEmail: false });
  });

  test('needs an email address, unless the account was created without one', async () => {
    const withoutEmail = { userId: user.userId, version: 1, accountData: fields({ email: '' }) };
    expect((await caller.fail(saveUserProfile, withoutEmail)).validationErrors).toEqual({
      'accountData.email': profileTexts.emailRequired,
    });
    const users = app.db.updateTable('user_account').where('user_id', '=', user.userId);
    await users.set({ email: null }).execute();
    expect(await caller.ok(saveUserProfile, withoutEmail)).toMatchObject({ version: 2 });
    expect(await account()).toMatchObject({ middleName: 'Rose', email: null });
  });

  test('refuses a part that is named but missing', async () => {
    const refused = await caller.fail(saveUserProfile, { requestTypes: ['Account', 'Notifications'] });
    const { partMissing } = profileTexts;
    expect(refused.validationErrors).toEqual({ accountData: partMissing, notificationsData: partMissing });
  });

  test('rejects blank names, and changes nothing', async () => {
    const before = await account();
    const wrong = fields({ firstName: '', lastName: ' ' });
    expect(
      (await caller.fail(saveUserProfile, { userId: user.userId, version: 1, accountData: wrong })).validationErrors,
    ).toEqual({
      'accountData.firstName': 'First Name is required',
      'accountData.lastName': 'Last Name is required',
    });
    expect(await account()).toEqual(before);
  });

  test('is hidden from other users', async () => {
    const stranger = await app.as(await buildUser(app.db, { clientId: user.clientId }));
    const refusals = [
      await stranger.fail(getUserProfile, { userId: user.userId }),
      await stranger.fail(saveUserProfile, { userId: user.userId, version: 1, accountData: fields() }),
      await stranger.fail(cancelAddress, { userId: user.userId, kind: 'email' }),
      await stranger.fail(resendAddressCode, { userId: user.userId, kind: 'email' }),
    ];
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 'no_access', message: profileTexts.notFound });
    expect(await app.nobody.fail(getUserProfile, {})).toMatchObject({ status: 401 });
  });

  test('can be edited by a proxy, and records both', async () => {
    const other = await buildUser(app.db, { clientId: user.clientId, firstName: 'Olga', lastName: 'Office' });
    await app.db
      .insertInto('user_proxy')
      .values({ proxied_user_id: user.userId, proxy_user_id: other.userId, proxy_type: 'office_user' })
      .execute();
    const office = await app.as(other);
    const { commonData, accountData } = await office.ok(getUserProfile, { userId: user.userId });
    expect(commonData).toMatchObject({ isSelf: false, lastName: 'Marsh' });
    expect(accountData).toMatchObject({ isAdministrator: false, can: { addProxy: expect.any(String) as string } });
    await office.ok(saveUserProfile, { userId: user.userId, version: 1, accountData: fields({ middleName: 'Q' }) });
    const { on_behalf_of_user_id: forUser, user_id: by } = await app.db
      .selectFrom('audit_event')
      .select(['user_id', 'on_behalf_of_user_id'])
      .where('action', '=', 'profile.saved')
      .where('subject_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect([by, forUser]).toEqual([other.userId, user.userId]);
  });
});

describe('a changed address', () => {
  test('takes effect after its code, which only the owner can enter; the old address is notified twice', async () => {
    const old = `${user.username}@example.org`;
    expect(await save({ email: 'new@example.org' })).toMatchObject({ version: 2, unconfirmed: ['email'] });
    expect(await account()).toMatchObject({ email: old, unconfirmedEmail: { address: 'new@example.org' } });
    const mails = await work();
    expect(mails.map(({ to }) => to)).toEqual(['new@example.org', old]);
    const code = codeIn(mails[0]?.text ?? '');
    expect(code).toHaveLength(8);
    const { body } = await app.db
      .selectFrom('delivery')
      .select('body')
      .where('recipient_address', '=', 'new@example.org')
      .executeTakeFirstOrThrow();
    expect(body).not.toContain(code);
    await caller.ok(confirmAddress, { kind: 'email', code: `${code.slice(0, 4)} ${code.slice(4)}` });
    expect(await account()).toMatchObject({ email: 'new@example.org', unconfirmedEmail: null });
    expect((await work()).map(({ to }) => to)).toEqual([old]);
    expect(await caller.fail(confirmAddress, { kind: 'email', code })).toMatchObject({
      message: profileTexts.codeEnded,
    });
  });

  test('of email also requires the password, if the user has one', async () => {
    await app.db
      .updateTable('user_account')
      .set({ password_hash: passwordHash })
      .where('user_id', '=', user.userId)
      .execute();
    await save({ email: 'proven@example.org' });
    const [mail] = await work();
    const confirmation = { kind: 'email', code: codeIn(mail?.text ?? '') } as const;
    const errors = async (more: object) =>
      (await caller.fail(confirmAddress, { ...confirmation, ...more })).validationErrors;
    expect(await errors({})).toEqual({ password: credentialTexts.passwordRequired });
    expect(await errors({ password: 'wrong' })).toEqual({ password: credentialTexts.currentPasswordWrong });
    expect(await account()).toMatchObject({ email: `${user.username}@example.org` });
    await caller.ok(confirmAddress, { ...confirmation, password });
    expect(await account()).toMatchObject({ email: 'proven@example.org' });
  });

  test('is discarded after five wrong codes, and stays pending while other fields are saved', async () => {
    await save({ email: 'wrong@example.org' });
    const [mail] = await work();
    for (let times = 0; times < 5; times += 1) {
      const { validationErrors } = await caller.fail(confirmAddress, { kind: 'email', code: '1' });
      expect(validationErrors).toEqual({ code: profileTexts.codeWrong });
    }
    const late = await caller.fail(confirmAddress, { kind: 'email', code: codeIn(mail?.text ?? '') });
    expect(late).toMatchObject({ message: profileTexts.codeEnded });
    await save({ email: 'again@example.org' }, 2);
    await save({ middleName: 'Later' }, 3);
    expect(await account()).toMatchObject({ unconfirmedEmail: { address: 'again@example.org' } });
  });

  test('says that its code has ended, and gets a new one that confirms it', async () => {
    const self = { userId: user.userId, kind: 'email' } as const;
    expect(await caller.fail(resendAddressCode, self)).toMatchObject({ message: profileTexts.nothingToConfirm });
    await save({ email: 'lost@example.org' });
    await work();
    expect(await account()).toMatchObject({ unconfirmedEmail: { isCodeEnded: false } });
    for (let times = 0; times < 5; times += 1) await caller.fail(confirmAddress, { kind: 'email', code: '1' });
    expect(await account()).toMatchObject({ unconfirmedEmail: { address: 'lost@example.org', isCodeEnded: true } });
    await caller.ok(resendAddressCode, self);
    expect(await account()).toMatchObject({ unconfirmedEmail: { address: 'lost@example.org', isCodeEnded: false } });
    // The current address was notified of the request and is not notified again.
    const mails = await work();
    expect(mails.map(({ to }) => to)).toEqual(['lost@example.org']);
    await caller.ok(confirmAddress, { kind: 'email', code: codeIn(mails[0]?.text ?? '') });
    expect(await account()).toMatchObject({ email: 'lost@example.org', unconfirmedEmail: null });
    const audited = app.db.selectFrom('audit_event').select('details').where('subject_id', '=', user.userId);
    expect(await audited.where('action', '=', 'profile.address_code_resent').execute()).toEqual([
      { details: { kind: 'email' } },
    ]);
  });

  test('gets at most five codes an hour', async () => {
    const self = { userId: user.userId, kind: 'email' } as const;
    await save({ email: 'often@example.org' });
    for (let times = 1; times < 5; times += 1) await caller.ok(resendAddressCode, self);
    expect(await caller.fail(resendAddressCode, self)).toMatchObject({ message: profileTexts.tooMany });
  });

  test('can be canceled by the user, and requested at most five times an hour', async () => {
    await save({ email: 'a1@example.org' });
    await caller.ok(cancelAddress, { userId: user.userId, kind: 'email' });
    expect(await account()).toMatchObject({ unconfirmedEmail: null });
    for (let version = 2; version < 6; version += 1) await save({ email: `a${version}@example.org` }, version);
    const more = { userId: user.userId, version: 6, accountData: fields({ email: 'a6@example.org' }) };
    expect(await caller.fail(saveUserProfile, more)).toMatchObject({ message: profileTexts.tooMany });
  });

  test('of the Direct network is removed at once', async () => {
    await app.db
      .updateTable('user_account')
      .set({ direct_email: 'd@direct.example' })
      .where('user_id', '=', user.userId)
      .execute();
    const { healthcareProviderId } = await buildDirectoryProvider(app.db, { userId: user.userId });
    await save();
    expect(await account()).toMatchObject({ directEmail: null });
    expect((await work()).map(({ to }) => to)).toEqual([`${user.username}@example.org`]);
    const { details } = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'provider.edited')
      .where('subject_id', '=', healthcareProviderId)
      .executeTakeFirstOrThrow();
    expect(details).toEqual({ fields: ['direct_email'], by: 'profile' });
  });
});
