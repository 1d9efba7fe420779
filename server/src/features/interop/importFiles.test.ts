import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  attachmentOf,
  bundle,
  condition,
  encounter,
  location,
  mrn,
  ndjson,
  note,
  organization,
  patient,
  practitioner,
  reference,
  ssn,
  systems,
  transaction,
} from '../../../test/fhirFiles.ts';
import { countsOf, importBench, reasonsOf } from '../../../test/imports.ts';

import { withClient } from '../../platform/db/connection.ts';

const bench = importBench();

const urn = (id: string) => `urn:uuid:${id}`;

describe('one bundle', () => {
  const ids = { patient: randomUUID(), encounter: randomUUID(), condition: randomUUID(), note: randomUUID() };
  const content = () =>
    transaction(
      // The order of entries in a bundle has no meaning, so the note comes first here.
      note(ids.note, urn(ids.patient), 'Feels well.', { context: { encounter: [reference(urn(ids.encounter))] } }),
      condition(ids.condition, urn(ids.patient), { encounter: reference(urn(ids.encounter)) }),
      encounter(ids.encounter, urn(ids.patient)),
      patient(ids.patient, {
        identifier: [mrn('A-100'), ssn('412-55-0199'), { system: 'http://other.example/id', value: 'x1' }],
        telecom: [
          { system: 'phone', value: '1-617-555-0111', use: 'home' },
          { system: 'phone', value: '(617) 555-0112', use: 'mobile' },
          { system: 'email', value: 'someone@example.com' },
        ],
        address: [{ line: ['1 Elm St', 'Apt 2'], city: 'Boston', state: 'MA', postalCode: '02114' }],
      }),
    );

  test('becomes a patient with a full chart', async () => {
    const report = await bench.importContent(content());
    expect(reasonsOf(report)).toEqual([]);
    expect(countsOf(report, 'patients')).toEqual({ created: 1 });
    const [row] = await bench.rows<Record<string, unknown>>(`
      select first_name, middle_name, last_name, date_of_birth, gender, ssn, home_phone, cell_phone, email, address1,
        address2, zipcode, round(latitude::numeric, 3)::float8 as latitude
      from patient where mrn = 'A-100'`);
    expect(row).toEqual({
      first_name: 'Given',
      middle_name: 'Middle',
      last_name: `Family-${ids.patient}`,
      date_of_birth: '1980-05-17',
      gender: 'female',
      ssn: '412550199',
      home_phone: '6175550111',
      cell_phone: '6175550112',
      email: 'someone@example.com',
      address1: '1 Elm St',
      address2: 'Apt 2',
      zipcode: '02114',
      latitude: 42.364,
    });
    const identifiers = await bench.rows(`
      select system, value, type_code from patient_identifier join patient using (patient_id)
      where mrn = 'A-100' order by system`);
    expect(identifiers).toEqual([
      { system: systems.ssn, value: '412550199', type_code: 'SS' },
      { system: systems.mrn, value: 'A-100', type_code: 'MR' },
      { system: 'http://other.example/id', value: 'x1', type_code: null },
    ]);
  });

  test('keeps instants as instants and days as written', async () => {
    const [row] = await bench.rows<{ encounter_date: Date; onset_date: string; code: string; belongs: boolean }>(`
      select encounter_date, onset_date, code, c.patient_encounter_id = e.patient_encounter_id as belongs
      from patient_encounter e join patient_condition c using (patient_id) where e.source_id = '${ids.encounter}'`);
    expect(row?.encounter_date.toISOString()).toBe('2024-03-01T14:30:00.000Z');
    expect(row).toMatchObject({ onset_date: '2020-01-31', code: '38341003', belongs: true });
  });

  test('keeps a note byte for byte', async () => {
    const [row] = await bench.rows<{ storage_key: string; content_type: string; name: string; author_name: string }>(`
      select storage_key, content_type, document_type.document_name as name, author_name
      from patient_document join document_type using (document_type_id) where source_id = '${ids.note}'`);
    expect(row).toMatchObject({ content_type: 'text/plain', name: 'Progress note', author_name: 'Dr. Dana Doctor' });
    expect((await bench.storage.get(row?.storage_key ?? '')).toString()).toBe('Feels well.');
  });

  test('changes nothing when it is imported again', async () => {
    const before = await snapshot();
    const report = await bench.importContent(content());
    expect(report.hasChanges).toBe(false);
    expect(countsOf(report, 'documents')).toEqual({ unchanged: 1 });
    expect(await snapshot()).toEqual(before);
  });

  test('updates only the rows that changed', async () => {
    const changed = content();
    const [, conditionEntry] = changed.entry as { resource: Record<string, unknown> }[];
    Object.assign(conditionEntry?.resource ?? {}, { clinicalStatus: { coding: [{ code: 'resolved' }] } });
    const report = await bench.importContent(changed);
    expect(countsOf(report, 'conditions')).toEqual({ updated: 1 });
    expect(countsOf(report, 'patients')).toEqual({ unchanged: 1 });
    const [row] = await bench.rows(`
      select clinical_status, patient.version from patient_condition join patient using (patient_id)
      where source_id = '${ids.condition}'`);
    expect(row).toEqual({ clinical_status: 'resolved', version: 1 });
  });

  test('is audited once for each import that changed something', async () => {
    const audited = await bench.rows<{
      details: { counts: Record<string, { updated: number }> };
      user_id: number | null;
    }>(`
      select details, user_id from audit_event where kind = 'change' and action = 'import.completed' order by occurred_at`);
    expect(audited).toHaveLength(2);
    expect(audited[1]).toMatchObject({ user_id: null, details: { counts: { conditions: { updated: 1 } } } });
  });

  async function snapshot() {
    return await bench.rows(`
      select (select jsonb_agg(to_jsonb(t) order by patient_id) from patient t) as patients,
        (select jsonb_agg(to_jsonb(t) order by patient_encounter_id) from patient_encounter t) as encounters,
        (select jsonb_agg(to_jsonb(t) order by patient_document_id) from patient_document t) as documents,
        (select count(*) from audit_event) as audited, (select count(*) from source_key) as names`);
  }
});

describe('references', () => {
  test('by search, identifier and id resolve across files in any order', async () => {
    const folder = path.join(bench.files.path, 'scattered');
    await mkdir(folder);
    const id = randomUUID();
    await bench.files.write(
      transaction(
        patient(id),
        encounter(`e-${id}`, urn(id), {
          participant: [
            {
              type: [{ coding: [{ code: 'PPRF' }] }],
              individual: reference(`Practitioner?identifier=${systems.npi}|1234567893`),
            },
            { type: [{ coding: [{ code: 'CON' }] }], individual: reference('PractitionerRole/r1') },
          ],
          location: [{ location: { reference: `Location?identifier=${systems.place}|l1`, display: 'Clinic l1' } }],
        }),
      ),
      'scattered/1-patient.json',
    );
    const role = {
      resourceType: 'PractitionerRole',
      id: 'r1',
      practitioner: { identifier: { system: systems.npi, value: '1234567893' } },
      organization: { identifier: { system: systems.place, value: 'o1' } },
      specialty: [
        {
          coding: [
            { system: 'http://nucc.org/provider-taxonomy', code: '207RC0000X', display: 'Cardiovascular Disease' },
          ],
        },
      ],
      location: [reference('Location/l1')],
      telecom: [{ system: 'phone', value: '617-555-0177' }],
    };
    await bench.files.write(ndjson(role), 'scattered/2-roles.ndjson');
    await bench.files.write(
      bundle('batch', [{ resource: practitioner('p1', '1234567893') }, { resource: organization('o1') }]),
      'scattered/3-directory.json',
    );
    await bench.files.write(location('l1'), 'scattered/4-location.json');

    const report = await bench.import(folder);
    expect(reasonsOf(report)).toEqual([]);
    expect([...report.remarks.keys()]).toEqual([]);
    const [row] = await bench.rows<Record<string, unknown>>(`
      select f.name as facility, array_agg(p.last_name || ' ' || ep.role order by ep.role) as providers
      from patient_encounter e join facility f using (facility_id)
      join patient_encounter_provider ep using (patient_encounter_id) join healthcare_provider p using (healthcare_provider_id)
      where e.source_id = 'e-${id}' group by f.name`);
    expect(row).toEqual({ facility: 'Clinic l1', providers: ['Doctor-p1 attending', 'Doctor-p1 consulting'] });
    const [provider] = await bench.rows(`
      select p.degree, p.npi_is_valid, p.gender, o.name as organization, s.name as specialty, s.taxonomy_code,
        l.address_label, a.city, l.office_phone, a.latitude is not null as has_position
      from healthcare_provider p join healthcare_organization o using (healthcare_organization_id)
      join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
      join healthcare_provider_address_info l using (healthcare_provider_id)
      join address a using (address_id) where p.npi_number = '1234567893'`);
    expect(provider).toEqual({
      degree: 'MD',
      npi_is_valid: true,
      gender: 'F',
      organization: 'Practice o1',
      specialty: 'Cardiovascular Disease',
      taxonomy_code: '207RC0000X',
      address_label: 'Clinic l1',
      city: 'Boston',
      office_phone: '6175550177',
      has_position: true,
    });
    expect((await bench.import(folder)).hasChanges).toBe(false);
  });

  test('resolve to records of an earlier import', async () => {
    await bench.importContent(transaction(patient('earlier'), encounter('earlier-e', urn('earlier'))));
    const report = await bench.importContent(
      ndjson(condition('later-c', 'Patient/earlier', { encounter: reference('Encounter/earlier-e/_history/2') })),
    );
    expect(countsOf(report, 'conditions')).toEqual({ created: 1 });
    const [row] = await bench.rows(`
      select e.source_id from patient_condition c join patient_encounter e using (patient_encounter_id)
      where c.source_id = 'later-c'`);
    expect(row).toEqual({ source_id: 'earlier-e' });
  });

  test('to a bundle with a later file name make it import first', async () => {
    const folder = path.join(bench.files.path, 'mixed');
    await mkdir(folder);
    const content = transaction(
      patient('mixed-1'),
      encounter('mixed-e', urn('mixed-1'), { participant: [{ individual: reference('Practitioner/mixed-p') }] }),
    );
    await bench.files.write(content, 'mixed/a.json');
    await bench.files.write(transaction(patient('mixed-2'), practitioner('mixed-p', '1356324719')), 'mixed/b.json');
    const report = await bench.import(folder);
    expect([...report.remarks.keys()]).toEqual([]);
  });

  test('that do not resolve are reported: without its patient a record is rejected, without its provider it is kept', async () => {
    const report = await bench.importContent(
      transaction(
        patient('alone'),
        encounter('alone-e', urn('alone'), {
          participant: [{ individual: reference('Practitioner?identifier=http://nowhere.example|7') }],
          location: [{ location: { reference: 'Location/nowhere', display: 'A place' } }],
        }),
        condition('orphan', 'Patient/nobody'),
        condition('nameless', 'Patient/nobody', { subject: undefined }),
      ),
    );
    expect(reasonsOf(report)).toEqual([
      'Condition nameless: names no patient',
      'Condition orphan: its patient Patient/nobody is neither in the files nor in the database',
    ]);
    expect([...report.remarks.keys()].toSorted()).toEqual([
      'kept without its facility, which is neither in the files nor in the database',
      'kept without its provider, which is neither in the files nor in the database',
    ]);
    const [row] = await bench.rows(
      `select facility_id, facility_name from patient_encounter where source_id = 'alone-e'`,
    );
    expect(row).toEqual({ facility_id: null, facility_name: 'A place' });
  });

  test('never link a record to another patient’s encounter', async () => {
    const report = await bench.importContent(
      transaction(
        patient('tie-1'),
        patient('tie-2'),
        encounter('tie-e', urn('tie-1')),
        condition('tie-c', urn('tie-2'), { encounter: reference(urn('tie-e')) }),
      ),
    );
    expect([...report.remarks.keys()]).toEqual(['kept without its encounter, which is another patient’s']);
    const [row] = await bench.rows(`select patient_encounter_id from patient_condition where source_id = 'tie-c'`);
    expect(row).toEqual({ patient_encounter_id: null });
  });
});

describe('documents', () => {
  test('in both a document reference and a report are stored once', async () => {
    const report = (id: string, body: string) => ({
      resourceType: 'DiagnosticReport',
      id,
      status: 'final',
      code: { text: 'History and physical' },
      subject: reference(urn('noted')),
      issued: '2024-03-01T15:00:00Z',
      presentedForm: [attachmentOf(body).attachment],
    });
    const content = transaction(
      patient('noted'),
      report('named-report', 'Same note'),
      note('named', urn('noted'), 'Same note', { identifier: [{ value: 'urn:uuid:named-report' }] }),
      report('alike-report', 'Another note'),
      note('alike', urn('noted'), 'Another note'),
      report('single-report', 'A report alone'),
      { ...report('results', ''), presentedForm: undefined },
    );
    const first = await bench.importContent(content);
    expect(countsOf(first, 'documents')).toEqual({ created: 3 });
    expect(countsOf(first, 'results')).toEqual({ created: 1 });
    expect(Object.fromEntries(first.notKept)).toEqual({
      'DiagnosticReport: the same document under another id': 1,
      'DiagnosticReport: the same note as a document reference': 1,
    });
    expect((await bench.importContent(content)).hasChanges).toBe(false);
  });

  test('take their content from a separate Binary, and are rejected without content', async () => {
    const linked = (id: string, attachment: unknown) => note(id, urn('binary'), '', { content: [{ attachment }] });
    const result = await bench.importContent(
      transaction(
        patient('binary'),
        {
          resourceType: 'Binary',
          id: 'b1',
          contentType: 'application/pdf',
          data: Buffer.from('%PDF').toString('base64'),
        },
        linked('has-binary', { contentType: 'application/pdf', url: 'Binary/b1' }),
        linked('elsewhere', { url: 'https://records.example/1.pdf' }),
        linked('garbled', { data: 'this is *not* base64' }),
        linked('damaged', { data: Buffer.from('abc').toString('base64'), hash: 'AAAA' }),
        linked('empty', {}),
      ),
    );
    expect(countsOf(result, 'documents')).toEqual({ created: 1, rejected: 4 });
    expect(reasonsOf(result).toSorted()).toEqual([
      'DocumentReference damaged: content does not match its hash: it was damaged in transit',
      'DocumentReference elsewhere: content is only a link (https://records.example/1.pdf); nothing is fetched',
      'DocumentReference empty: has no content',
      'DocumentReference garbled: content is not base64',
    ]);
  });
});

describe('concurrent imports', () => {
  test('take turns: one creates the rows, the other finds them', async () => {
    const file = await bench.files.write(
      transaction(patient('turns'), encounter('turns-e', urn('turns')), note('turns-n', urn('turns'), 'Once')),
    );
    const reports = await Promise.all([bench.import(file), bench.import(file), bench.import(file)]);
    expect(reports.flatMap(reasonsOf)).toEqual([]);
    expect(reports.map((report) => report.total('created')).toSorted((one, other) => one - other)).toEqual([0, 0, 3]);
  });
});

describe('a unit that the database rejects', () => {
  test('leaves nothing behind if it is a bundle, and loses only one line if it is NDJSON', async () => {
    // A constraint the importer does not know, such as a later migration could add.
    await withClient({ url: bench.databaseUrl, applicationName: 'test' }, (client) =>
      client.query(`alter table patient_condition add constraint no_gout check (description <> 'Gout')`),
    );
    const gout = { code: { text: 'Gout' } };
    const refused = await bench.importContent(
      transaction(patient('gout'), condition('gout-1', urn('gout')), condition('gout-2', urn('gout'), gout)),
    );
    expect(reasonsOf(refused)).toEqual([': refused by the database (no_gout); nothing of it was imported']);
    expect(refused.hasChanges).toBe(false);
    expect(await bench.rows(`select from patient where mrn = 'MRN-gout'`)).toEqual([]);
    const lines = await bench.importContent(
      ndjson(patient('gouty'), condition('gout-3', 'Patient/gouty'), condition('gout-4', 'Patient/gouty', gout)),
    );
    expect(countsOf(lines, 'conditions')).toEqual({ created: 1, rejected: 1 });
    expect(reasonsOf(lines)).toEqual([
      'Condition gout-4: refused by the database (no_gout); nothing of it was imported',
    ]);
  });
});

describe('lines about a patient who was rejected', () => {
  test('are reported as such, even if the patient was in another file', async () => {
    const folder = path.join(bench.files.path, 'rejected');
    await mkdir(folder);
    await withClient({ url: bench.databaseUrl, applicationName: 'test' }, (client) =>
      client.query(`alter table patient add constraint no_nemo check (last_name <> 'Nemo')`),
    );
    const nemo = patient('refused', { name: [{ family: 'Nemo' }] });
    await bench.files.write(ndjson(nemo), 'rejected/Patient.ndjson');
    await bench.files.write(ndjson(condition('refused-c', 'Patient/refused')), 'rejected/Condition.ndjson');
    expect(reasonsOf(await bench.import(folder)).toSorted()).toEqual([
      expect.stringContaining('Condition refused-c: its patient'),
      expect.stringContaining('Patient refused: refused by the database (no_nemo)'),
    ]);
  });
});

describe('records entered in error', () => {
  test('are deleted or archived, and a condition is kept and marked', async () => {
    const isWrong = { verificationStatus: { coding: [{ code: 'entered-in-error' }] } };
    const content = (wrong: boolean) =>
      transaction(
        patient('error'),
        encounter('error-e', urn('error'), { status: wrong ? 'entered-in-error' : 'finished' }),
        condition('error-c', urn('error'), wrong ? isWrong : {}),
        note('error-n', urn('error'), 'Not this patient', { status: wrong ? 'entered-in-error' : 'current' }),
      );
    await bench.importContent(content(false));
    const report = await bench.importContent(content(true));
    expect(report.total('removed')).toBe(2);
    const [left] = await bench.rows(`
      select (select count(*) from patient_encounter where source_id = 'error-e') as encounters,
        (select bool_and(is_entered_in_error) from patient_condition where source_id = 'error-c') as marked,
        (select bool_and(is_archived) from patient_document where source_id = 'error-n') as archived`);
    expect(left).toEqual({ encounters: 0, marked: true, archived: true });
    expect((await bench.importContent(content(true))).hasChanges).toBe(false);
    await bench.importContent(content(false));
    expect(
      await bench.rows(`select is_entered_in_error as marked from patient_condition where source_id = 'error-c'`),
    ).toEqual([{ marked: false }]);
  });
});
