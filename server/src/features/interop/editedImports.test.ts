import { facilityForm, listManagedFacilities, saveFacility } from '@careloop/contracts/administration/clients';
import { listMedications } from '@careloop/contracts/clinical-record';
import { medicationForm, saveMedication } from '@careloop/contracts/clinical-record/editing';
import { saveProvider } from '@careloop/contracts/directory/changes';
import { getOrganization, organizationForm, saveOrganization } from '@careloop/contracts/directory/organizations';
import { getProvider } from '@careloop/contracts/directory/providers';
import { demographyForm, getDemographics, saveDemography } from '@careloop/contracts/patients/demographics';
import { insuranceForm, saveInsurance } from '@careloop/contracts/patients/insurance';
import { getEncounter, saveEncounter } from '@careloop/contracts/patients/encounters';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildCoordinator, buildDirectoryProvider, buildUser } from '../../../test/factories.ts';
import { encounter, location, organization, patient, practitioner, transaction } from '../../../test/fhirFiles.ts';
import { startTestApp } from '../../../test/harness.ts';
import { importInto } from '../../../test/imports.ts';

import type { Caller, TestApp } from '../../../test/harness.ts';

// What an import stored is kept when a form is saved, even where the form would not take it; it is checked once it is changed.

let app: TestApp;
let caller: Caller;
let patientId: number;
let editor: Caller;
let clientId: number;
beforeAll(async () => {
  app = await startTestApp();
  const user = await buildCoordinator(app.db, {});
  caller = await app.as(user);
  editor = await app.as(
    await buildUser(app.db, { clientId: user.clientId, permissions: ['EditProvider', 'AddProvider', 'ManageSite'] }),
  );
  ({ clientId } = user);
  const phone = (use: string, value: string) => ({ system: 'phone', use, value });
  await importInto(
    { db: app.db, storage: app.deps.storage, clientId: user.clientId },
    transaction(
      patient('m1', {
        telecom: [
          phone('home', '555-0123'),
          phone('mobile', '(617) 555-0123 ext. 4'),
          phone('work', '0'),
          { system: 'email', value: 'does not use email' },
        ],
        contact: [
          {
            relationship: [{ coding: [{ code: 'N' }], text: 'Sister of the stepmother, who also has '.repeat(4) }],
            name: { text: 'Mar'.repeat(50) },
            telecom: [phone('home', '555-0199')],
          },
        ],
      }),
      encounter('e1', 'Patient/m1', {
        reasonCode: [{ text: 'Pain '.repeat(180) }],
        identifier: [{ type: { coding: [{ code: 'AN' }] }, value: 'A'.repeat(200) }],
        hospitalization: { dischargeDisposition: { text: 'Home '.repeat(60) } },
      }),
      {
        resourceType: 'Coverage',
        id: 'c1',
        beneficiary: { reference: 'Patient/m1' },
        subscriberId: 'I'.repeat(90),
        subscriber: { display: 'S'.repeat(200) },
        relationship: { text: 'r'.repeat(300) },
        class: [{ type: { coding: [{ code: 'group' }] }, value: 'g'.repeat(200) }],
        payor: [{ display: 'P'.repeat(200) }],
      },
      {
        resourceType: 'MedicationStatement',
        id: 'd1',
        subject: { reference: 'Patient/m1' },
        status: 'active',
        medicationCodeableConcept: { text: 'Prednisone' },
        dosage: [{ text: 'Taper as told. '.repeat(200) }],
        note: [{ text: `    Indented.\n${'Discussed. '.repeat(250)}` }],
      },
      practitioner('p1', '1245319599', {
        telecom: [phone('work', '555-0123'), { system: 'email', value: 'ask the desk' }],
      }),
      organization('o1', { telecom: [phone('work', '555-0123')] }),
      location('l1', { telecom: [phone('work', '555-0123')] }),
    ),
  );
  ({ patient_id: patientId } = await app.db.selectFrom('patient').select('patient_id').executeTakeFirstOrThrow());
});
afterAll(() => app.stop());

type Saving =
  | typeof saveDemography
  | typeof saveInsurance
  | typeof saveEncounter
  | typeof saveMedication
  | typeof saveProvider
  | typeof saveOrganization
  | typeof saveFacility;

/** Saves what a form sends: of what was read, the fields that the call knows. */
function sent(endpoint: Saving, read: object) {
  const known = new Set(Object.keys(endpoint.input.shape));
  return Object.fromEntries(Object.entries(read).filter(([field, value]) => known.has(field) && value !== undefined));
}
async function save(endpoint: Saving, read: object, by = caller): Promise<number> {
  const { body } = await by.call(endpoint, sent(endpoint, read) as never);
  expect(body).toMatchObject({ wasSuccessful: true });
  return (body as { version: number }).version;
}
const problemsOf = async (endpoint: Saving, read: object, by = caller) =>
  (await by.fail(endpoint, sent(endpoint, read))).validationErrors;

test('demographics', async () => {
  const { ssnEnding: _, ...onFile } = await caller.ok(getDemographics, { patientId });
  expect(onFile).toMatchObject({ homePhone: '5550123', cellPhone: '6175550123x4', email: 'does not use email' });
  const typed = { ...onFile, middleName: 'Ann', genderCode: 2, homePhone: '555-0123' } as const;
  const form = demographyForm(onFile);
  expect(form.safeParse(typed).error).toBeUndefined();
  const version = await save(saveDemography, { ...typed, patientId });
  const { homePhone, officePhone, email, nextOfKinPhone, middleName } = await caller.ok(getDemographics, { patientId });
  expect({ homePhone, officePhone, email, nextOfKinPhone, middleName }).toEqual({
    homePhone: '5550123',
    officePhone: onFile.officePhone,
    email: 'does not use email',
    nextOfKinPhone: '5550199',
    middleName: 'Ann',
  });

  const changed = { ...typed, version, homePhone: '555-0124', email: 'no email', nextOfKinName: 'N'.repeat(101) };
  const problems = {
    homePhone: 'Must be a valid phone number',
    email: 'Invalid email address',
    nextOfKinName: 'This cannot exceed 100 characters',
  };
  const issues = form.safeParse(changed).error?.issues ?? [];
  expect(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))).toEqual(problems);
  expect(await problemsOf(saveDemography, { ...changed, patientId })).toEqual(problems);
});

test('an insurance', async () => {
  const { coverages } = await caller.ok(getDemographics, { patientId });
  const [onFile] = coverages;
  const values = { ...onFile, insurancePlanId: null, groupNumber: '12' };
  expect(insuranceForm(onFile).safeParse(values).error).toBeUndefined();
  const version = await save(saveInsurance, { ...values, patientId });
  const now = (await caller.ok(getDemographics, { patientId })).coverages[0];
  expect(now).toEqual({ ...onFile, groupNumber: '12', version });
  const changed = { ...values, version, memberId: 'J'.repeat(90) };
  expect(await problemsOf(saveInsurance, { ...changed, patientId })).toEqual({
    memberId: 'Member ID cannot exceed 50 characters',
  });
});

test('an encounter', async () => {
  const { patient_encounter_id: patientEncounterId } = await app.db
    .selectFrom('patient_encounter')
    .select('patient_encounter_id')
    .executeTakeFirstOrThrow();
  const onFile = await caller.ok(getEncounter, { patientId, patientEncounterId });
  const values = { ...onFile, encounterTypeCode: 1, encounterDetail: 'Called the family', timeZone: undefined };
  const version = await save(saveEncounter, values);
  expect(await caller.ok(getEncounter, { patientId, patientEncounterId })).toMatchObject({
    admitReason: onFile.admitReason,
    accountNumber: 'A'.repeat(200),
    dischargeDisposition: onFile.dischargeDisposition,
    encounterDetail: 'Called the family',
  });
  expect(await problemsOf(saveEncounter, { ...values, version, accountNumber: 'B'.repeat(200) })).toEqual({
    accountNumber: 'Account number cannot exceed 50 characters',
  });
});

test('a medication', async () => {
  const [onFile] = (await caller.ok(listMedications, { patientId })).items;
  const stopped = { ...onFile, patientId, note: onFile?.note?.trim(), status: 'stopped', statusReason: 'Taper ended' };
  expect(medicationForm({ ...onFile }).safeParse(stopped).error).toBeUndefined();
  const version = await save(saveMedication, stopped);
  const { dosage, note } = onFile ?? {};
  expect((await caller.ok(listMedications, { patientId })).items).toMatchObject([
    { dosage, note: note?.trim(), statusReason: 'Taper ended' },
  ]);
  const changed = { ...stopped, version, dosage: `${dosage} Then none.` };
  expect(await problemsOf(saveMedication, changed)).toEqual({ dosage: 'Dosage cannot exceed 2000 characters' });
});

test('a provider', async () => {
  const { id } = await app.db
    .selectFrom('healthcare_provider')
    .select('healthcare_provider_id as id')
    .executeTakeFirstOrThrow();
  const provider = await editor.ok(getProvider, { healthcareProviderId: id });
  const { specialtyId } = await buildDirectoryProvider(app.db, {});
  expect(provider).toMatchObject({ officePhone: '5550123', email: 'ask the desk' });
  const values = {
    ...provider,
    healthcareProviderSpecialtyId: specialtyId,
    languageCodes: [],
    healthcareProviderTagIds: [],
    addresses: [],
  };
  const version = await save(saveProvider, { ...values, publicNotes: 'Prefers calls' }, editor);
  const problems = { officePhone: 'Must be a valid phone number', email: 'Invalid email address' };
  const changed = { ...values, version, officePhone: '5550124', email: 'ask him' };
  expect(await problemsOf(saveProvider, changed, editor)).toEqual(problems);
  const added = { ...values, version: undefined, healthcareProviderId: null, npiNumber: '1588667638' };
  expect(await problemsOf(saveProvider, added, editor)).toEqual(problems);
});

test('an organization', async () => {
  const { id: healthcareOrganizationId } = await app.db
    .selectFrom('healthcare_organization')
    .select('healthcare_organization_id as id')
    .executeTakeFirstOrThrow();
  const organization = await editor.ok(getOrganization, { healthcareOrganizationId });
  const values = { ...organization, ...organization.addresses[0], version: organization.version, website: null };
  const renamed = { ...values, name: 'Renamed Clinic' };
  expect(organizationForm(organization).safeParse(renamed).error).toBeUndefined();
  const version = await save(saveOrganization, renamed, editor);
  expect(await editor.ok(getOrganization, { healthcareOrganizationId })).toMatchObject({ phone: '5550123' });
  const problems = { phone: 'Must be a valid phone number' };
  const changed = { ...renamed, version, phone: '5550124' };
  expect(await problemsOf(saveOrganization, changed, editor)).toEqual(problems);
  const added = { ...changed, version: undefined, healthcareOrganizationId: 0, npiNumber: null, phone: '5550123' };
  expect(await problemsOf(saveOrganization, added, editor)).toEqual(problems);
});

test('a facility', async () => {
  const [facility] = (await editor.ok(listManagedFacilities, { clientId })).items;
  const renamed = { ...facility, name: 'Renamed Facility' };
  expect(facilityForm(facility).safeParse(renamed).error).toBeUndefined();
  const version = await save(saveFacility, renamed, editor);
  const problems = { phone: 'Must be a valid phone number' };
  const changed = { ...renamed, version, phone: '5550124' };
  expect(await problemsOf(saveFacility, changed, editor)).toEqual(problems);
  const added = { ...changed, version: undefined, facilityId: null, name: 'Other', phone: '5550123' };
  expect(await problemsOf(saveFacility, added, editor)).toEqual(problems);
});
