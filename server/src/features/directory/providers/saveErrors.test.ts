import { saveProvider } from '@careloop/contracts/directory/changes';
import { getProvider } from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildDirectoryProvider, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { TestApp } from '../../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('every error of a new provider that needs no look at the database is reported at once', async () => {
  const caller = await app.as(await buildUser(app.db, { permissions: ['AddProvider'] }));
  const { specialtyId } = await buildDirectoryProvider(app.db);
  const input = { firstName: 'Ada', lastName: '', npiNumber: '123', healthcareProviderSpecialtyId: specialtyId };
  const wrong = { ...input, email: 'ada', deaNumber: 'AB123', licenseNumber: 'x'.repeat(26) };
  const { validationErrors } = await caller.fail(saveProvider, wrong);
  expect(Object.keys(validationErrors).toSorted()).toEqual([
    'deaNumber',
    'email',
    'lastName',
    'licenseNumber',
    'npiNumber',
  ]);
});

test('so is every error that needs one, for a new provider and for one on file', async () => {
  const editor = await app.as(await buildUser(app.db, { permissions: ['AddProvider', 'EditProvider'] }));
  const { specialtyId } = await buildDirectoryProvider(app.db);
  const ada = { firstName: 'Ada', lastName: 'Okonkwo', healthcareProviderSpecialtyId: specialtyId };
  const first = await editor.ok(saveProvider, { ...ada, npiNumber: '1234567893' });
  const second = await editor.ok(saveProvider, { ...ada, npiNumber: '1245319599' });
  const gone = {
    healthcareProviderSpecialtyId: 999_999,
    languageCodes: [999_999],
    healthcareProviderTagIds: [999_999],
  };
  const problems = {
    healthcareProviderSpecialtyId: providerTexts.unknownSpecialty,
    languageCodes: providerTexts.unknownLanguage,
    healthcareProviderTagIds: providerTexts.unknownTag,
  };
  const added = await editor.fail(saveProvider, { ...ada, ...gone, npiNumber: '1234567893' });
  expect(added.validationErrors).toEqual({ ...problems, npiNumber: providerTexts.sameNpi });
  const edited = await editor.fail(saveProvider, {
    ...ada,
    ...gone,
    healthcareProviderId: second.healthcareProviderId,
    version: second.version,
    npiNumber: '1245319599',
    degree: 'x'.repeat(17),
  });
  expect(edited.validationErrors).toEqual({ ...problems, degree: 'Degree cannot exceed 16 characters' });
  expect(await editor.ok(getProvider, { healthcareProviderId: first.healthcareProviderId })).toMatchObject({
    version: 1,
  });
});
