import {
  getOrganization,
  listOrganizationProviders,
  listOrganizations,
  organizationForm,
  organizationLimits,
  organizationTexts,
  saveOrganization,
  saveOrganizationAddress,
  searchOrganizations,
} from '@careloop/contracts/directory/organizations';
import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import type { CallOf } from '@careloop/contracts/endpoint';
import { identifierTexts } from '@careloop/contracts/fields/identifiers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { declared } from '../../../../test/declared.ts';
import { buildClient, buildProvider, buildUser } from '../../../../test/factories.ts';
import { organization, transaction } from '../../../../test/fhirFiles.ts';
import { importInto } from '../../../../test/imports.ts';
import { untilWaiting } from '../../../../test/attempts.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let clientId: number;
let editor: Caller;
let adder: Caller;
let reader: Caller;
beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  editor = await app.as(await buildUser(app.db, { clientId, permissions: ['EditProvider', 'AddProvider'] }));
  adder = await app.as(await buildUser(app.db, { clientId, permissions: ['AddProvider'] }));
  reader = await app.as(await buildUser(app.db, { clientId }));
});
afterAll(() => app.stop());

/** NPIs with a valid check digit. */
const npis = ['1234567893', '1245319599', '1528060639', '1003000126', '1679576722', '1588667638'];
const nextNpi = () => npis.pop() ?? '';
const place = { address1: '12 Elm Street', city: 'Worcester', state: 'MA', zipcode: '01609' };
const save = (input: CallOf<typeof saveOrganization>, by = editor) => by.ok(saveOrganization, input);

async function putProvider(healthcareOrganizationId: number, client: number) {
  const provider = await buildProvider(app.db, { clientId: client });
  await app.db
    .updateTable('healthcare_provider')
    .set({ healthcare_organization_id: healthcareOrganizationId })
    .where('healthcare_provider_id', '=', provider.healthcareProviderId)
    .execute();
  return provider;
}

describe('saving an organization', () => {
  test('adds it with its address, and is audited', async () => {
    const npiNumber = nextNpi();
    const website = 'https://elm.example.org/heart?from=careloop';
    const input = { name: ' Elm Cardiology ', npiNumber, phone: '(508) 555-0123 x12', website, ...place };
    // The form sends what its schema returns.
    const { healthcareOrganizationId } = await save(organizationForm().parse(input), adder);
    expect(await reader.ok(getOrganization, { healthcareOrganizationId })).toMatchObject({
      name: 'Elm Cardiology',
      npiNumber,
      phone: '5085550123x12',
      website,
      addresses: [place],
      totalProviders: 0,
      version: 1,
      can: { edit: organizationTexts.noEdit },
    });
    const { rows } = await sql<{ action: string }>`select action from audit_event where kind = 'change'
      and subject_type = 'healthcare_organization' and subject_id = ${healthcareOrganizationId}`.execute(app.db);
    expect(rows).toEqual([{ action: 'organization.added' }]);
  });

  test('changes it in the version that was seen', async () => {
    const npiNumber = nextNpi();
    const { healthcareOrganizationId } = await save({ name: 'Oak Clinic', npiNumber, ...place });
    const changed = { healthcareOrganizationId, version: 1, name: 'Oak Street Clinic', npiNumber, ...place };
    expect(await save({ ...changed, address1: '14 Elm Street' })).toMatchObject({ version: 2 });
    expect(await editor.ok(getOrganization, { healthcareOrganizationId })).toMatchObject({
      name: 'Oak Street Clinic',
      addresses: [{ address1: '14 Elm Street' }],
      can: { edit: true },
    });
    expect(await editor.fail(saveOrganization, changed)).toMatchObject({
      status: 409,
      message: organizationTexts.changed,
      current: { version: 2, changedBy: expect.any(String) as string },
    });
    const { version: _version, ...blind } = changed;
    expect(await editor.fail(saveOrganization, blind)).toMatchObject({ status: 409 });
    await save({ healthcareOrganizationId, version: 2, name: 'Oak Street Clinic', npiNumber });
    expect((await editor.ok(getOrganization, { healthcareOrganizationId })).addresses).toEqual([]);
  });

  test('is not undone by imports, which increment the version', async () => {
    const importOrganization = (id: string, line: string) =>
      importInto(
        { ...app.deps, clientId },
        transaction(
          organization(id, { address: [{ line: [line], city: 'Boston', state: 'MA', postalCode: '02114' }] }),
        ),
      );
    const read = async (id: string) => {
      const { items } = await editor.ok(listOrganizations, { searchTerm: `Practice ${id}` });
      return editor.ok(getOrganization, { healthcareOrganizationId: items[0]?.healthcareOrganizationId ?? 0 });
    };
    for (const [id, lines] of [
      ['moved', place],
      ['homeless', {}],
    ] as const) {
      await importOrganization(id, '1 Import Street');
      const { healthcareOrganizationId, name, version } = await read(id);
      const website = `https://${id}.example.org`;
      await save({ healthcareOrganizationId, version, name, npiNumber: null, website, ...lines });
      const saved = await read(id);
      await importOrganization(id, '2 Import Street');
      const after = await read(id);
      expect(after).toMatchObject({ addresses: saved.addresses, website });
      expect(after.version).toBe(saved.version + 1);
    }
  });

  test('rejects an NPI that is in use, even from two windows', async () => {
    const npiNumber = nextNpi();
    const answers = await Promise.all(['One', 'Two'].map((name) => editor.call(saveOrganization, { name, npiNumber })));
    const failed = answers.map(({ body }) => body).filter((body) => !body.wasSuccessful);
    expect(failed).toMatchObject([{ validationErrors: { npiNumber: organizationTexts.sameNpi } }]);
  });

  test('is refused without a name', async () => {
    expect(await editor.fail(saveOrganization, { name: '', npiNumber: '' })).toMatchObject({
      status: 200,
      validationErrors: { name: organizationTexts.nameRequired },
    });
  });

  test('does not change one whose providers all belong to other clients', async () => {
    const npiNumber = nextNpi();
    const { healthcareOrganizationId } = await save({ name: 'Far Clinic', npiNumber });
    const { clientId: foreign } = await buildClient(app.db);
    await putProvider(healthcareOrganizationId, foreign);
    const input = { healthcareOrganizationId, version: 1, name: 'Mine', npiNumber };
    expect(await editor.fail(saveOrganization, input)).toMatchObject({ message: organizationTexts.otherOrigin });
    const mine = await putProvider(healthcareOrganizationId, clientId);
    await save({ ...input, name: 'Near Clinic' });
    const { items } = await reader.ok(listOrganizationProviders, { healthcareOrganizationId });
    expect(items.map((one) => one.healthcareProviderId)).toContain(mine.healthcareProviderId);
    expect(items).toHaveLength(2);
  });

  test('needs AddProvider for a new one and EditProvider for a change', async () => {
    const input = { name: 'Elm', npiNumber: '1234567893' };
    const onlyEditor = await app.as(await buildUser(app.db, { clientId, permissions: ['EditProvider'] }));
    expect(await onlyEditor.fail(saveOrganization, input)).toMatchObject({ message: organizationTexts.noAdd });
    const { healthcareOrganizationId } = await save({ ...input, npiNumber: nextNpi() });
    const change = { ...input, healthcareOrganizationId, version: 1 };
    expect(await adder.fail(saveOrganization, change)).toMatchObject({ message: organizationTexts.noEdit });
    expect(await editor.fail(saveOrganization, { ...change, healthcareOrganizationId: 9_999_999 })).toMatchObject({
      message: organizationTexts.notFound,
    });
  });
});

describe('additional addresses of an organization', () => {
  const branch = { address1: '3 Branch Road', city: 'Boston', state: 'MA', zipcode: '02114' };
  const read = (healthcareOrganizationId: number) => editor.ok(getOrganization, { healthcareOrganizationId });

  test('are added, changed and archived, each audited', async () => {
    const { healthcareOrganizationId } = await save({ name: 'Branching Clinic', npiNumber: null, ...place });
    const change = { healthcareOrganizationId, addressLabel: 'Branch', officePhone: '(617) 555-0142', ...branch };
    const added = await editor.ok(saveOrganizationAddress, change);
    expect(await read(healthcareOrganizationId)).toMatchObject({
      version: 2,
      addresses: [place, { ...branch, addressLabel: 'Branch', officePhone: '6175550142', version: 1 }],
    });
    const moved = await editor.ok(
      saveOrganizationAddress,
      declared(saveOrganizationAddress, { ...change, ...added, address1: '5 Branch Road' }),
    );
    expect((await read(healthcareOrganizationId)).addresses[1]).toMatchObject({ address1: '5 Branch Road' });
    expect(
      await editor.fail(saveOrganizationAddress, declared(saveOrganizationAddress, { ...change, ...added })),
    ).toMatchObject({
      status: 409,
      message: organizationTexts.changed,
    });
    const archived = declared(saveOrganizationAddress, { healthcareOrganizationId, ...moved, isArchived: true });
    await editor.ok(saveOrganizationAddress, archived);
    expect((await read(healthcareOrganizationId)).addresses).toMatchObject([place]);
    expect(await editor.fail(saveOrganizationAddress, archived)).toMatchObject({
      message: organizationTexts.addressNotFound,
    });
    const { rows } = await sql<{ action: string }>`select action from audit_event where kind = 'change'
      and subject_type = 'healthcare_organization' and subject_id = ${healthcareOrganizationId}
      order by audit_event_id`.execute(app.db);
    expect(rows.map((row) => row.action)).toEqual(
      ['added', 'address_added', 'address_saved', 'address_archived'].map((what) => `organization.${what}`),
    );
  });

  test('of two concurrent saves, one wins and the other gets a stale version', async () => {
    const { healthcareOrganizationId } = await save({ name: 'Busy Clinic', npiNumber: null, ...place });
    const input = { healthcareOrganizationId, ...branch };
    const atOnce = async <Answer>(calls: () => Promise<Answer>[]) => {
      const held = await app.db.startTransaction().execute();
      await sql`select from healthcare_organization where healthcare_organization_id = ${healthcareOrganizationId}
        for update`.execute(held);
      const answers = Promise.all(calls());
      await untilWaiting(app.db, 2);
      await held.commit().execute();
      return answers;
    };
    const added = await atOnce(() => [1, 2].map(() => editor.call(saveOrganizationAddress, input)));
    const refusals = added.map(({ body }) => body).filter((body) => !body.wasSuccessful);
    expect(refusals).toMatchObject([{ message: organizationTexts.hasAddress }]);
    const [, kept] = (await read(healthcareOrganizationId)).addresses;
    const change = {
      ...input,
      healthcareOrganizationAddressInfoId: kept?.healthcareOrganizationAddressInfoId ?? 0,
      version: 1,
    };
    const saved = await atOnce(() =>
      ['5 Branch Road', '7 Branch Road'].map((address1) =>
        editor.call(saveOrganizationAddress, { ...change, address1 }),
      ),
    );
    expect(saved.filter(({ status }) => status === 409)).toHaveLength(1);
    expect((await read(healthcareOrganizationId)).addresses).toMatchObject([{}, { version: 2 }]);
    const { version } = await read(healthcareOrganizationId);
    const renamed = await atOnce(() =>
      ['14 Elm Street', '16 Elm Street'].map((address1) =>
        editor.call(saveOrganization, { ...place, healthcareOrganizationId, version, name: 'Busy', address1 }),
      ),
    );
    expect(renamed.filter(({ status }) => status === 409)).toHaveLength(1);
  });

  test('are refused in words at a place that a provider’s change gives the organization at the same moment', async () => {
    const { healthcareOrganizationId } = await save({ name: 'Merging Clinic', npiNumber: null, ...place });
    const input = {
      healthcareOrganizationId,
      address1: '9 Merged Road',
      city: 'Boston',
      state: 'MA',
      zipcode: '02114',
    };
    const { healthcareOrganizationId: other } = await save({ ...input, healthcareOrganizationId: 0, name: 'Other' });
    const { answer } = await app.db.transaction().execute(async (own) => {
      // As `moveLinks` leaves it.
      await sql`update healthcare_organization_address_info l set address_id = o.address_id, version = l.version + 1
        from healthcare_organization_address_info o where o.healthcare_organization_id = ${other}
          and l.healthcare_organization_id = ${healthcareOrganizationId}`.execute(own);
      const waiting = editor.fail(saveOrganizationAddress, input);
      await untilWaiting(app.db, 1);
      return { answer: waiting };
    });
    expect(await answer).toMatchObject({ status: 200, message: addressDialogTexts.sameTime });
  });

  test('are rejected with a message if incomplete, duplicate or more than 200', async () => {
    const { healthcareOrganizationId } = await save({ name: 'Crowded Clinic', npiNumber: null, ...place });
    const input = { healthcareOrganizationId, ...branch };
    expect(await editor.fail(saveOrganizationAddress, { healthcareOrganizationId, zipcode: '02114' })).toMatchObject({
      validationErrors: { address1: 'Address is required', city: 'City is required', state: 'State is required' },
    });
    expect(await editor.fail(saveOrganizationAddress, { ...input, ...place })).toMatchObject({
      message: organizationTexts.hasAddress,
    });
    // Also not by moving the main address to the place of another one.
    await editor.ok(saveOrganizationAddress, input);
    const { version } = await read(healthcareOrganizationId);
    const moved = { healthcareOrganizationId, version, name: 'Crowded Clinic', npiNumber: null, ...branch };
    expect(await editor.fail(saveOrganization, moved)).toMatchObject({ message: organizationTexts.hasAddress });
    await sql`with placed as (insert into address (address1, is_shared)
        select n || ' Long Street', true from generate_series(1, ${organizationLimits.addresses - 1}) n returning address_id)
      insert into healthcare_organization_address_info (healthcare_organization_id, address_id)
      select ${healthcareOrganizationId}, address_id from placed`.execute(app.db);
    expect(await editor.fail(saveOrganizationAddress, input)).toMatchObject({
      message: organizationTexts.tooManyAddresses,
    });
  });

  test('can be changed by users who may edit the organization', async () => {
    const { healthcareOrganizationId } = await save({ name: 'Distant Clinic', npiNumber: null });
    const input = { healthcareOrganizationId, ...branch };
    expect(await app.nobody.fail(saveOrganizationAddress, input)).toMatchObject({ status: 401 });
    expect(await adder.fail(saveOrganizationAddress, input)).toMatchObject({ status: 403 });
    expect(await editor.fail(saveOrganizationAddress, { ...input, healthcareOrganizationId: 9_999_999 })).toMatchObject(
      { message: organizationTexts.notFound },
    );
    await putProvider(healthcareOrganizationId, (await buildClient(app.db)).clientId);
    expect(await editor.fail(saveOrganizationAddress, input)).toMatchObject({ message: organizationTexts.otherOrigin });
  });

  test('survive an import of the organization', async () => {
    const importOrganization = (line: string) =>
      importInto(
        { ...app.deps, clientId },
        transaction(
          organization('branches', { address: [{ line: [line], city: 'Boston', state: 'MA', postalCode: '02114' }] }),
        ),
      );
    await importOrganization('1 Import Street');
    const { items } = await editor.ok(listOrganizations, { searchTerm: 'Practice branches' });
    const { healthcareOrganizationId = 0 } = items[0] ?? {};
    await editor.ok(saveOrganizationAddress, { healthcareOrganizationId, ...branch });
    await importOrganization('2 Import Street');
    const { addresses } = await read(healthcareOrganizationId);
    expect(addresses.map((one) => one.address1)).toEqual(['2 Import Street', '3 Branch Road']);
  });
});

describe('finding organizations', () => {
  test('by name and NPI, the one with the NPI first', async () => {
    const npiNumber = nextNpi();
    await save({ name: 'Zebra Health', npiNumber, ...place });
    await app.db
      .insertInto('healthcare_organization')
      .values({ name: 'Alpha Health', npi_number: '1111111111' })
      .execute();
    const { healthcareOrganizations } = await editor.ok(searchOrganizations, { name: 'alpha', npiNumber });
    expect(healthcareOrganizations).toMatchObject([
      { name: 'Zebra Health', npiNumber, city: 'Worcester', state: 'MA', zipcode: '01609' },
      { name: 'Alpha Health' },
    ]);
    expect(await editor.fail(searchOrganizations, { name: ' ', npiNumber: '' })).toMatchObject({
      validationErrors: { name: organizationTexts.nameRequired, npiNumber: identifierTexts.npiRequired },
    });
  });

  test('one page at a time, by name', async () => {
    const count = organizationLimits.found + 3;
    await sql`insert into healthcare_organization (name)
      select 'Paged ' || lpad(n::text, 3, '0') from generate_series(1, ${count}) n`.execute(app.db);
    const first = await editor.ok(listOrganizations, { searchTerm: 'paged' });
    const second = await editor.ok(listOrganizations, { searchTerm: 'paged', cursor: first.nextCursor ?? '' });
    const names = [...first.items, ...second.items].map((one) => one.name);
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([organizationLimits.found, 3, null]);
    expect(names).toEqual(names.toSorted());
    expect(new Set(names).size).toBe(count);
    expect((await editor.ok(listOrganizations, { searchTerm: '1111111111' })).items).toMatchObject([
      { name: 'Alpha Health', totalProviders: 0 },
    ]);
  });
});

test('needs a session; finding and saving also need a permission', async () => {
  for (const [endpoint, input] of [
    [searchOrganizations, { name: 'x', npiNumber: '1234567893' }],
    [listOrganizations, {}],
    [saveOrganization, { name: 'x', npiNumber: '1234567893' }],
  ] as const) {
    expect(await app.nobody.fail(endpoint, input)).toMatchObject({ status: 401 });
    expect(await reader.fail(endpoint, input)).toMatchObject({ status: 403 });
  }
  for (const endpoint of [getOrganization, listOrganizationProviders]) {
    expect(await app.nobody.fail(endpoint, { healthcareOrganizationId: 1 })).toMatchObject({ status: 401 });
  }
  expect(await reader.fail(getOrganization, { healthcareOrganizationId: 9_999_999 })).toMatchObject({ status: 404 });
});
