import {
  addressDialogTexts,
  findAddresses,
  getProviderAddress,
  getProviderAddresses,
  getStandardizedAddresses,
  getSuggestedAddresses,
} from '@careloop/contracts/directory/addresses';
import { saveProvider, saveProviderAddress } from '@careloop/contracts/directory/changes';
import type { ListedAddress } from '@careloop/contracts/directory/addresses';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { declared } from '../../../../test/declared.ts';
import { buildProvider, buildUser } from '../../../../test/factories.ts';
import type { BuiltProvider } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

const localOnlyRefusal =
  'Only users who may edit providers can change shared addresses. Save it for this provider only.';

// Providers, and users who act for them, edit the addresses of the provider's own record without EditProvider.

let app: TestApp;
let provider: BuiltProvider;
let owner: Caller;
let acting: Caller;
let colleague: BuiltProvider;
let editor: Caller;
beforeAll(async () => {
  app = await startTestApp();
  provider = await buildProvider(app.db);
  const { clientId } = provider;
  colleague = await buildProvider(app.db, { clientId });
  const office = await buildUser(app.db, { clientId });
  await app.db
    .insertInto('user_proxy')
    .values({ proxied_user_id: provider.userId, proxy_user_id: office.userId, proxy_type: 'office_user' })
    .execute();
  [owner, acting] = [await app.as(provider), await app.as(office)];
  editor = await app.as(await buildUser(app.db, { clientId, permissions: ['EditProvider'] }));
});
afterAll(() => app.stop());

let houses = 7000;
/** Address lines of a place that no other test uses. */
function newLines() {
  houses += 1;
  return { address1: `${houses} Elm Street`, address2: 'Suite 4', city: 'Worcester', state: 'MA', zipcode: '01609' };
}
/** A shared place of the colleague. */
async function sharedPlace() {
  const lines = newLines();
  const input = { ...lines, healthcareProviderId: colleague.healthcareProviderId };
  const { address, healthcareProviderAddressInfo } = await editor.ok(saveProviderAddress, input);
  const read = async () => {
    const { addresses } = await editor.ok(getProviderAddresses, {
      healthcareProviderId: colleague.healthcareProviderId,
    });
    const infoId = healthcareProviderAddressInfo.healthcareProviderAddressInfoId;
    return addresses.find((one) => one.healthcareProviderAddressInfoId === infoId);
  };
  return { lines, addressId: address.addressId, read };
}
async function addressOf(caller: Caller, infoId: number): Promise<ListedAddress> {
  const { addresses } = await caller.ok(getProviderAddresses, {
    healthcareProviderId: provider.healthcareProviderId,
    includeArchived: true,
  });
  const found = addresses.find((one) => one.healthcareProviderAddressInfoId === infoId);
  if (found === undefined) throw new Error('the address is gone');
  return found;
}
/** Adds the place to the provider's own addresses. */
async function added(caller: Caller, addressId: number): Promise<ListedAddress> {
  const { healthcareProviderId } = provider;
  const saved = await caller.ok(saveProviderAddress, { healthcareProviderId, addressId });
  return addressOf(caller, saved.healthcareProviderAddressInfo.healthcareProviderAddressInfoId);
}
const edited = ({ fax, ...address }: ListedAddress, change: object) =>
  declared(saveProviderAddress, { ...address, faxNumber: fax, ...change });

describe.each([
  ['the provider', () => owner],
  ['a user who acts for the provider', () => acting],
])('%s', (_who, callerOf) => {
  test('finds a place, adds it, changes it for this provider only, and removes it', async () => {
    const caller = callerOf();
    const shared = await sharedPlace();
    const { items } = await caller.ok(findAddresses, { address1: shared.lines.address1, zipcode: '01609' });
    expect(items).toMatchObject([{ id: shared.addressId, totalProviders: 1 }]);
    expect((await caller.ok(getSuggestedAddresses, shared.lines)).items).toMatchObject([{ id: shared.addressId }]);
    await caller.ok(getStandardizedAddresses, shared.lines);

    const link = await added(caller, shared.addressId);
    expect(link).toMatchObject({ isShared: true, can: { edit: true, changePlace: addressDialogTexts.localOnly } });
    // Label and phones are the provider's own, also at a shared place.
    await caller.ok(saveProviderAddress, edited(link, { addressLabel: 'Clinic', saveLocally: true }));
    const { healthcareProviderAddressInfoId: infoId } = link;
    const labelled = await addressOf(caller, infoId);
    expect(labelled).toMatchObject({ addressLabel: 'Clinic', addressId: shared.addressId, isShared: true });

    const change = { address2: 'Suite 5' };
    expect(await caller.fail(saveProviderAddress, edited(labelled, change))).toMatchObject({
      code: 'wrong_state',
      message: localOnlyRefusal,
    });
    await caller.ok(saveProviderAddress, edited(labelled, { ...change, saveLocally: true }));
    const local = await addressOf(caller, infoId);
    expect(local).toMatchObject({ ...change, isShared: false, totalProviders: 1 });
    expect(await shared.read()).toMatchObject({ address2: 'Suite 4', addressId: shared.addressId, version: 1 });

    // The private place can be changed again, but not offered to others.
    await caller.ok(saveProviderAddress, edited(local, { address2: 'Suite 6', saveLocally: true }));
    const again = await addressOf(caller, infoId);
    expect(again).toMatchObject({ address2: 'Suite 6', addressId: local.addressId });
    expect(await caller.fail(saveProviderAddress, edited(again, {}))).toMatchObject({
      message: localOnlyRefusal,
    });
    const { address } = await caller.ok(getProviderAddress, {
      addressId: again.addressId,
      healthcareProviderAddressInfoId: infoId,
    });
    await caller.ok(saveProviderAddress, edited(again, { version: address.version, isArchived: true }));
    expect((await addressOf(caller, infoId)).isArchived).toBe(true);
    expect(await shared.read()).toMatchObject({ isArchived: false });
    expect(await actionsOn(infoId)).toEqual([
      { action: 'provider.address_added', userId: caller.userId },
      ...Array.from({ length: 3 }, () => ({ action: 'provider.address_saved', userId: caller.userId })),
      { action: 'provider.address_archived', userId: caller.userId },
    ]);
  });

  test('adds entered lines as a private place only', async () => {
    const caller = callerOf();
    const { healthcareProviderId } = provider;
    const lines = newLines();
    expect(await caller.fail(saveProviderAddress, { ...lines, healthcareProviderId })).toMatchObject({
      code: 'wrong_state',
      message: localOnlyRefusal,
    });
    const { healthcareProviderAddressInfo } = await caller.ok(saveProviderAddress, {
      ...lines,
      healthcareProviderId,
      saveLocally: true,
    });
    const { healthcareProviderAddressInfoId } = healthcareProviderAddressInfo;
    expect(await addressOf(caller, healthcareProviderAddressInfoId)).toMatchObject({ ...lines, isShared: false });
    expect((await editor.ok(getSuggestedAddresses, lines)).items).toEqual([]);
    const { can } = await caller.ok(getProviderAddresses, { healthcareProviderId });
    expect(can).toEqual({ edit: true, changePlace: addressDialogTexts.localOnly });
  });

  test('cannot read or change the addresses of another provider', async () => {
    const caller = callerOf();
    const stranger = await buildProvider(app.db);
    const own = await added(caller, (await sharedPlace()).addressId);
    for (const { healthcareProviderId, addressId, addressInfoId } of [colleague, stranger]) {
      const ids = { addressId, healthcareProviderAddressInfoId: addressInfoId };
      expect(await caller.fail(getProviderAddresses, { healthcareProviderId })).toMatchObject({ status: 403 });
      expect(await caller.fail(getProviderAddress, ids)).toMatchObject({ status: 403 });
      for (const change of [{}, { healthcareProviderAddressInfoId: addressInfoId, version: 1 }, { addressId }])
        for (const isArchived of [false, true])
          expect(
            await caller.fail(saveProviderAddress, {
              ...newLines(),
              ...change,
              healthcareProviderId,
              saveLocally: true,
              isArchived,
            }),
          ).toMatchObject({ code: 'wrong_state', message: addressDialogTexts.noEdit });
      // Also not as an address of the own record.
      const moved = edited(own, { healthcareProviderAddressInfoId: addressInfoId, saveLocally: true });
      expect(await caller.fail(saveProviderAddress, moved)).toMatchObject({ message: addressDialogTexts.notFound });
    }
  });
});

/** The audited changes of one address, oldest first. */
async function actionsOn(infoId: number) {
  const { rows } = await sql<{ action: string; userId: number }>`select action, user_id as "userId" from audit_event
    where kind = 'change' and details->>'healthcareProviderAddressInfoId' = ${String(infoId)}
    order by audit_event_id`.execute(app.db);
  return rows;
}

test('the form of the record adds entered lines as a private place only', async () => {
  const { healthcareProviderId, specialtyId } = provider;
  const save = (saveLocally: boolean) => ({
    healthcareProviderId,
    firstName: 'Anita',
    lastName: 'Okonkwo',
    npiNumber: null,
    healthcareProviderSpecialtyId: specialtyId,
    addresses: [{ ...newLines(), saveLocally }],
    version: 1,
  });
  expect(await owner.fail(saveProvider, save(false))).toMatchObject({ message: localOnlyRefusal });
  await owner.ok(saveProvider, save(true));
});

test('a user who acts for a provider no longer edits after they are removed', async () => {
  const { healthcareProviderId, userId, clientId } = await buildProvider(app.db);
  const office = await buildUser(app.db, { clientId });
  const proxy = { proxied_user_id: userId, proxy_user_id: office.userId, proxy_type: 'office_user' } as const;
  await app.db.insertInto('user_proxy').values(proxy).execute();
  const caller = await app.as(office);
  await caller.ok(getProviderAddresses, { healthcareProviderId });
  await app.db.deleteFrom('user_proxy').where('proxy_user_id', '=', office.userId).execute();
  for (const [endpoint, input] of [
    [findAddresses, { officePhone: '5085550000' }],
    [getSuggestedAddresses, newLines()],
    [getStandardizedAddresses, newLines()],
    [getProviderAddresses, { healthcareProviderId }],
  ] as const)
    expect(await caller.fail(endpoint, input)).toMatchObject({ status: 403 });
  const input = { ...newLines(), healthcareProviderId, saveLocally: true };
  expect(await caller.fail(saveProviderAddress, input)).toMatchObject({ message: addressDialogTexts.noEdit });
});

test('EditProvider does not extend to shared places of an own record that belongs to another client', async () => {
  const own = await buildProvider(app.db, { permissions: ['EditProvider'] });
  const other = await buildProvider(app.db);
  const change = () => ({ ...newLines(), healthcareProviderId: own.healthcareProviderId });
  await (await app.as(own)).ok(saveProviderAddress, change());
  await app.db
    .updateTable('healthcare_provider')
    .set({ origin_client_id: other.clientId })
    .where('healthcare_provider_id', '=', own.healthcareProviderId)
    .execute();
  const caller = await app.as(own);
  expect(await caller.fail(saveProviderAddress, change())).toMatchObject({ message: localOnlyRefusal });
  await caller.ok(saveProviderAddress, { ...change(), saveLocally: true });
});

test('lines saved for this provider only are added once, by whichever tab was first', async () => {
  const { healthcareProviderId } = provider;
  const { address1, ...rest } = newLines();
  const input = { ...rest, address1, healthcareProviderId, saveLocally: true };
  const answers = await Promise.all(
    [address1, address1, address1.toUpperCase()].map((one) =>
      owner.call(saveProviderAddress, { ...input, address1: one }),
    ),
  );
  const refusals = answers.flatMap(({ body }) => (body.wasSuccessful ? [] : [body.message]));
  expect(refusals).toEqual([addressDialogTexts.isListed, addressDialogTexts.isListed]);
});
