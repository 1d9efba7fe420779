import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { getProvider } from '@careloop/contracts/directory/providers';
import { saveProvider } from '@careloop/contracts/directory/changes';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildDirectoryProvider, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { TestApp } from '../../../../test/harness.ts';
import { importFiles } from '../importFiles.ts';
import { summaryOf } from '../summary.ts';
import { nameInCase } from './nameInCase.ts';

// People, practices and numbers are fictional; the numbers have a valid check digit.

let app: TestApp;
let folder: string;
let clientId: number;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-nppes-'));
  ({ clientId } = await buildUser(app.db));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const heading =
  'npi,entity_type,org_name,last_name,first_name,middle_name,credential,sex,addr1,addr2,city,state,zip,country,phone,fax,' +
  'taxonomy_1,taxonomy_1_primary,license_1,license_state_1,enumeration_date,last_update,deactivation_date,reactivation_date';
const okafor = (more: { zip?: string; updated?: string; phone?: string | undefined } = {}) =>
  `1000000004,1,,OKAFOR-MCKAY,ADA,N,M.D.,F,12 ELM ST,STE 4,WORCESTER,MA,${more.zip ?? '16081234'},US,${more.phone ?? '5085550101'},,` +
  `207Q00000X,Y,MA77,MA,05/23/2005,${more.updated ?? '07/08/2020'},,`;
const practice =
  '1000000012,2,"ELM STREET, FAMILY PRACTICE LLC",,,,,,12 ELM ST,STE 4,WORCESTER,MA,01608,US,5085550100.0,,261Q00000X,Y,,,05/23/2005,07/08/2020,,';
const gone = '1000000020,,,,,,,,,,,,,,,,,,,,,,03/15/2024,';

async function load(name: string, content: string) {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return importFiles({ db: app.db, storage: app.deps.storage, clientId, sender: 'fhir', paths: [file] });
}

/** A response of the registry's API with one person. */
const apiFile = (npi: number, rest: { basic: object; addresses: object[]; taxonomies: object[] }) =>
  JSON.stringify({ result_count: 1, results: [{ enumeration_type: 'NPI-1', number: npi, ...rest }] });
const boston = { country_code: 'US', city: 'BOSTON', state: 'MA', postal_code: '02115' };

const verdictOf = (report: Parameters<typeof summaryOf>[0]) => summaryOf(report).split('\n').at(-1);

const placesOf = (providerId: number) =>
  app.db
    .selectFrom('healthcare_provider_address_info as i')
    .innerJoin('address as a', 'a.address_id', 'i.address_id')
    .select(['a.address1', 'i.is_mailing', 'i.office_phone', 'i.fax_number'])
    .where('i.healthcare_provider_id', '=', providerId)
    .orderBy('i.is_mailing')
    .execute();

const providerOf = (npi: string) =>
  app.db.selectFrom('healthcare_provider').selectAll().where('npi_number', '=', npi).executeTakeFirstOrThrow();

test('a trimmed file creates providers, organizations and shared addresses once', async () => {
  const deactivated = await buildDirectoryProvider(app.db, {});
  await app.db
    .updateTable('healthcare_provider')
    .set({ npi_number: '1000000020' })
    .where('healthcare_provider_id', '=', deactivated.healthcareProviderId)
    .execute();
  await load(
    'taxonomy.csv',
    'Code,Grouping,Classification,Specialization,Definition,Notes,Display Name,Section\n207Q00000X,Physicians,Family Medicine,,,,Family Medicine Physician,Individual\n',
  );
  const content = [heading, okafor(), practice, gone, '12345,1,,SHORT,NPI,,,,,,,,,,,,,,,,,,,'].join('\n');
  const first = await load('trimmed.csv', content);
  expect(verdictOf(first)).toBe('2 created, 1 updated, 0 unchanged, 1 rejected.');
  expect(first.problems).toMatchObject([{ line: 5, reason: 'has no ten-digit NPI' }]);
  const provider = await providerOf('1000000004');
  expect(provider).toMatchObject({
    first_name: 'Ada',
    last_name: 'Okafor-McKay',
    degree: 'M.D.',
    gender: 'F',
    license_number: 'MA77',
    office_phone: '5085550101',
    origin_client_id: null,
    accepts_new_patients: null,
  });
  const places = await app.db
    .selectFrom('address as a')
    .leftJoin('healthcare_provider_address_info as i', 'i.address_id', 'a.address_id')
    .leftJoin('healthcare_organization_address_info as o', 'o.address_id', 'a.address_id')
    .select(['a.zipcode', 'i.healthcare_provider_id', 'o.healthcare_organization_id'])
    .where('a.address1', '=', '12 ELM ST')
    .execute();
  expect(places).toHaveLength(1);
  expect(places[0]).toMatchObject({ zipcode: '01608', healthcare_provider_id: provider.healthcare_provider_id });
  expect(places[0]?.healthcare_organization_id).not.toBeNull();
  expect((await providerOf('1000000020')).npi_deactivated_on).not.toBeNull();

  const again = await load('trimmed.csv', content);
  expect(verdictOf(again)).toBe('0 created, 0 updated, 3 unchanged, 1 rejected. Nothing was changed.');
});

test('a newer record changes a provider, an older one does not, and edited values stay', async () => {
  const editor = await app.as(
    await buildUser(app.db, { clientId, permissions: ['EditProvider', 'ManageInstallation'] }),
  );
  const {
    healthcare_provider_id: healthcareProviderId,
    healthcare_provider_specialty_id: specialtyId,
    version,
  } = await providerOf('1000000004');
  await editor.ok(saveProvider, {
    healthcareProviderId,
    version,
    firstName: 'Ada',
    lastName: 'Okafor-McKay',
    npiNumber: '1000000004',
    healthcareProviderSpecialtyId: specialtyId ?? 0,
    licenseNumber: 'MA77',
    officePhone: '(508) 555-0199',
    publicNotes: 'Edited by hand.',
  });
  const newer = await load('newer.csv', [heading, okafor({ phone: '5085550111', updated: '07/08/2024' })].join('\n'));
  expect(verdictOf(newer)).toBe('0 created, 1 updated, 0 unchanged, 0 rejected.');
  expect(summaryOf(newer)).toContain('edited in Careloop and not overwritten: office phone');
  expect(await editor.ok(getProvider, { healthcareProviderId })).toMatchObject({
    officePhone: '5085550199',
    publicNotes: 'Edited by hand.',
  });
  const older = await load('older.csv', [heading, okafor({ zip: '02139', updated: '01/01/2010' })].join('\n'));
  expect(verdictOf(older)).toContain('Nothing was changed');
});

test('an API response has practice and mailing address; an unknown taxonomy causes a remark', async () => {
  const api = apiFile(1_000_000_038, {
    basic: { first_name: 'LIV', last_name: "O'NEIL", gender: 'F', last_updated: '2021-03-04' },
    addresses: [
      {
        address_purpose: 'LOCATION',
        country_code: 'US',
        address_1: '9 OAK AVE',
        city: 'BOSTON',
        state: 'MA',
        postal_code: '021151234',
        telephone_number: '617-555-0100',
      },
      {
        address_purpose: 'MAILING',
        country_code: 'US',
        address_1: 'PO BOX 7',
        city: 'BOSTON',
        state: 'MA',
        postal_code: '02114',
      },
    ],
    taxonomies: [{ code: '999Z00000X', primary: true, license: 'NA' }],
  });
  const report = await load('api.json', api);
  expect(verdictOf(report)).toBe('1 created, 0 updated, 0 unchanged, 0 rejected.');
  expect(summaryOf(report)).toContain('import the NUCC taxonomy file');
  const { healthcare_provider_id: id, last_name: lastName, license_number: license } = await providerOf('1000000038');
  expect([lastName, license]).toEqual(["O'Neil", null]);
  expect(await placesOf(id)).toMatchObject([
    { address1: '9 OAK AVE', is_mailing: false },
    { address1: 'PO BOX 7', is_mailing: true },
  ]);
});

test('a trimmed copy fills gaps, but replaces neither the primary taxonomy nor the mailing address', async () => {
  const api = apiFile(1_000_000_053, {
    basic: { first_name: 'LEE', last_name: 'MARSH', gender: 'F', last_updated: '2021-03-04' },
    addresses: [
      { ...boston, address_purpose: 'LOCATION', address_1: '8 ASH ST', telephone_number: '617-555-0120' },
      { ...boston, address_purpose: 'MAILING', address_1: 'PO BOX 12' },
    ],
    taxonomies: [
      { code: '171100000X', primary: false, license: 'AC1' },
      { code: '207Q00000X', primary: true, license: 'MD1' },
    ],
  });
  const trimmed = (npi: string, day: string, phone: string) =>
    [
      heading,
      `${npi},1,,MARSH,LEE,Q,,F,8 ASH ST,,BOSTON,MA,2115,US,${phone},,171100000X,N,AC1,MA,05/23/2005,${day},,`,
    ].join('\n');
  await load('api.json', api);
  const stateOf = async (npi: string) => {
    const { healthcare_provider_id: id, license_number: license, middle_name: middleName } = await providerOf(npi);
    const current = await app.db
      .selectFrom('healthcare_provider_address_info as i')
      .innerJoin('address as a', 'a.address_id', 'i.address_id')
      .select(['a.address1', 'i.office_phone'])
      .where('i.healthcare_provider_id', '=', id)
      .where('i.is_archived', '=', false)
      .orderBy('i.is_mailing')
      .execute();
    return { license, middleName, places: current.map((one) => `${one.address1} ${one.office_phone ?? ''}`.trim()) };
  };
  const complete = { license: 'MD1', middleName: null, places: ['8 ASH ST 6175550120', 'PO BOX 12'] };
  expect(await stateOf('1000000053')).toEqual(complete);

  const sameDay = await load('same-day.csv', trimmed('1000000053', '03/04/2021', '6175550199'));
  expect(verdictOf(sameDay)).toContain('Nothing was changed');
  expect(verdictOf(await load('api.json', api))).toContain('Nothing was changed');
  await load('later.csv', trimmed('1000000053', '03/05/2021', '6175550199'));
  const filled = { license: 'MD1', middleName: 'Q', places: ['8 ASH ST 6175550199', 'PO BOX 12'] };
  expect(await stateOf('1000000053')).toEqual(filled);

  // For a new provider, any taxonomy is better than none.
  await load('new.csv', trimmed('1000000061', '03/05/2021', '6175550121'));
  expect(await stateOf('1000000061')).toMatchObject({ license: 'AC1', middleName: 'Q' });
});

test('a mailing address that is another spelling of the practice does not hide the practice', async () => {
  const api = apiFile(1_000_000_046, {
    basic: { first_name: 'MAY', last_name: 'ADEYEMI', gender: 'F', last_updated: '2021-03-04' },
    addresses: [
      {
        ...boston,
        address_purpose: 'LOCATION',
        address_1: '300 LONGWOOD AVE.',
        telephone_number: '617-555-0120',
        fax_number: '617-555-0121',
      },
      { ...boston, address_purpose: 'MAILING', address_1: '300 Longwood Ave', telephone_number: '617-555-0122' },
    ],
    taxonomies: [],
  });
  await load('spelling.json', api);
  const { healthcare_provider_id: id } = await providerOf('1000000046');
  expect(await placesOf(id)).toEqual([
    { address1: '300 LONGWOOD AVE.', is_mailing: false, office_phone: '6175550120', fax_number: '6175550121' },
  ]);
});

test('only a later record reactivates a deactivated number', async () => {
  const record = (updated: string, phone?: string) => [heading, okafor({ updated, phone })].join('\n');
  const isDeactivated = async () => (await providerOf('1000000004')).npi_deactivated_on !== null;
  await load('before.csv', record('08/01/2024', '5085550131'));
  await load(
    'deactivated.csv',
    [heading, gone.replace('1000000020', '1000000004').replace('03/15/2024', '08/15/2024')].join('\n'),
  );
  expect(await isDeactivated()).toBe(true);
  await load('older.csv', record('01/01/2010'));
  await load('before.csv', record('08/01/2024', '5085550131'));
  expect(await isDeactivated()).toBe(true);
  await load('again.csv', record('09/01/2024', '5085550131'));
  expect(await isDeactivated()).toBe(false);
});

test('an older list of deactivated numbers changes nothing', async () => {
  const deactivated = (day: string) => [heading, gone.replace('1000000020', '1000000004').replace('03/15/2024', day)];
  const offSince = async () => (await providerOf('1000000004')).npi_deactivated_on;
  // The registry already sent a newer record, in which the number is in use.
  const older = await load('old-list.csv', deactivated('08/15/2024').join('\n'));
  expect(verdictOf(older)).toContain('Nothing was changed');
  expect(await offSince()).toBeNull();
  await load('new-list.csv', deactivated('10/02/2024').join('\n'));
  const since = await offSince();
  expect(since).not.toBeNull();
  await load('old-list.csv', deactivated('08/15/2024').join('\n'));
  expect(await offSince()).toEqual(since);
});

test('names get mixed case', () => {
  expect(['WIEBE', "O'NEIL-MCKAY", 'DE LA CRUZ', 'van Dyke', 'SMITH III'].map(nameInCase)).toEqual([
    'Wiebe',
    "O'Neil-McKay",
    'De La Cruz',
    'van Dyke',
    'Smith III',
  ]);
});

test('columns and parts of the registry that are not kept are counted', async () => {
  const header = [
    'NPI',
    'Entity Type Code',
    'Provider Last Name (Legal Name)',
    'Provider First Name',
    'Provider Other Last Name',
    'Healthcare Provider Taxonomy Code_1',
    'Healthcare Provider Taxonomy Code_2',
    'Other Provider Identifier_1',
    'Other Provider Identifier_2',
    'Is Sole Proprietor',
  ];
  const rows = ['1000000608,1,UNKEPT,UMA,FORMER,207Q00000X,208D00000X,A1,A2,', '1000000616,1,UNKEPT,ULF,,,,A3,,N'];
  const full = await load('unkept.csv', [header.join(','), ...rows].join('\n'));
  expect(Object.fromEntries(full.partsNotKept)).toEqual({
    'NPPES: Provider Other Last Name': 1,
    'NPPES: Other Provider Identifier': 3,
    'NPPES: Is Sole Proprietor': 1,
    'NPPES: taxonomy beside the primary one': 1,
  });
  const una = {
    basic: { last_name: 'UNKEPT', first_name: 'UNA', sole_proprietor: 'NO' },
    addresses: [],
    taxonomies: [],
    identifiers: [{}, {}],
    endpoints: [],
  };
  const api = await load('unkept.json', apiFile(1000000624, una));
  expect(Object.fromEntries(api.partsNotKept)).toEqual({
    'NPPES: identifiers': 2,
    'NPPES: sole_proprietor': 1,
  });
});
