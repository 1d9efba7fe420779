import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sample } from '../../../test/samples.ts';
import { countsOf, startImportBench } from '../../../test/imports.ts';

import type { ImportBench } from '../../../test/imports.ts';
import type { ImportReport } from './report.ts';

// The expected counts are computed here independently of the importer's code.

/** For a busy machine. */
const patience = { timeout: 120_000 };

interface Plain {
  resourceType: string;
  id: string;
  [part: string]: unknown;
}

function readBundles(folder: string): Plain[][] {
  return readdirSync(folder).map((name) => {
    const { entry } = JSON.parse(gunzipSync(readFileSync(path.join(folder, name))).toString()) as {
      entry: { resource: Plain }[];
    };
    return entry.map(({ resource }) => resource);
  });
}

const ofType = (resources: readonly Plain[], type: string) =>
  resources.filter(({ resourceType }) => resourceType === type);

const changes = ['created', 'updated', 'removed', 'rejected'] as const;

async function checksum(bench: ImportBench): Promise<unknown> {
  return await bench.rows(`
    select (select md5(string_agg(p::text, '' order by patient_id)) from patient p) as patients,
      (select md5(string_agg(e::text, '' order by patient_encounter_id)) from patient_encounter e) as encounters,
      (select md5(string_agg(p::text, '' order by healthcare_provider_id)) from healthcare_provider p) as providers,
      (select md5(string_agg(d::text, '' order by patient_document_id)) from patient_document d) as documents,
      (select count(*) from audit_event) as audited, (select count(*) from source_key) as names`);
}

const synthea = sample('fhir', 'synthea-us-core');

describe.skipIf(synthea === undefined)('30 patient bundles with their hospitals and practitioners', () => {
  const bundles = synthea === undefined ? [] : readBundles(synthea);
  const all = bundles.flat();
  let bench: ImportBench;
  let report: ImportReport;
  beforeAll(async () => {
    bench = await startImportBench();
    report = await bench.import(synthea ?? '');
  }, patience.timeout);
  afterAll(() => bench.stop());

  test('are imported completely', () => {
    expect(report.problems).toEqual([]);
    expect([...report.remarks.keys()].toSorted()).toEqual([
      'NPI kept although its check digit is wrong',
      // The samples' numbers are of area 999.
      'SSN left out: no Social Security number has these digits',
      'stored with its city or a number after its name, which another facility has',
    ]);
    const locations = ofType(all, 'Location').map(({ name }) => (name as string).toLowerCase());
    const repeated = locations.length - new Set(locations).size;
    expect(
      report.remarks.get('stored with its city or a number after its name, which another facility has')?.count,
    ).toBe(repeated);
    const wanted = {
      organizations: ofType(all, 'Organization').length,
      facilities: ofType(all, 'Location').length,
      providers: ofType(all, 'Practitioner').length,
      'provider roles': ofType(all, 'PractitionerRole').length,
      patients: ofType(all, 'Patient').length,
      encounters: ofType(all, 'Encounter').length,
      conditions: ofType(all, 'Condition').length,
      documents: ofType(all, 'DocumentReference').length,
      'care teams': ofType(all, 'CareTeam').filter(({ status }) => status === 'active').length,
      coverages: payersInClaims(),
    };
    const got = Object.keys(wanted).map((kind) => [kind, countsOf(report, kind as keyof typeof wanted)]);
    expect(Object.fromEntries(got)).toEqual(
      Object.fromEntries(Object.entries(wanted).map(([kind, created]) => [kind, { created }])),
    );
    expect(wanted.patients).toBe(30);
  });

  /** Number of distinct payers per patient's claims, without the one that stands for no insurance. */
  function payersInClaims(): number {
    const payers = bundles.map((resources) => {
      const names = ofType(resources, 'Claim').map(
        (claim) => (claim.insurance as { coverage: { display: string } }[])[0]?.coverage.display,
      );
      return new Set(names.filter((name) => name !== 'NO_INSURANCE')).size;
    });
    return payers.reduce((sum, count) => sum + count, 0);
  }

  test('keep every reference: encounters have their facility and provider, records their encounter', async () => {
    const [row] = await bench.rows(`
      select (select count(*) from patient_encounter where facility_id is null) as without_facility,
        (select count(*) from patient_encounter e where not exists
          (select from patient_encounter_provider p where p.patient_encounter_id = e.patient_encounter_id)) as without_provider,
        (select count(*) from patient_condition where patient_encounter_id is null) as conditions,
        (select count(*) from patient_document where patient_encounter_id is null) as documents,
        (select count(*) from healthcare_provider where healthcare_provider_specialty_id is null
          or healthcare_organization_id is null) as providers,
        (select count(*) from healthcare_provider p where 1 <> (select count(*) from healthcare_provider_address_info l
          join address using (address_id) where l.healthcare_provider_id = p.healthcare_provider_id and latitude is not null)) as addresses,
        (select count(*) from patient where latitude is null) as positions`);
    expect(row).toEqual({
      without_facility: 0,
      without_provider: 0,
      conditions: 0,
      documents: 0,
      providers: 0,
      addresses: 0,
      positions: 0,
    });
  });

  test('keep the data of each encounter', async () => {
    const rows = await bench.rows<{
      source_id: string;
      encounter_date: Date;
      facility: string;
      npi: string;
      mrn: string;
    }>(`
      select e.source_id, e.encounter_date, f.source_id as facility, p.npi_number as npi, patient.mrn
      from patient_encounter e join facility f using (facility_id) join patient_encounter_provider ep using (patient_encounter_id)
      join healthcare_provider p using (healthcare_provider_id) join patient using (patient_id)`);
    const got = new Map(rows.map((row) => [row.source_id, row]));
    const target = (reference: string) => reference.split(/[|]|urn:uuid:/).at(-1);
    for (const encounter of ofType(all, 'Encounter')) {
      const said = encounter as unknown as {
        period: { start: string };
        subject: { reference: string };
        location: { location: { reference: string } }[];
        participant: { individual: { reference: string } }[];
      };
      const row = got.get(encounter.id);
      expect({ ...row, encounter_date: row?.encounter_date.getTime() }).toEqual({
        source_id: encounter.id,
        encounter_date: Date.parse(said.period.start),
        facility: target(said.location[0]?.location.reference ?? ''),
        npi: target(said.participant[0]?.individual.reference ?? ''),
        mrn: target(said.subject.reference),
      });
    }
  });

  test('list the providers of active care teams by NPI', async () => {
    const rows = await bench.rows<{ source_id: string; npi: string }>(`
      select t.source_id, h.npi_number as npi from record_care_team t join record_care_team_provider tp using (record_care_team_id)
      join healthcare_provider h using (healthcare_provider_id) order by 1, 2`);
    const wanted = ofType(all, 'CareTeam')
      .filter(({ status }) => status === 'active')
      .flatMap(({ id, participant }) =>
        (participant as { member: { reference: string } }[])
          .map(({ member }) => /^Practitioner\?identifier=[^|]*\|(\d+)$/.exec(member.reference)?.[1])
          .filter((npi) => npi !== undefined)
          .map((npi) => ({ source_id: id, npi })),
      );
    expect(rows).toEqual(wanted.toSorted((a, b) => (`${a.source_id} ${a.npi}` < `${b.source_id} ${b.npi}` ? -1 : 1)));
    expect(wanted.length).toBeGreaterThan(30);
    expect(await bench.rows('select * from care_team_member')).toEqual([]);
  });

  test('keep the notes byte for byte', async () => {
    const rows = await bench.rows<{ source_id: string; storage_key: string; byte_count: number }>(
      'select source_id, storage_key, byte_count from patient_document',
    );
    const keys = new Map(rows.map((row) => [row.source_id, row]));
    for (const document of ofType(all, 'DocumentReference').slice(0, 100)) {
      const [content] = document.content as { attachment: { data: string } }[];
      const row = keys.get(document.id);
      const bytes = await bench.storage.get(row?.storage_key ?? '');
      expect(bytes.toString('base64')).toBe(content?.attachment.data);
      expect(row?.byte_count).toBe(bytes.length);
    }
  });

  test('change nothing when they are imported again', patience, async () => {
    const before = await checksum(bench);
    const again = await bench.import(synthea ?? '');
    for (const outcome of changes) expect(again.total(outcome)).toBe(0);
    expect(again.total('unchanged')).toBe(report.total('created'));
    expect(await checksum(bench)).toEqual(before);
  });

  test(
    'may be imported one by one, patients before hospitals: a second import resolves the missing references',
    patience,
    async () => {
      const other = { clientId: bench.otherClientId };
      const [patientFile] = readdirSync(synthea ?? '').filter((name) => !name.startsWith('0-'));
      const file = path.join(synthea ?? '', patientFile ?? '');
      await bench.import(file, other);
      const [loose] =
        await bench.rows(`select count(*) as count from patient_encounter e join patient p using (patient_id)
      where p.client_id = ${bench.otherClientId} and e.facility_id is null`);
      expect(loose).not.toEqual({ count: 0 });
      await bench.import(synthea ?? '', other);
      const [tied] =
        await bench.rows(`select count(*) as count from patient_encounter e join patient p using (patient_id)
      where p.client_id = ${bench.otherClientId} and e.facility_id is null`);
      expect(tied).toEqual({ count: 0 });
    },
  );
});

const bulk = sample('fhir', 'bulk-ndjson-ks-10');

describe.skipIf(bulk === undefined)('a bulk export in NDJSON', () => {
  let bench: ImportBench;
  beforeAll(async () => {
    bench = await startImportBench();
  });
  afterAll(() => bench.stop());

  test('is imported completely, and a second import changes nothing', patience, async () => {
    const lines = (type: string) =>
      gunzipSync(readFileSync(path.join(bulk ?? '', `${type}.000.ndjson.gz`)))
        .toString()
        .trim()
        .split('\n').length;
    const report = await bench.import(bulk ?? '');
    expect(report.problems).toEqual([]);
    expect(countsOf(report, 'patients')).toEqual({ created: lines('Patient') });
    expect(countsOf(report, 'encounters')).toEqual({ created: lines('Encounter') });
    expect(countsOf(report, 'conditions')).toEqual({ created: lines('Condition') });
    expect(countsOf(report, 'documents')).toEqual({ created: lines('DocumentReference') });
    expect(countsOf(report, 'provider roles')).toEqual({ created: lines('PractitionerRole') });
    const [row] = await bench.rows(`
      select count(*) filter (where facility_id is null) as facilities, count(*) filter (where not exists (select from
        patient_encounter_provider p where p.patient_encounter_id = e.patient_encounter_id)) as providers
      from patient_encounter e`);
    expect(row).toEqual({ facilities: 0, providers: 0 });
    const before = await checksum(bench);
    expect((await bench.import(bulk ?? '')).hasChanges).toBe(false);
    expect(await checksum(bench)).toEqual(before);
  });
});

const examples = sample('fhir', 'us-core-examples');

describe.skipIf(examples === undefined)('the examples of US Core', () => {
  let bench: ImportBench;
  beforeAll(async () => {
    bench = await startImportBench();
  });
  afterAll(() => bench.stop());

  test('are imported if they are complete enough, and the others are reported', async () => {
    const report = await bench.import(examples ?? '');
    const rejected = report.problems.map(({ type, id, reason }) => `${type} ${id}: ${reason.replace(/ \(.*\)/, '')}`);
    expect(rejected.toSorted()).toEqual([
      'DocumentReference discharge: content is only a link; nothing is fetched',
      'DocumentReference procedure-note123: content is only a link; nothing is fetched',
      'DocumentReference procedure-note456: content is only a link; nothing is fetched',
      'Encounter 1036: states no date, and no encounter with its number is known',
    ]);
    const patients = await bench.rows(`
      select mrn, first_name, middle_name, last_name, address1, zipcode, language from patient order by mrn`);
    expect(patients).toEqual([
      expect.objectContaining({
        mrn: '1032702',
        first_name: 'Amy',
        middle_name: 'V.',
        last_name: 'Baxter',
        address1: '183 MOUNTAIN VIEW ST',
        zipcode: '74048',
        language: 'Spanish',
      }),
      expect.objectContaining({ mrn: '1032704', last_name: 'Example' }),
    ]);
    const [coverage] = await bench.rows(
      `select payer_name, plan_type, member_id, status, start_date from patient_coverage`,
    );
    expect(coverage).toEqual({
      payer_name: 'Acme Health Plan',
      plan_type: 'PPO',
      member_id: '888009335',
      status: 'active',
      start_date: '2020-01-01',
    });
  });
});
