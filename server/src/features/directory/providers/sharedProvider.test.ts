import { permissions } from '@careloop/contracts/access';
import { makeProviderAUser, saveProvider, saveProviderAddress } from '@careloop/contracts/directory/changes';
import { getProvider } from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildDirectoryProvider, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

// A record of no client serves all of them: an editor of one client must not send the documents of the others elsewhere.

let app: TestApp;
/** Has every permission but `ManageInstallation`. */
let editor: Caller;
let installer: Caller;
beforeAll(async () => {
  app = await startTestApp();
  const own = permissions.filter((one) => one !== 'ManageInstallation');
  editor = await app.as(await buildUser(app.db, { permissions: own }));
  installer = await app.as(await buildUser(app.db, { permissions: ['EditProvider', 'ManageInstallation'] }));
});
afterAll(() => app.stop());

const known = {
  first_name: 'Ada',
  middle_name: 'Ngozi',
  last_name: 'Okonkwo',
  dea_number: 'AB1234563',
  license_number: 'MA-1',
  email: 'ada@example.org',
  direct_email: 'ada@direct.example.org',
  fax: '5085550101',
};

async function buildShared(values: object) {
  const { healthcareProviderId, specialtyId, addressInfoId } = await buildDirectoryProvider(app.db);
  await app.db
    .updateTable('healthcare_provider')
    .set({ ...values, origin_client_id: null, user_id: null })
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .execute();
  const form = {
    healthcareProviderId,
    version: 1,
    firstName: known.first_name,
    middleName: known.middle_name,
    lastName: known.last_name,
    npiNumber: null,
    deaNumber: known.dea_number,
    licenseNumber: known.license_number,
    email: known.email,
    directEmail: known.direct_email,
    fax: known.fax,
    healthcareProviderSpecialtyId: specialtyId,
  };
  return { healthcareProviderId, addressInfoId, form };
}

const changes = {
  firstName: 'Eve',
  middleName: null,
  lastName: 'Mallory',
  deaNumber: 'AB1234564',
  licenseNumber: 'MA-2',
  email: 'eve@example.org',
  directEmail: 'eve@direct.example.org',
  fax: '5085550199',
};

test('an editor of one client replaces nothing that is known of who the provider is and where documents go', async () => {
  const { healthcareProviderId, form } = await buildShared(known);
  const before = await editor.ok(getProvider, { healthcareProviderId });
  expect(before.can).toMatchObject({ edit: true, changeKnown: providerTexts.sharedKnown });
  for (const [field, value] of Object.entries(changes)) {
    const { validationErrors } = await editor.fail(saveProvider, { ...form, [field]: value });
    expect(validationErrors).toHaveProperty(field);
  }
  // Neither is it removed, and all refusals come at once.
  const gone = { ...form, email: null, directEmail: null, fax: null };
  expect((await editor.fail(saveProvider, { ...gone, degree: 'x'.repeat(17) })).validationErrors).toMatchObject({
    email: providerTexts.sharedKnown,
    directEmail: providerTexts.sharedKnown,
    fax: providerTexts.sharedKnown,
    degree: 'Degree cannot exceed 16 characters',
  });
  expect(await editor.ok(getProvider, { healthcareProviderId })).toEqual(before);
});

test('an editor corrects the rest and fills in what is missing, with an audit row', async () => {
  const { healthcareProviderId, form } = await buildShared({ first_name: 'Ada', last_name: 'Okonkwo' });
  await editor.ok(saveProvider, { ...form, degree: 'MD', publicNotes: 'Back in May.', officePhone: '5085550142' });
  expect(await editor.ok(getProvider, { healthcareProviderId })).toMatchObject({
    directEmail: known.direct_email,
    fax: known.fax,
    degree: 'MD',
    version: 2,
  });
  const row = await app.db
    .selectFrom('audit_event')
    .select(['user_id', 'details'])
    .where('action', '=', 'provider.edited')
    .where('subject_id', '=', healthcareProviderId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ user_id: editor.userId, details: { fields: expect.arrayContaining(['fax', 'degree']) } });
});

test('whoever manages the installation replaces them', async () => {
  const { healthcareProviderId, form } = await buildShared(known);
  await installer.ok(saveProvider, { ...form, ...changes, deaNumber: known.dea_number });
  expect(await installer.ok(getProvider, { healthcareProviderId })).toMatchObject({
    lastName: 'Mallory',
    directEmail: changes.directEmail,
    can: { changeKnown: true },
  });
});

test('the fax number of an address is filled in, but not replaced', async () => {
  const { healthcareProviderId, addressInfoId } = await buildShared(known);
  const place = { address1: '1 Elm Street', city: 'Worcester', state: 'MA', zipcode: '01608', saveLocally: true };
  const address = { healthcareProviderId, healthcareProviderAddressInfoId: addressInfoId, ...place };
  await editor.ok(saveProviderAddress, { ...address, faxNumber: '5085550101', version: 1 });
  const other = { ...address, faxNumber: '5085550199', version: 2 };
  for (const faxNumber of [other.faxNumber, null])
    expect((await editor.fail(saveProviderAddress, { ...other, faxNumber })).validationErrors).toEqual({
      faxNumber: providerTexts.sharedKnown,
    });
  await editor.ok(saveProviderAddress, { ...other, faxNumber: '5085550101', officePhone: '5085550142' });
  await installer.ok(saveProviderAddress, { ...other, version: 3 });
});

describe('an account given by', () => {
  async function withAccount(creator: Caller) {
    const shared = await buildShared(known);
    const { healthcareProviderId } = shared;
    const account = { username: `okonkwo${healthcareProviderId}`, email: null, password: 'a long first passphrase' };
    const { userId } = await creator.ok(makeProviderAUser, { healthcareProviderId, version: 1, ...account });
    const { version } = await creator.ok(getProvider, { healthcareProviderId });
    return { ...shared, userId, form: { ...shared.form, version }, provider: await app.as({ userId }) };
  }
  const confirmDirect = (userId: number, address: string) =>
    app.db.updateTable('user_account').set({ direct_email: address }).where('user_id', '=', userId).execute();

  test('one client does not make known values of a shared record its own, nor those of the account', async () => {
    const { healthcareProviderId, addressInfoId, userId, form, provider } = await withAccount(editor);
    for (const caller of [editor, provider]) {
      expect((await caller.fail(saveProvider, { ...form, fax: changes.fax })).validationErrors).toEqual({
        fax: providerTexts.sharedKnown,
      });
      await caller.fail(saveProvider, { ...form, lastName: changes.lastName });
    }
    const place = { address1: '1 Elm Street', city: 'Worcester', state: 'MA', zipcode: '01608', saveLocally: true };
    const address = { healthcareProviderId, healthcareProviderAddressInfoId: addressInfoId, ...place };
    await editor.ok(saveProviderAddress, { ...address, faxNumber: '5085550101', version: 1 });
    await provider.fail(saveProviderAddress, { ...address, faxNumber: '5085550199', version: 2 });
    await confirmDirect(userId, 'eve@direct.example.org');
    expect(await editor.ok(getProvider, { healthcareProviderId })).toMatchObject({
      directEmail: known.direct_email,
      lastName: known.last_name,
      fax: known.fax,
    });
    expect(await installer.ok(saveProvider, { ...form, fax: changes.fax })).toBeDefined();
  });

  test('the installation makes them those of the account', async () => {
    const manager = await app.as(await buildUser(app.db, { permissions: [...permissions] }));
    const { healthcareProviderId, userId, form, provider } = await withAccount(manager);
    await provider.ok(saveProvider, { ...form, fax: changes.fax });
    await confirmDirect(userId, 'ada.okonkwo@direct.example.org');
    expect(await provider.ok(getProvider, { healthcareProviderId })).toMatchObject({
      directEmail: 'ada.okonkwo@direct.example.org',
      fax: changes.fax,
      can: { changeKnown: true },
    });
  });
});
