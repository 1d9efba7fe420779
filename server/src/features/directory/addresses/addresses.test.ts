import {
  addressDialogTexts,
  findAddresses,
  getProviderAddress,
  getProviderAddresses,
  getStandardizedAddresses,
  getSuggestedAddresses,
  mostAddresses,
} from '@careloop/contracts/directory/addresses';
import { saveProviderAddress } from '@careloop/contracts/directory/changes';
import type { ListedAddress } from '@careloop/contracts/directory/addresses';
import type { CallOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import {
  buildClient,
  buildDirectoryProvider,
  buildPatient,
  buildProvider,
  buildUser,
} from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { StandardizerUnavailable } from '../../../core/integrations/address-standardization/port.ts';

let app: TestApp;
let clientId: number;
let editor: Caller;
let reader: Caller;
beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  editor = await app.as(await buildUser(app.db, { clientId, permissions: ['EditProvider'] }));
  reader = await app.as(await buildUser(app.db, { clientId }));
});
afterAll(() => app.stop());

let houses = 5000;
/** Address lines of a place that no other test uses. */
function newLines() {
  houses += 1;
  return { address1: `${houses} Elm Street`, address2: 'Suite 4', city: 'Worcester', state: 'MA', zipcode: '01609' };
}
type Save = CallOf<typeof saveProviderAddress>;

const save = (input: Save) => editor.ok(saveProviderAddress, input);
const addressesOf = async (healthcareProviderId: number, input: { includeArchived?: boolean } = {}) =>
  (await editor.ok(getProviderAddresses, { healthcareProviderId, ...input })).addresses;
/** A provider with an additional address with these lines, and that address. */
async function providerAt(lines: ReturnType<typeof newLines>, change: Partial<Save> = {}) {
  const { healthcareProviderId } = await buildDirectoryProvider(app.db);
  const { healthcareProviderAddressInfo } = await save({ ...lines, healthcareProviderId, ...change });
  const { healthcareProviderAddressInfoId: infoId } = healthcareProviderAddressInfo;
  const read = async () => {
    const found = (await addressesOf(healthcareProviderId, { includeArchived: true })).find(
      (one) => one.healthcareProviderAddressInfoId === infoId,
    );
    if (found === undefined) throw new Error('the address is gone');
    return found;
  };
  return { healthcareProviderId, infoId, read };
}
/** The dialog's request for an address it has loaded. */
const edited = (address: ListedAddress, change: Partial<Save>): Save => ({
  healthcareProviderId: address.healthcareProviderId,
  healthcareProviderAddressInfoId: address.healthcareProviderAddressInfoId,
  version: address.version,
  addressLabel: address.addressLabel,
  address1: address.address1,
  address2: address.address2,
  city: address.city,
  state: address.state,
  zipcode: address.zipcode,
  officePhone: address.officePhone,
  faxNumber: address.fax,
  locationCode: address.locationCode,
  ...change,
});

describe('saving an address', () => {
  test('adds it at a shared place, with its own label, phones and clinic code, and is audited', async () => {
    const lines = newLines();
    const first = await providerAt(lines);
    const { healthcareProviderId } = await buildDirectoryProvider(app.db);
    const answer = await save({
      ...lines,
      address1: lines.address1.toUpperCase(),
      healthcareProviderId,
      addressLabel: 'East wing',
      officePhone: '(508) 555-0123',
      faxNumber: '508-555-0124',
      locationCode: 'C-7',
    });
    const { addressId } = await first.read();
    expect(answer).toMatchObject({
      address: { addressId, label: 'East wing', ...lines },
      healthcareProviderAddressInfo: { addressId, officePhone: '5085550123', fax: '5085550124', locationCode: 'C-7' },
    });
    const { healthcareProviderAddressInfoId } = answer.healthcareProviderAddressInfo;
    const { address } = await editor.ok(getProviderAddress, { addressId, healthcareProviderAddressInfoId });
    expect(address).toMatchObject({
      addressLabel: 'East wing',
      faxNumber: '5085550124',
      totalProviders: 2,
      can: { edit: true, changePlace: true },
    });
    const { rows } = await sql<{ action: string; details: object }>`select action, details from audit_event
      where kind = 'change' and subject_type = 'healthcare_provider' and subject_id = ${healthcareProviderId}`.execute(
      app.db,
    );
    expect(rows).toMatchObject([{ action: 'provider.address_added', details: { addressId, isLocal: false } }]);
  });

  test('changes a shared place for everyone there, but only if requested', async () => {
    const lines = newLines();
    const [one, other] = [await providerAt(lines), await providerAt(lines)];
    const before = await one.read();
    await save(edited(before, { address2: 'Suite 5', saveLocally: true }));
    expect(await one.read()).toMatchObject({ address2: 'Suite 5', isShared: false, totalProviders: 1 });
    expect(await other.read()).toMatchObject({ address2: 'Suite 4', isShared: true });
    // Back to the shared place.
    await save(edited(await one.read(), { address2: 'Suite 4' }));
    expect((await one.read()).addressId).toBe(before.addressId);
    await save(edited(await one.read(), { address2: 'Suite 6' }));
    expect(await other.read()).toMatchObject({ address2: 'Suite 6', addressId: before.addressId });
  });

  test('moves everyone if another shared place has the same lines', async () => {
    const [wrong, right] = [newLines(), newLines()];
    const [one, other, third] = [await providerAt(wrong), await providerAt(wrong), await providerAt(right)];
    await save(edited(await one.read(), { ...right }));
    const { addressId } = await third.read();
    expect([(await one.read()).addressId, (await other.read()).addressId]).toEqual([addressId, addressId]);
  });

  test('leaves one address to a provider or organization who had both places: the first, with its label', async () => {
    const [wrong, right] = [newLines(), newLines()];
    const one = await providerAt(wrong);
    const both = await providerAt(wrong, { addressLabel: 'Wrong first' });
    await save({ ...right, healthcareProviderId: both.healthcareProviderId, addressLabel: 'Right second' });
    const opposite = await providerAt(right, { addressLabel: 'Right first' });
    const { healthcareProviderId } = opposite;
    const second = await save({ ...wrong, healthcareProviderId, addressLabel: 'Wrong second' });
    const [{ addressId: from }, { addressId: to }] = [await one.read(), await opposite.read()];
    const { rows } = await sql<{ id: number }>`with practice as (insert into healthcare_organization (name)
        values ('Both places') returning healthcare_organization_id as id)
      insert into healthcare_organization_address_info (healthcare_organization_id, address_id)
      select id, unnest(array[${from}, ${to}]::bigint[]) from practice returning healthcare_organization_id as id`.execute(
      app.db,
    );
    await save(edited(await one.read(), right));
    const listed = async (providerId: number) =>
      (await addressesOf(providerId)).filter(({ addressId }) => [from, to].includes(addressId));
    expect(await listed(both.healthcareProviderId)).toMatchObject([{ addressId: to, addressLabel: 'Wrong first' }]);
    expect(await listed(healthcareProviderId)).toMatchObject([{ addressId: to, addressLabel: 'Right first' }]);
    // Referrals and appointments made for the other address still show it, with the right lines.
    expect(await addressesOf(healthcareProviderId, { includeArchived: true })).toContainEqual(
      expect.objectContaining({
        healthcareProviderAddressInfoId: second.healthcareProviderAddressInfo.healthcareProviderAddressInfoId,
        addressId: to,
        addressLabel: 'Wrong second',
        isArchived: true,
      }),
    );
    const links = await app.db
      .selectFrom('healthcare_organization_address_info')
      .select(['address_id', 'is_archived'])
      .where('healthcare_organization_id', '=', rows[0]?.id ?? 0)
      .orderBy('healthcare_organization_address_info_id')
      .execute();
    expect(links).toEqual([
      { address_id: to, is_archived: false },
      { address_id: to, is_archived: true },
    ]);
  });

  test('does not change a place that providers of other clients use', async () => {
    const lines = newLines();
    const mine = await providerAt(lines);
    const stranger = await buildProvider(app.db);
    const { addressId, ...place } = await mine.read();
    await app.db
      .insertInto('healthcare_provider_address_info')
      .values({ healthcare_provider_id: stranger.healthcareProviderId, address_id: addressId })
      .execute();
    const refusal = { message: `${addressDialogTexts.sharedWithOthers} ${addressDialogTexts.saveLocally}` };
    expect(await editor.fail(saveProviderAddress, edited({ ...place, addressId }, { city: 'Boston' }))).toMatchObject(
      refusal,
    );
    expect((await mine.read()).can.changePlace).toBe(addressDialogTexts.sharedWithOthers);
    // Also not a place they have left, which their old referrals show.
    await app.db
      .updateTable('healthcare_provider_address_info')
      .set({ is_archived: true })
      .where('healthcare_provider_id', '=', stranger.healthcareProviderId)
      .execute();
    expect((await mine.read()).can.changePlace).toBe(addressDialogTexts.sharedWithOthers);
    await save(edited({ ...place, addressId }, { address2: 'Floor 2', saveLocally: true }));
    // Also not the addresses of the other client's provider.
    const input = { ...newLines(), healthcareProviderId: stranger.healthcareProviderId };
    expect(await editor.fail(saveProviderAddress, input)).toMatchObject({ message: addressDialogTexts.otherOrigin });
  });

  test('does not change a place that organizations of other clients use', async () => {
    const mine = await providerAt(newLines());
    const { addressId } = await mine.read();
    const { healthcare_organization_id } = await app.db
      .insertInto('healthcare_organization')
      .values({ name: 'Far Practice' })
      .returning('healthcare_organization_id')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('healthcare_organization_address_info')
      .values({ healthcare_organization_id, address_id: addressId })
      .execute();
    // No other client has it yet.
    expect((await mine.read()).can.changePlace).toBe(true);
    const stranger = await buildProvider(app.db);
    await app.db
      .updateTable('healthcare_provider')
      .set({ healthcare_organization_id })
      .where('healthcare_provider_id', '=', stranger.healthcareProviderId)
      .execute();
    const refusal = { message: `${addressDialogTexts.sharedWithOthers} ${addressDialogTexts.saveLocally}` };
    expect(await editor.fail(saveProviderAddress, edited(await mine.read(), { city: 'Boston' }))).toMatchObject(
      refusal,
    );
  });

  test('keeps an exact position while street and ZIP stay the same', async () => {
    const { read } = await providerAt(newLines());
    const { addressId } = await read();
    const position = { latitude: 42.1234, longitude: -71.4321 };
    await app.db.updateTable('address').set(position).where('address_id', '=', addressId).execute();
    const find = () =>
      app.db
        .selectFrom('address')
        .select(['latitude', 'longitude'])
        .where('address_id', '=', addressId)
        .executeTakeFirst();
    await save(edited(await read(), { address2: 'Suite 8', city: 'WORCESTER' }));
    expect(await find()).toEqual(position);
    await save(edited(await read(), { zipcode: '02114' }));
    expect((await find())?.latitude).not.toBe(position.latitude);
  });

  test('concurrent changes to the same lines result in one place or an error message', async () => {
    for (let round = 0; round < 4; round += 1) {
      const lines = newLines();
      const [one, other] = [await (await providerAt(newLines())).read(), await (await providerAt(newLines())).read()];
      const answers = await Promise.all(
        [one, other].map((address) => editor.call(saveProviderAddress, edited(address, lines))),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const refusals = answers.flatMap(({ body }) => (body.wasSuccessful ? [] : [body.message]));
      expect([[], [addressDialogTexts.sameTime]]).toContainEqual(refusals);
    }
  });

  test('tells the second of two editors who saved first', async () => {
    const { read } = await providerAt(newLines());
    const opened = await read();
    await save(edited(opened, { addressLabel: 'First' }));
    expect(await editor.fail(saveProviderAddress, edited(opened, { addressLabel: 'Second' }))).toMatchObject({
      status: 409,
      message: addressDialogTexts.changed,
      current: { version: opened.version + 1, changedBy: expect.any(String) as string },
    });
    const { version: _version, ...blind } = edited(opened, { addressLabel: 'Blind' });
    expect(await editor.fail(saveProviderAddress, blind)).toMatchObject({ status: 409 });
    expect((await read()).addressLabel).toBe('First');
  });

  test('removes an address, and old referrals keep it', async () => {
    const { read, healthcareProviderId, infoId } = await providerAt(newLines());
    const { patientId } = await buildPatient(app.db, { clientId });
    await sql`insert into patient_appointment (patient_id, healthcare_provider_id, healthcare_provider_address_info_id,
      appointment_time, status) values (${patientId}, ${healthcareProviderId}, ${infoId}, now(), 'completed')`.execute(
      app.db,
    );
    // Also an address that an import left incomplete.
    await app.db
      .updateTable('address')
      .set({ address1: null, city: null })
      .where('address_id', '=', (await read()).addressId)
      .execute();
    await save({
      healthcareProviderId,
      healthcareProviderAddressInfoId: infoId,
      version: (await read()).version,
      isArchived: true,
    });
    expect((await addressesOf(healthcareProviderId)).map((one) => one.healthcareProviderAddressInfoId)).not.toContain(
      infoId,
    );
    expect(await read()).toMatchObject({ isArchived: true });
  });

  test('is refused without address lines, and nothing is stored', async () => {
    const { healthcareProviderId } = await buildDirectoryProvider(app.db);
    const before = await addressesOf(healthcareProviderId);
    const input = { address1: '', address2: '', city: '', state: '', zipcode: '', healthcareProviderId };
    expect(await editor.fail(saveProviderAddress, input)).toMatchObject({
      status: 200,
      validationErrors: { address1: 'At least one address field must be populated' },
    });
    expect(await addressesOf(healthcareProviderId)).toEqual(before);
  });

  test('accepts a ZIP code that does not exist; the place has no position', async () => {
    const { read } = await providerAt({ ...newLines(), zipcode: '99999' });
    expect((await read()).zipcode).toBe('99999');
  });

  test('rejects an address that does not exist, is already listed, or exceeds the limit', async () => {
    const lines = newLines();
    const { healthcareProviderId, read } = await providerAt(lines);
    const refusalOf = async (input: Save) => (await editor.fail(saveProviderAddress, input)).message;
    expect(await refusalOf({ ...lines, healthcareProviderId })).toBe(addressDialogTexts.isListed);
    expect(await refusalOf({ ...lines, healthcareProviderId: 9_999_999 })).toBe(addressDialogTexts.noProvider);
    const second = await save({ ...newLines(), healthcareProviderId });
    const moved = { ...lines, healthcareProviderId, version: 1 };
    const { healthcareProviderAddressInfoId } = second.healthcareProviderAddressInfo;
    expect(await refusalOf({ ...moved, healthcareProviderAddressInfoId })).toBe(addressDialogTexts.isListed);
    const { healthcareProviderId: other } = await buildDirectoryProvider(app.db);
    expect(await refusalOf(edited(await read(), { healthcareProviderId: other }))).toBe(addressDialogTexts.notFound);
    expect(await refusalOf({ ...lines, healthcareProviderId, addressId: 9_999_999 })).toBe(addressDialogTexts.notFound);
    await sql`with places as (insert into address (address1, city, state, zipcode)
        select n || ' Many Road', 'Worcester', 'MA', '01609' from generate_series(1, ${mostAddresses}) n returning address_id)
      insert into healthcare_provider_address_info (healthcare_provider_id, address_id)
      select ${other}, address_id from places`.execute(app.db);
    expect(await refusalOf({ ...newLines(), healthcareProviderId: other })).toBe(addressDialogTexts.tooMany);
    expect(await addressesOf(other)).toHaveLength(mostAddresses + 1);
  });
});

describe('finding places', () => {
  test('by each combination, with who is there', async () => {
    const lines = newLines();
    const { healthcareProviderId, infoId } = await providerAt(lines, {
      addressLabel: 'Blue house',
      officePhone: '508-555-7777 x12',
      faxNumber: '1-508-555-7778',
    });
    for (const client of [clientId, undefined]) {
      const { patientId } = await buildPatient(app.db, client === undefined ? {} : { clientId: client });
      await sql`insert into patient_appointment (patient_id, healthcare_provider_id, healthcare_provider_address_info_id,
        appointment_time, status) values (${patientId}, ${healthcareProviderId}, ${infoId}, now(), 'completed')`.execute(
        app.db,
      );
    }
    const { city, state, zipcode } = lines;
    const address1 = lines.address1.replace('Street', 'St.');
    for (const input of [
      { addressLabel: 'house', zipcode },
      { addressLabel: 'Blue', city, state },
      { address1, zipcode },
      { address1: address1.replace(' St.', ''), city, state },
      { officePhone: '(508) 555-7777' },
      { officePhone: '+1 508 555 7777 x9' },
      { faxNumber: '5085557778' },
    ]) {
      const { items } = await editor.ok(findAddresses, input);
      expect(items).toMatchObject([
        { ...lines, totalProviders: 1, totalAppointments: 1, providers: [{ appointments: 1 }] },
      ]);
    }
    const missing = [{ address1: '1 Nowhere Lane' }, { address1, address2: 'S%4' }, { address1, address2: '_uite' }];
    for (const one of missing) expect((await editor.ok(findAddresses, { ...one, zipcode })).items).toEqual([]);
  });

  test('needs one combination', async () => {
    for (const input of [{}, { zipcode: '01609' }, { addressLabel: 'x' }, { address1: 'x', city: 'Worcester' }]) {
      expect(await editor.fail(findAddresses, input)).toMatchObject({
        validationErrors: { combination: addressDialogTexts.combinationRequired },
      });
    }
  });

  test('suggests the same street in other spellings, the same unit first; never a place of one provider alone', async () => {
    const lines = newLines();
    await providerAt({ ...lines, address2: 'Suite 9' });
    await providerAt({ ...lines, address1: lines.address1.replace('Street', 'ST'), address2: 'Suite 4' });
    await providerAt({ ...lines, address2: 'Suite 1' }, { saveLocally: true });
    const { items } = await editor.ok(getSuggestedAddresses, { ...lines, zipcode: '01609-1234' });
    expect(items.map((item) => item.address2)).toEqual(['Suite 4', 'Suite 9']);
    expect((await editor.ok(getSuggestedAddresses, { ...lines, zipcode: '01610' })).items).toEqual([]);
  });

  test('standardizes a full address, and says when it cannot', async () => {
    const lines = newLines();
    const standard = { ...lines, address1: lines.address1.replace('Street', 'St'), address2: 'Ste 4' };
    expect(await editor.ok(getStandardizedAddresses, lines)).toMatchObject({
      standardizedAddresses: [standard],
      isZipKnown: true,
    });
    expect(await editor.ok(getStandardizedAddresses, { ...lines, zipcode: '99999' })).toMatchObject({
      standardizedAddresses: [],
      isZipKnown: false,
    });
    expect(await editor.fail(getStandardizedAddresses, { zipcode: '01609' })).toMatchObject({
      validationErrors: { address1: 'Address is required' },
    });
    vi.spyOn(app.deps.addressStandardizer, 'standardize').mockRejectedValueOnce(new StandardizerUnavailable('away'));
    expect((await editor.ok(getStandardizedAddresses, lines)).standardizedAddresses).toEqual([]);
  });
});

test('needs a session, and a permission', async () => {
  const { healthcareProviderId, read } = await providerAt(newLines());
  const { addressId, healthcareProviderAddressInfoId } = await read();
  for (const [endpoint, input] of [
    [findAddresses, { officePhone: '5085550000' }],
    [getSuggestedAddresses, newLines()],
    [getStandardizedAddresses, newLines()],
    [getProviderAddresses, { healthcareProviderId }],
    [getProviderAddress, { addressId, healthcareProviderAddressInfoId }],
  ] as const) {
    expect(await app.nobody.fail(endpoint, input)).toMatchObject({ status: 401 });
    expect(await reader.fail(endpoint, input)).toMatchObject({ status: 403 });
  }
  const adder = await app.as(await buildUser(app.db, { clientId, permissions: ['AddProvider'] }));
  await adder.ok(getProviderAddresses, { healthcareProviderId });
  const input = { ...newLines(), healthcareProviderId };
  expect(await app.nobody.fail(saveProviderAddress, input)).toMatchObject({ status: 401 });
  const refusal = { code: 'wrong_state', message: addressDialogTexts.noEdit };
  for (const caller of [reader, adder]) expect(await caller.fail(saveProviderAddress, input)).toMatchObject(refusal);
  expect(
    await editor.fail(getProviderAddress, { addressId: addressId + 1, healthcareProviderAddressInfoId }),
  ).toMatchObject({ message: addressDialogTexts.notFound });
});
