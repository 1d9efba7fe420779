import type { CallOf } from '@careloop/contracts/endpoint';
import { findProviders, getProvider } from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { identifierTexts } from '@careloop/contracts/fields/identifiers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  addToCareTeam,
  affiliate,
  buildClient,
  buildCoordinator,
  buildDirectoryProvider,
  buildProvider,
  buildReferral,
  buildReferralParties,
  buildUser,
} from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

const npi = '1245319599';

let app: TestApp;
/** May add and edit. */
let editor: Caller;
/** May neither add nor edit. */
let reader: Caller;

beforeAll(async () => {
  app = await startTestApp();
  editor = await app.as(await buildUser(app.db, { permissions: ['AddProvider', 'EditProvider'] }));
  reader = await app.as(await buildUser(app.db, { permissions: ['Messages'] }));
});
afterAll(() => app.stop());

describe('finding a provider', () => {
  test('needs both names, and matches their beginnings, with the NPI first', async () => {
    await buildDirectoryProvider(app.db, { firstName: 'Ana', lastName: 'Lindqvist-Øberg' });
    await buildDirectoryProvider(app.db, { firstName: 'Anders', lastName: 'Lindqvist' });
    const bjorn = await buildDirectoryProvider(app.db, { firstName: 'Björn', lastName: 'Unrelated' });
    await app.db
      .updateTable('healthcare_provider')
      .set({ npi_number: npi })
      .where('healthcare_provider_id', '=', bjorn.healthcareProviderId)
      .execute();
    const search = { firstName: 'an', lastName: 'LINDQVIST' };
    const named = await editor.ok(findProviders, search);
    expect(named.healthcareProviders.map(({ firstName }) => firstName)).toEqual(['Anders', 'Ana']);
    const both = await editor.ok(findProviders, { ...search, npiNumber: npi });
    expect(both.healthcareProviders.map(({ firstName, isNpiMatch }) => [firstName, isNpiMatch])).toEqual([
      ['Björn', true],
      ['Anders', false],
      ['Ana', false],
    ]);
    expect(both.healthcareProviders[1]).toMatchObject({ city: 'Worcester', state: 'MA', zipcode: '01608' });
  });

  test('names the organization of each provider', async () => {
    const { healthcareProviderId } = await buildDirectoryProvider(app.db, { firstName: 'Ida', lastName: 'Holmgren' });
    await buildDirectoryProvider(app.db, { firstName: 'Ivo', lastName: 'Holmgren' });
    const { id } = await app.db
      .insertInto('healthcare_organization')
      .values({ name: 'Birch Clinic' })
      .returning('healthcare_organization_id as id')
      .executeTakeFirstOrThrow();
    await app.db
      .updateTable('healthcare_provider')
      .set({ healthcare_organization_id: id })
      .where('healthcare_provider_id', '=', healthcareProviderId)
      .execute();
    const { healthcareProviders } = await editor.ok(findProviders, { firstName: 'I', lastName: 'Holmgren' });
    expect(healthcareProviders).toMatchObject([
      { firstName: 'Ida', healthcareOrganizationId: id, name: 'Birch Clinic' },
      { firstName: 'Ivo', healthcareOrganizationId: null, name: null },
    ]);
  });

  test('states which of them the user may edit, as the editor does', async () => {
    const { clientId } = await buildClient(app.db);
    const caller = await app.as(await buildUser(app.db, { clientId, permissions: ['EditProvider'] }));
    const onlyAdds = await buildProvider(app.db, { clientId, lastName: 'Ekdahl Own', permissions: ['AddProvider'] });
    await buildDirectoryProvider(app.db, { lastName: 'Ekdahl Shared' });
    await buildProvider(app.db, { lastName: 'Ekdahl Elsewhere' });
    const editableBy = async (user: Caller) => {
      const { healthcareProviders } = await user.ok(findProviders, { firstName: 'A', lastName: 'Ekdahl' });
      for (const { healthcareProviderId, can } of healthcareProviders)
        expect((await user.ok(getProvider, { healthcareProviderId })).can.edit).toBe(can.edit);
      return healthcareProviders.map(({ lastName, can }) => [lastName, can.edit]);
    };
    expect(await editableBy(caller)).toEqual([
      ['Ekdahl Elsewhere', providerTexts.otherOrigin],
      ['Ekdahl Own', true],
      ['Ekdahl Shared', true],
    ]);
    expect(await editableBy(await app.as(onlyAdds))).toEqual([
      ['Ekdahl Elsewhere', providerTexts.noEdit],
      ['Ekdahl Own', true],
      ['Ekdahl Shared', providerTexts.noEdit],
    ]);
  });

  test('returns a patient’s relations to each provider, if the user may see the patient', async () => {
    const parties = await buildReferralParties(app);
    const { receiver, patient } = parties;
    await affiliate(app.db, receiver, { clientId: receiver.clientId });
    const { clientId: client } = receiver;
    const coordinator = await app.as(
      await buildCoordinator(app.db, { clientId: client, permissions: ['EditProvider', 'ViewAllPatients'] }),
    );
    const row = await app.db
      .selectFrom('healthcare_provider')
      .select(['first_name as firstName', 'last_name as lastName'])
      .where('healthcare_provider_id', '=', receiver.healthcareProviderId)
      .executeTakeFirstOrThrow();
    const search = { ...row, patientId: patient.patientId };
    expect((await editor.fail(findProviders, search)).validationErrors).toMatchObject({ unauthorized: '1' });
    const factsOf = async (query: CallOf<typeof findProviders>) => {
      const { healthcareProviders } = await coordinator.ok(findProviders, query);
      return healthcareProviders.find((one) => one.healthcareProviderId === receiver.healthcareProviderId);
    };
    expect(await factsOf(row)).toMatchObject({ hasExistingReferral: null, isActiveOnCareTeam: null });
    expect(await factsOf(search)).toMatchObject({ hasExistingReferral: false, isActiveOnCareTeam: false });
    await addToCareTeam(app.db, patient, receiver);
    await buildReferral(app, { parties });
    expect(await factsOf(search)).toMatchObject({
      hasExistingReferral: true,
      isActiveOnCareTeam: true,
      affiliationTierDescription: `Tier of ${receiver.healthcareProviderId}`,
    });
  });

  test('is open to everybody who is signed in, without the actions they may not take, and refuses invalid input', async () => {
    const search = { firstName: 'Ada', lastName: 'Okonkwo' };
    expect((await app.nobody.call(findProviders, search)).status).toBe(401);
    expect((await reader.ok(findProviders, search)).healthcareProviders).not.toContainEqual(
      expect.objectContaining({ can: { edit: true } }),
    );
    expect((await editor.fail(findProviders, { firstName: ' ', lastName: '' })).validationErrors).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
    });
    const errorOf = async (npiNumber: string) =>
      (await editor.fail(findProviders, { ...search, npiNumber })).validationErrors['npiNumber'];
    expect(await errorOf('12345')).toBe(identifierTexts.npiTooShort);
    expect(await errorOf('123456789x')).toBe(identifierTexts.npiDigitsOnly);
    expect(await errorOf('1234567890')).toBe(identifierTexts.npiWrong);
  });
});
