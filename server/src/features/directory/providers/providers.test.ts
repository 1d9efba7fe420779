import type { Permission } from '@careloop/contracts/access';
import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import { findUsers } from '@careloop/contracts/directory/users';
import {
  findProviders,
  getProvider,
  getProviderTags,
  getProviderToPrint,
} from '@careloop/contracts/directory/providers';
import { makeProviderAUser, saveProvider } from '@careloop/contracts/directory/changes';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { addressTexts } from '@careloop/contracts/fields/address';
import { identifierTexts } from '@careloop/contracts/fields/identifiers';
import { signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildClient, buildDirectoryProvider, buildProvider, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let clientId: number;
let specialtyId: number;
/** May add and edit. */
let editor: Caller;
/** May neither add nor edit. */
let reader: Caller;
/** May add and edit at another client. */
let other: Caller;

beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  ({ specialtyId } = await buildDirectoryProvider(app.db, { specialty: 'Family Medicine' }));
  const permissions = ['AddProvider', 'EditProvider', 'Messages'] as const;
  editor = await app.as(
    await buildUser(app.db, { clientId, permissions: [...permissions], firstName: 'Maria', lastName: 'Santos' }),
  );
  reader = await app.as(await buildUser(app.db, { clientId, permissions: ['Messages'] }));
  other = await app.as(await buildUser(app.db, { permissions: [...permissions] }));
});
afterAll(() => app.stop());

// Fictional NPIs with a valid check digit.
const npis = ['1234567893', '1245319599', '1000000004', '1000000012', '1000000020', '1000000038', '1000000046'];

const ada = () => ({
  firstName: 'Ada',
  lastName: 'Okonkwo',
  npiNumber: npis[0] ?? '',
  healthcareProviderSpecialtyId: specialtyId,
});

async function add(more: object = {}) {
  const { healthcareProviderId } = await editor.ok(saveProvider, { ...ada(), ...more });
  return healthcareProviderId;
}

async function tagOf(client: number, tagName: string) {
  const { healthcare_provider_tag_id: id } = await app.db
    .insertInto('healthcare_provider_tag')
    .values({ client_id: client, tag_name: tagName })
    .returning('healthcare_provider_tag_id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('adding a provider', () => {
  test('stores every field of the form, for the client of the user', async () => {
    const tag = await tagOf(clientId, 'Telehealth');
    const healthcareProviderId = await add({
      npiNumber: npis[0],
      middleName: 'Ngozi',
      degree: 'MD, MPH',
      gender: 'F',
      deaNumber: 'AB1234563',
      licenseNumber: 'MA-204817',
      physicianCode: 'P-77',
      email: 'ada@example.org',
      directEmail: 'ada@direct.example.org',
      website: 'https://clinic.example.org/ada',
      homePhone: '(617) 555-0101',
      mobilePhone: '(617) 555-0102',
      officePhone: '(617) 555-0103',
      fax: '(617) 555-0104',
      acceptsNewPatients: true,
      languageCodes: [44, 13],
      populations: ['Adolescents'],
      healthcareProviderTagIds: [tag],
      publicNotes: 'Speaks at schools.',
      privateNotes: 'Prefers calls before nine.',
      addresses: [
        {
          addressLabel: 'Main',
          address1: '9 Elm Street',
          city: 'Worcester',
          state: 'MA',
          zipcode: '01608',
          officePhone: '6175550103',
        },
      ],
    });
    expect(await editor.ok(getProvider, { healthcareProviderId })).toMatchObject({
      middleName: 'Ngozi',
      degree: 'MD, MPH',
      gender: 'F',
      deaNumber: 'AB1234563',
      licenseNumber: 'MA-204817',
      physicianCode: 'P-77',
      website: 'https://clinic.example.org/ada',
      homePhone: '6175550101',
      fax: '6175550104',
      acceptsNewPatients: true,
      languages: [
        { code: 13, name: 'English' },
        { code: 44, name: 'Spanish' },
      ],
      populations: ['Adolescents'],
      tags: [{ tagName: 'Telehealth' }],
      privateNotes: 'Prefers calls before nine.',
      originClientId: clientId,
      addresses: [{ addressLabel: 'Main', address1: '9 Elm Street', zipcode: '01608', officePhone: '6175550103' }],
      userId: null,
      isStub: false,
      can: { edit: true, editNpi: providerTexts.npiFixed, seePrivateNotes: true },
      version: 1,
    });
    expect(await auditOf('provider.added')).toContain(healthcareProviderId);
    expect((await editor.ok(getProviderTags, {})).tags).toMatchObject([{ tagName: 'Telehealth' }]);
    const requiring = async (requiredPermission: Permission) =>
      (await editor.ok(getProviderTags, { requiredPermission })).tags.length;
    expect([await requiring('EditProvider'), await requiring('ManageSite')]).toEqual([1, 0]);
    expect((await other.ok(getProviderTags, {})).tags).toEqual([]);
    expect((await app.nobody.call(getProviderTags, {})).status).toBe(401);
  });

  test('rejects invalid input with a message', async () => {
    const errorsOf = async (more: object) =>
      (await editor.fail(saveProvider, { ...ada(), npiNumber: npis[2], ...more })).validationErrors;
    expect(
      await errorsOf({ firstName: '', lastName: ' ', npiNumber: '', healthcareProviderSpecialtyId: null }),
    ).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      npiNumber: 'NPI number is required',
      healthcareProviderSpecialtyId: 'Specialty is required',
    });
    expect(await errorsOf({ addresses: [{}] })).toEqual({ 'addresses.0.address1': addressTexts.empty });
    expect(await errorsOf({ addresses: [{ address1: '9 Elm Street', city: 'Worcester', state: 'MA' }] })).toEqual({
      'addresses.0.zipcode': addressTexts.required('Zip'),
    });
    const ofOneProvider = await app.db
      .insertInto('address')
      .values({ address1: '9 Oak Street', is_shared: false })
      .returning('address_id')
      .executeTakeFirstOrThrow();
    for (const addressId of [9_999_999, ofOneProvider.address_id])
      expect(await errorsOf({ addresses: [{ addressId }] })).toEqual({ '': addressDialogTexts.notFound });
    expect(await errorsOf({ npiNumber: '1234567890' })).toEqual({ npiNumber: identifierTexts.npiWrong });
    expect(await errorsOf({ firstName: 'x'.repeat(26) })).toEqual({ firstName: 'Name cannot exceed 25 characters' });
    expect(await errorsOf({ email: 'ada', directEmail: 'ada', website: 'javascript:alert(1)' })).toEqual({
      email: 'Invalid email address',
      directEmail: 'Invalid direct email address',
      website: 'Must be a valid URL',
    });
    expect(await errorsOf({ email: 'a@b.org', directEmail: 'A@b.org' })).toEqual({
      directEmail: 'Direct email cannot be the same as email address',
    });
    expect(await errorsOf({ deaNumber: 'AB123', licenseNumber: 'x'.repeat(26), degree: 'x'.repeat(17) })).toEqual({
      deaNumber: 'DEA Number must be 9 characters',
      licenseNumber: 'License Number cannot exceed 25 characters',
      degree: 'Degree cannot exceed 16 characters',
    });
    expect(await errorsOf({ originClientId: 999 })).toEqual({ originClientId: providerTexts.unknownClient });
    const ofTwo = await buildUser(app.db, { permissions: ['AddProvider'] });
    const { clientId: second } = await buildClient(app.db);
    await app.db.insertInto('user_client').values({ user_id: ofTwo.userId, client_id: second }).execute();
    const unsaid = await (await app.as(ofTwo)).fail(saveProvider, { ...ada(), originClientId: null });
    expect(unsaid.validationErrors).toMatchObject({ originClientId: providerTexts.originClientRequired });
    const foreign = await tagOf((await buildClient(app.db)).clientId, 'Foreign');
    expect(await errorsOf({ healthcareProviderTagIds: [foreign] })).toEqual({
      healthcareProviderTagIds: providerTexts.unknownTag,
    });
    expect(await errorsOf({ healthcareProviderSpecialtyId: 999_999 })).toEqual({
      healthcareProviderSpecialtyId: providerTexts.unknownSpecialty,
    });
    const ofOthers = await app.db
      .insertInto('healthcare_provider_specialty')
      .values({ name: 'Theirs', client_id: second })
      .returning('healthcare_provider_specialty_id as id')
      .executeTakeFirstOrThrow();
    expect(await errorsOf({ healthcareProviderSpecialtyId: ofOthers.id })).toEqual({
      healthcareProviderSpecialtyId: providerTexts.unknownSpecialty,
    });
    expect(await errorsOf({ languageCodes: [999_999] })).toEqual({ languageCodes: providerTexts.unknownLanguage });
    expect((await app.nobody.call(saveProvider, ada())).status).toBe(401);
    const forbidden = { status: 403, code: 'forbidden', message: providerTexts.noAdd };
    expect(await reader.fail(saveProvider, ada())).toMatchObject(forbidden);
  });

  test('is refused to a user who may only edit', async () => {
    const onlyEdits = await app.as(await buildUser(app.db, { clientId, permissions: ['EditProvider'] }));
    const forbidden = { status: 403, message: providerTexts.noAdd };
    expect(await onlyEdits.fail(saveProvider, { ...ada(), npiNumber: npis[2] })).toMatchObject(forbidden);
  });

  test('accepts names of 25 characters with combining marks', async () => {
    const lastName = 'Ñúñez-O’Dònnchadha de Rìos';
    expect(lastName).toHaveLength(26);
    const healthcareProviderId = await add({ lastName: lastName.slice(0, 25), npiNumber: npis[6] });
    const found = await editor.ok(findProviders, { firstName: 'ada', lastName: "nunez-O'Donn" });
    expect(found.healthcareProviders.map((one) => one.healthcareProviderId)).toEqual([healthcareProviderId]);
  });

  test('happens once per NPI, even from two windows at once', async () => {
    const npiNumber = npis[3] ?? '';
    const both = await Promise.all([
      editor.call(saveProvider, { ...ada(), npiNumber }),
      other.call(saveProvider, { ...ada(), npiNumber }),
    ]);
    const bodies = both.map(({ body }) => body);
    expect(bodies.filter((body) => body.wasSuccessful)).toHaveLength(1);
    expect(bodies.find((body) => !body.wasSuccessful)).toMatchObject({
      validationErrors: { npiNumber: providerTexts.sameNpi },
    });
  });
});

describe('editing a provider', () => {
  test('is refused to the second of two editors until they have seen the first one’s change', async () => {
    const healthcareProviderId = await add({ npiNumber: npis[4] ?? '' });
    const row = { ...ada(), npiNumber: npis[4] ?? '', healthcareProviderId, version: 1 };
    expect(await editor.ok(saveProvider, { ...row, degree: 'MD' })).toMatchObject({ version: 2 });
    const second = await app.as(await buildUser(app.db, { clientId, permissions: ['EditProvider'] }));
    expect(await second.fail(saveProvider, { ...row, degree: 'DO' })).toMatchObject({
      status: 409,
      message: providerTexts.changed,
      current: { version: 2, changedBy: 'Maria Santos' },
    });
    expect(await second.fail(saveProvider, { ...row, version: undefined })).toMatchObject({ status: 409 });
    expect(await second.ok(saveProvider, { ...row, degree: 'DO', version: 2 })).toMatchObject({ version: 3 });
    expect(await auditOf('provider.edited')).toContain(healthcareProviderId);
    // Nothing changed, so the version stays.
    expect(await second.ok(saveProvider, { ...row, degree: 'DO', version: 3 })).toMatchObject({ version: 3 });
    expect((await second.fail(saveProvider, { ...row, npiNumber: npis[5], version: 3 })).validationErrors).toEqual({
      npiNumber: providerTexts.npiFixed,
    });
    expect(await editor.fail(saveProvider, { ...row, healthcareProviderId: 999_999 })).toMatchObject({
      validationErrors: { '': providerTexts.notFound },
    });
  });

  test('of another client is refused; its private notes and numbers stay there', async () => {
    const healthcareProviderId = await add({
      npiNumber: npis[5],
      privateNotes: 'Ours alone.',
      deaNumber: 'AB1234563',
      homePhone: '6175550101',
    });
    const row = { ...ada(), npiNumber: npis[5] ?? '', healthcareProviderId };
    expect(await other.fail(saveProvider, { ...row, degree: 'DO' })).toMatchObject({
      message: providerTexts.otherOrigin,
    });
    expect(await other.fail(saveProvider, { ...row, privateNotes: 'Mine.' })).toMatchObject({
      message: providerTexts.noPrivateNotes,
    });
    for (const caller of [other, reader]) {
      const seen = await caller.ok(getProvider, { healthcareProviderId });
      expect(seen).toMatchObject({ privateNotes: null, deaNumber: null, homePhone: null, mobilePhone: null });
      expect(seen.can.edit).not.toBe(true);
    }
    expect(JSON.stringify(await editor.ok(getProviderToPrint, { healthcareProviderId }))).not.toContain('Ours alone');
    expect((await app.nobody.call(getProvider, { healthcareProviderId })).status).toBe(401);
    expect((await app.nobody.call(getProviderToPrint, { healthcareProviderId })).status).toBe(401);
    // Omitted fields keep their values.
    await editor.ok(saveProvider, { ...row, degree: 'DO', version: 1 });
    expect(await editor.ok(getProvider, { healthcareProviderId })).toMatchObject({ privateNotes: 'Ours alone.' });
  });

  test('keeps tags of other clients, an archived specialty and long names', async () => {
    const { healthcareProviderId, specialtyId: archived } = await buildDirectoryProvider(app.db, {
      firstName: 'Bartholomew-Alexander-Maximilian',
    });
    await app.db
      .updateTable('healthcare_provider_specialty')
      .set({ is_archived: true })
      .where('healthcare_provider_specialty_id', '=', archived)
      .execute();
    const theirs = await tagOf((await buildClient(app.db)).clientId, 'Theirs');
    const ours = await tagOf(clientId, 'Ours');
    await app.db
      .insertInto('healthcare_provider_tagging')
      .values(
        [theirs, ours].map((id) => ({ healthcare_provider_id: healthcareProviderId, healthcare_provider_tag_id: id })),
      )
      .execute();
    const kept = await editor.ok(getProvider, { healthcareProviderId });
    expect(kept.tags.map(({ tagName }) => tagName)).toEqual(['Ours']);
    const withTag = { ...ada(), npiNumber: '1000000111', healthcareProviderTagIds: [ours] };
    await app.db
      .updateTable('healthcare_provider_tag')
      .set({ is_archived: true })
      .where('healthcare_provider_tag_id', '=', ours)
      .execute();
    expect((await editor.fail(saveProvider, withTag)).validationErrors).toEqual({
      healthcareProviderTagIds: providerTexts.unknownTag,
    });
    const row = {
      healthcareProviderId,
      firstName: kept.firstName,
      lastName: kept.lastName,
      npiNumber: '1000000103',
      healthcareProviderSpecialtyId: archived,
      version: kept.version,
    };
    const { version } = await editor.ok(saveProvider, { ...row, healthcareProviderTagIds: [ours] });
    await editor.ok(saveProvider, { ...row, version });
    const tags = await app.db
      .selectFrom('healthcare_provider_tagging')
      .select('healthcare_provider_tag_id')
      .where('healthcare_provider_id', '=', healthcareProviderId)
      .execute();
    expect(tags).toEqual([{ healthcare_provider_tag_id: theirs }]);
    expect(
      (await editor.fail(saveProvider, { ...row, version: version + 1, firstName: `${kept.firstName}x` }))
        .validationErrors,
    ).toEqual({
      firstName: 'Name cannot exceed 25 characters',
    });
  });

  test('keeps a missing NPI and a long degree and license of an import, but accepts no other invalid value', async () => {
    const { healthcareProviderId } = await buildDirectoryProvider(app.db);
    const long = { degree: 'Doctor of Osteopathy', licenseNumber: 'Massachusetts Board 1234567' };
    await app.db
      .updateTable('healthcare_provider')
      .set({ npi_number: null, degree: long.degree, license_number: long.licenseNumber })
      .where('healthcare_provider_id', '=', healthcareProviderId)
      .execute();
    const { firstName, lastName, version } = await editor.ok(getProvider, { healthcareProviderId });
    const names = { firstName, lastName, healthcareProviderSpecialtyId: specialtyId };
    const row = { ...names, ...long, healthcareProviderId, version, npiNumber: null, publicNotes: 'Kept.' };
    await editor.ok(saveProvider, row);
    expect(await editor.ok(getProvider, { healthcareProviderId })).toMatchObject({ ...long, npiNumber: null });
    const longer = { degree: `${long.degree}x`, licenseNumber: `${long.licenseNumber}x` };
    expect(await editor.fail(saveProvider, { ...row, ...longer, version: version + 1 })).toMatchObject({
      validationErrors: { degree: identifierTexts.degree, licenseNumber: identifierTexts.license },
    });
  });
});

describe('a provider and their user', () => {
  const managerPermissions: Permission[] = ['ManageUsers', ...defaultPermissions.provider];
  const account = { username: 'ada.okonkwo', email: 'ada@example.org', password: 'a first password to replace' };

  test('a stub has no username, cannot sign in and is not found by searches', async () => {
    const { healthcareProviderId, userId } = await editor.ok(saveProvider, {
      ...ada(),
      lastName: 'Stubfield',
      npiNumber: '1000000111',
      email: 'stub@example.org',
      createStubUser: true,
    });
    expect(userId).not.toBeNull();
    expect(await editor.ok(getProvider, { healthcareProviderId })).toMatchObject({ userId, isStub: true });
    const second = await editor.ok(saveProvider, { ...ada(), npiNumber: '1000000129', createStubUser: true });
    expect(second.userId).not.toBeNull();
    expect((await editor.ok(findUsers, { searchTerm: 'Stubfield' })).items).toEqual([]);
    const row = await app.db
      .selectFrom('user_account')
      .select(['username', 'email', 'direct_email', 'password_hash', 'is_active'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ username: '', email: null, direct_email: null, password_hash: null, is_active: false });
    const attempt = await app.nobody.call(signIn, { username: '', password: '' });
    expect(attempt.body.wasSuccessful).toBe(false);
    expect(await auditOf('user.stub_created')).toContain(userId);
  });

  test('is made a user with an initial password by someone who may manage users', async () => {
    const stub = { ...ada(), npiNumber: '1000000137', createStubUser: true };
    const { healthcareProviderId, userId } = await editor.ok(saveProvider, stub);
    const call = { healthcareProviderId, version: 1, ...account };
    expect((await app.nobody.call(makeProviderAUser, call)).status).toBe(401);
    expect((await editor.call(makeProviderAUser, call)).status).toBe(403);
    const stranger = await app.as(await buildUser(app.db, { permissions: ['ManageUsers'] }));
    expect(await stranger.fail(makeProviderAUser, call)).toMatchObject({ message: providerTexts.otherOrigin });
    const weak = await app.as(await buildUser(app.db, { clientId, permissions: ['ManageUsers', 'Messages'] }));
    expect(await weak.fail(makeProviderAUser, call)).toMatchObject({ message: providerTexts.notGrantable });
    const manager = await app.as(await buildUser(app.db, { clientId, permissions: managerPermissions }));
    const errorsOf = async (more: object) =>
      (await manager.fail(makeProviderAUser, { ...call, ...more })).validationErrors;
    expect(await errorsOf({ username: '' })).toEqual({ username: 'Username is required' });
    expect(await errorsOf({ password: 'short' })).toEqual({ password: 'Password must be at least 12 characters' });
    await buildUser(app.db, { username: 'taken.name' });
    expect(await errorsOf({ username: 'Taken.Name' })).toEqual({ username: providerTexts.usernameTaken });
    expect(await manager.ok(makeProviderAUser, call)).toMatchObject({ userId, username: 'ada.okonkwo' });
    const signedIn = await app.nobody.ok(signIn, { username: account.username, password: account.password });
    expect(signedIn).toMatchObject({ nextStep: { kind: 'password_change' } });
    expect(await manager.fail(makeProviderAUser, { ...call, version: 2 })).toMatchObject({
      message: providerTexts.isUser,
    });
    expect(await auditOf('user.created')).toContain(userId);
  });

  test('a provider without a user record can be made a user too', async () => {
    const healthcareProviderId = await add({ npiNumber: '1000000145' });
    const manager = await app.as(await buildUser(app.db, { clientId, permissions: managerPermissions }));
    const call = { healthcareProviderId, version: 1, ...account, username: 'second.ada' };
    const { userId } = await manager.ok(makeProviderAUser, call);
    expect(await editor.ok(getProvider, { healthcareProviderId })).toMatchObject({ userId, isStub: false });
  });

  test('of a shared record belongs to the client that the creator selects', async () => {
    const { clientId: second } = await buildClient(app.db);
    const user = await buildUser(app.db, { clientId, permissions: ['EditProvider', ...managerPermissions] });
    await app.db.insertInto('user_client').values({ user_id: user.userId, client_id: second }).execute();
    const manager = await app.as(user);
    const { healthcareProviderId } = await buildDirectoryProvider(app.db);
    const call = { healthcareProviderId, version: 1, ...account, username: 'third.ada' };
    const errorsOf = async (more: object) =>
      (await manager.fail(makeProviderAUser, { ...call, ...more })).validationErrors;
    expect(await errorsOf({})).toEqual({ clientId: providerTexts.clientRequired });
    expect(await errorsOf({ clientId: 9_999_999 })).toEqual({ clientId: providerTexts.unknownClient });
    const made = await manager.ok(makeProviderAUser, { ...call, clientId: second });
    const { firstName, lastName } = ada();
    const { healthcareProviderId: other } = await buildDirectoryProvider(app.db, { firstName, lastName });
    const stub = { ...ada(), npiNumber: '1000000210', healthcareProviderId: other, version: 1, createStubUser: true };
    expect(await manager.fail(saveProvider, stub)).toMatchObject({
      validationErrors: { originClientId: providerTexts.clientRequired },
    });
    const saved = await manager.ok(saveProvider, { ...stub, originClientId: second });
    const users = app.db.selectFrom('user_account').select('origin_client_id');
    const rows = await users.where('user_id', 'in', [made.userId, saved.userId ?? 0]).execute();
    expect(rows.map((row) => row.origin_client_id)).toEqual([second, second]);
  });

  test('a record with a user belongs to the user’s client', async () => {
    const { healthcareProviderId } = await buildProvider(app.db, {});
    expect((await editor.ok(getProvider, { healthcareProviderId })).can.edit).toBe(providerTexts.otherOrigin);
  });
});

async function auditOf(action: string): Promise<(number | null)[]> {
  const rows = await app.db.selectFrom('audit_event').select('subject_id').where('action', '=', action).execute();
  return rows.map((row) => row.subject_id);
}
