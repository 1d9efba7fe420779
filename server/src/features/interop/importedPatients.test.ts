import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { listCareTeam } from '@careloop/contracts/care-teams';
import { listConditions, listEncounters } from '@careloop/contracts/patients';
import { getDemographics } from '@careloop/contracts/patients/demographics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { sample } from '../../../test/samples.ts';
import { importFiles } from './importFiles.ts';

import type { Caller, TestApp } from '../../../test/harness.ts';

// Compares the portal's responses for ten patients with their source files, which are read here without the importer's code.

const folder = sample('fhir', 'synthea-us-core');
const names = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.json.gz'));
const patientFiles = names.filter((name) => !name.startsWith('0-')).slice(0, 10);

interface Coded {
  text?: string;
  coding?: { code: string; display?: string }[];
}
interface Resource {
  resourceType: string;
  id: string;
  [part: string]: unknown;
}
interface RawPatient {
  name: { use?: string; family: string; given: string[]; prefix?: string[] }[];
  birthDate: string;
  gender: string;
  deceasedDateTime?: string;
  telecom: { system: string; value: string }[];
  address: { line: string[]; city: string; state: string; postalCode?: string }[];
  identifier: { type?: Coded; system: string; value: string }[];
  maritalStatus: Coded;
  communication: { language: Coded }[];
}

const resourcesOf = (file: string): Resource[] => {
  const bundle = JSON.parse(gunzipSync(readFileSync(path.join(folder ?? '', file))).toString()) as {
    entry: { resource: Resource }[];
  };
  return bundle.entry.map(({ resource }) => resource);
};
const maritalWords: Record<string, string> = { M: 'Married', S: 'Single', D: 'Divorced', W: 'Widowed' };
/** Semantic tag of SNOMED CT, which the importer removes. */
const tag = / ?\((?:disorder|finding|situation|procedure|morphologic abnormality)\)$/;
const sorted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).toSorted();

describe.skipIf(folder === undefined)('ten imported patients', () => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await startTestApp();
    const user = await buildUser(app.db, { permissions: ['ViewAllPatients'] });
    caller = await app.as(user);
    const paths = names
      .filter((name) => name.startsWith('0-') || patientFiles.includes(name))
      .map((name) => path.join(folder ?? '', name));
    await importFiles({ db: app.db, storage: app.deps.storage, clientId: user.clientId, sender: 'fhir', paths });
  }, 180_000);
  afterAll(() => app.stop());

  test.each(patientFiles)('%s is shown field by field as in its file', async (file) => {
    const resources = resourcesOf(file);
    const ofType = (type: string) => resources.filter(({ resourceType }) => resourceType === type);
    const [patient] = ofType('Patient') as unknown as RawPatient[];
    if (patient === undefined) throw new Error(`${file} holds no patient`);
    const numberOf = (code: string) =>
      patient.identifier.find(({ type }) => type?.coding?.some((one) => one.code === code))?.value ?? '';
    const row = await app.db
      .selectFrom('patient')
      .select('patient_id')
      .where('mrn', '=', numberOf('MR'))
      .executeTakeFirstOrThrow();
    const { patient_id: patientId } = row;

    const [name] = patient.name;
    const [address] = patient.address;
    expect(await caller.ok(getDemographics, { patientId })).toMatchObject({
      firstName: name?.given[0],
      lastName: name?.family,
      dateOfBirth: patient.birthDate,
      gender: patient.gender,
      mrn: numberOf('MR'),
      // The samples' numbers are of area 999, which is never given.
      ssnEnding: null,
      homePhone: patient.telecom.find(({ system }) => system === 'phone')?.value.replaceAll(/\D/g, ''),
      address1: address?.line[0],
      city: address?.city,
      state: address?.state,
      zipcode: address?.postalCode ?? null,
      language: patient.communication[0]?.language.text,
      maritalStatus: maritalWords[patient.maritalStatus.coding?.[0]?.code ?? ''],
      isDeceased: patient.deceasedDateTime !== undefined,
      deceasedOn: patient.deceasedDateTime?.slice(0, 10) ?? null,
    });

    const { items: conditions } = await caller.ok(listConditions, { patientId });
    expect(sorted(conditions.map((one) => [one.description, one.code, one.clinicalStatus, one.onsetDate]))).toEqual(
      sorted(
        ofType('Condition').map((raw) => {
          const { code, clinicalStatus, onsetDateTime } = raw as unknown as Record<'code' | 'clinicalStatus', Coded> & {
            onsetDateTime: string;
          };
          const state = clinicalStatus.coding?.[0]?.code;
          return [code.text?.replace(tag, ''), code.coding?.[0]?.code, state, onsetDateTime.slice(0, 10)];
        }),
      ),
    );

    const { items: encounters } = await caller.ok(listEncounters, { patientId });
    const times = ofType('Encounter').map((raw) => {
      const { period } = raw as unknown as { period: { start: string; end: string } };
      return [Date.parse(period.start), Date.parse(period.end)];
    });
    const shown = encounters.map((one) => [Date.parse(one.encounterDate), Date.parse(one.dischargeDate ?? '')]);
    const latest = times.toSorted(([one = 0], [other = 0]) => other - one).slice(0, 50);
    expect(sorted(shown)).toEqual(sorted(latest));

    const providers = ofType('CareTeam')
      .filter(({ status }) => status === 'active')
      .flatMap(({ participant }) => participant as { member: { reference: string; display: string } }[])
      .filter(({ member }) => member.reference.startsWith('Practitioner?'));
    const { recordProviders, members } = await caller.ok(listCareTeam, { patientId });
    expect(members).toEqual([]);
    expect(recordProviders.map(({ lastName, firstName }) => `Dr. ${firstName} ${lastName}`).toSorted()).toEqual(
      [...new Set(providers.map(({ member }) => member.display))].toSorted(),
    );
  });
});
