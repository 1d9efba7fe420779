import { addressDialogForm, getProviderAddresses } from '@careloop/contracts/directory/addresses';
import { saveProviderAddress } from '@careloop/contracts/directory/changes';
import {
  getOrganization,
  organizationAddressForm,
  organizationForm,
  saveOrganization,
  saveOrganizationAddress,
} from '@careloop/contracts/directory/organizations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildClient, buildDirectoryProvider, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

// Imported addresses may be incomplete or those of other countries. They can be kept, but not be changed into another such one.

let app: TestApp;
let editor: Caller;
beforeAll(async () => {
  app = await startTestApp();
  const { clientId } = await buildClient(app.db);
  editor = await app.as(await buildUser(app.db, { clientId, permissions: ['EditProvider', 'AddProvider'] }));
});
afterAll(() => app.stop());

const lines = { address1: null, address2: null, city: 'Ottawa', state: 'Ontario', zipcode: 'K1A 0B1' };
const problems = {
  address1: 'Address is required',
  state: 'State cannot exceed 2 characters',
  zipcode: 'Must be 5 or 9 digits (XXXXX or XXXXX-XXXX)',
};

async function importPlace(): Promise<number> {
  const { address_id } = await app.db
    .insertInto('address')
    .values({ ...lines, is_shared: false })
    .returning('address_id')
    .executeTakeFirstOrThrow();
  return address_id;
}

describe('an imported address', () => {
  test('of a provider is kept while its phone changes, but must be complete once its lines change', async () => {
    const { healthcareProviderId } = await buildDirectoryProvider(app.db);
    const addressId = await importPlace();
    await app.db
      .insertInto('healthcare_provider_address_info')
      .values({ healthcare_provider_id: healthcareProviderId, address_id: addressId })
      .execute();
    const read = async () => {
      const { addresses } = await editor.ok(getProviderAddresses, { healthcareProviderId });
      const found = addresses.find((one) => one.city === lines.city);
      if (found === undefined) throw new Error('the address is gone');
      return found;
    };
    const { healthcareProviderAddressInfoId, version } = await read();
    const ids = { healthcareProviderId, healthcareProviderAddressInfoId, version };
    const form = addressDialogForm(await read()).parse({ ...lines, officePhone: '508-555-0123 x4', saveLocally: true });
    await editor.ok(saveProviderAddress, { ...form, ...ids });
    expect(await read()).toMatchObject({ ...lines, addressId, officePhone: '5085550123x4' });
    const moved = { ...form, ...ids, version: version + 1, city: 'Toronto' };
    expect(await editor.fail(saveProviderAddress, moved)).toMatchObject({ validationErrors: problems });
    const empty = { ...ids, version: version + 1 };
    expect(await editor.fail(saveProviderAddress, empty)).toMatchObject({
      validationErrors: { address1: 'At least one address field must be populated' },
    });
  });

  test('of an organization is kept while the rest changes, but must be complete once its lines change', async () => {
    const { healthcareOrganizationId } = await editor.ok(saveOrganization, { name: 'Rideau Clinic', npiNumber: null });
    const addressId = await importPlace();
    await app.db
      .insertInto('healthcare_organization_address_info')
      .values({ healthcare_organization_id: healthcareOrganizationId, address_id: addressId })
      .execute();
    const read = async () => {
      const organization = await editor.ok(getOrganization, { healthcareOrganizationId });
      const { addresses, version } = organization;
      return { organization, main: addresses[0], ids: { healthcareOrganizationId, version } };
    };
    const { organization, main, ids } = await read();
    const form = organizationForm(organization).parse({ name: 'Rideau Hospital', ...lines });
    await editor.ok(saveOrganization, { ...form, ...ids });
    expect((await read()).main).toMatchObject({ ...lines, addressId });
    const moved = { ...form, ...(await read()).ids, city: 'Toronto' };
    expect(await editor.fail(saveOrganization, moved)).toMatchObject({ validationErrors: problems });

    const { healthcareOrganizationAddressInfoId = 0, version = 0 } = main ?? {};
    const infoIds = { healthcareOrganizationId, healthcareOrganizationAddressInfoId, version };
    const branch = organizationAddressForm(main).parse({ ...lines, addressLabel: 'Main' });
    await editor.ok(saveOrganizationAddress, { ...branch, ...infoIds });
    expect((await read()).main).toMatchObject({ ...lines, addressId, addressLabel: 'Main' });
    const other = { ...branch, ...infoIds, version: version + 1, city: 'Toronto' };
    expect(await editor.fail(saveOrganizationAddress, other)).toMatchObject({ validationErrors: problems });
  });
});
