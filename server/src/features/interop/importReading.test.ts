import { describe, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import {
  condition,
  encounter,
  ndjson,
  note,
  patient,
  practitioner,
  reference,
  transaction,
} from '../../../test/fhirFiles.ts';
import { countsOf, importBench, reasonsOf } from '../../../test/imports.ts';

const bench = importBench();

describe('two patients with one id in a bundle', () => {
  test('are reported, with everything that refers to the id', async () => {
    const twin = (given: string, birthDate: string) =>
      patient('one-id', { name: [{ family: 'Bundle', given: [given] }], birthDate, identifier: undefined });
    const report = await bench.importContent(
      transaction(twin('Ann', '1980-01-01'), twin('Bob', '1991-06-30'), condition('one-id-c', 'urn:uuid:one-id')),
    );
    const same = 'Patient one-id: another patient in the bundle has the same id';
    expect(reasonsOf(report)).toEqual([same, same, 'Condition one-id-c: its patient was rejected']);
    expect(report.hasChanges).toBe(false);
  });

  test('are one patient if they are copies', async () => {
    const copies = transaction(patient('copies'), patient('copies', { maritalStatus: { text: 'Married' } }));
    expect(countsOf(await bench.importContent(copies), 'patients')).toEqual({ created: 1 });
  });
});

describe('NDJSON', () => {
  test('brings the content of documents as Binary resources, in any order', async () => {
    const data = Buffer.from('On a line of its own').toString('base64');
    const binary = (id: string, changes = {}) => ({
      resourceType: 'Binary',
      id,
      contentType: 'text/plain',
      data,
      ...changes,
    });
    const linked = (id: string, url: string) => note(id, 'Patient/lined', '', { content: [{ attachment: { url } }] });
    const file = ndjson(
      linked('lined-1', 'Binary/lined-b'),
      linked('lined-2', 'https://records.example/fhir/Binary/lined-empty'),
      binary('lined-b'),
      binary('lined-empty', { data: undefined }),
      binary('nobodys'),
      patient('lined'),
    );
    const report = await bench.importContent(file);
    expect(countsOf(report, 'documents')).toEqual({ created: 1, rejected: 1 });
    expect(reasonsOf(report)).toContain('Binary lined-empty: has no content');
    expect(report.notKept.get('Binary: no document refers to it')).toBe(1);
    const [row] = await bench.rows<{ storage_key: string }>(
      `select storage_key from patient_document where source_id = 'lined-1'`,
    );
    expect(String(await bench.storage.get(row?.storage_key ?? ''))).toBe('On a line of its own');
    expect((await bench.importContent(file)).hasChanges).toBe(false);
  });
});

describe('contained resources', () => {
  const visit = (id: string) =>
    encounter(id, 'Patient/contains', {
      contained: [
        { resourceType: 'Practitioner', id: 'doc', name: [{ family: 'Contained', given: ['Cora'] }] },
        { resourceType: 'Location', id: 'loc', name: 'Contained Clinic' },
      ],
      participant: [{ individual: reference('#doc') }],
      location: [{ location: reference('#loc') }],
    });
  const kept = `select e.source_id, f.name, p.last_name from patient_encounter e join facility f using (facility_id)
    join patient_encounter_provider using (patient_encounter_id) join healthcare_provider p using (healthcare_provider_id)
    where e.source_id like 'inside-%' order by 1`;

  test('are read in bundles and lines: one row for each provider and place', async () => {
    await bench.importContent(transaction(patient('contains'), visit('inside-1')));
    const lines = ndjson(visit('inside-2'));
    await bench.importContent(lines);
    const both = { name: 'Contained Clinic', last_name: 'Contained' };
    expect(await bench.rows(kept)).toEqual([
      { source_id: 'inside-1', ...both },
      { source_id: 'inside-2', ...both },
    ]);
    const [count] = await bench.rows(`select count(*) from healthcare_provider where last_name = 'Contained'`);
    expect(count).toEqual({ count: 1 });
    expect((await bench.importContent(lines)).hasChanges).toBe(false);
  });
});

describe('other fields', () => {
  test('of a patient: prefix, suffix, primary care provider and next of kin', async () => {
    const kin = (relationship: unknown[], name: string, value: string) => ({
      relationship,
      name: { text: name },
      telecom: [{ system: 'phone', value }],
    });
    const file = transaction(
      practitioner('pcp', '', { identifier: undefined }),
      patient('parts', {
        name: [{ family: 'Parts', given: ['Pia'], prefix: ['Mrs.'], suffix: ['Jr.'] }],
        generalPractitioner: [{ reference: 'urn:uuid:pcp', display: 'Dr. P' }],
        contact: [
          kin([{ text: 'Emergency contact' }], 'Eve Emergency', '617-555-0101'),
          kin([{ coding: [{ code: 'N' }] }, { text: 'Sister' }], 'Nora Next', '617-555-0102'),
        ],
      }),
    );
    await bench.importContent(file);
    const [row] = await bench.rows(`select p.name_prefix, p.name_suffix, h.last_name as pcp, next_of_kin_name,
        next_of_kin_relationship, next_of_kin_phone
      from patient p join healthcare_provider h on h.healthcare_provider_id = p.pcp_healthcare_provider_id
      where p.last_name = 'Parts'`);
    expect(row).toEqual({
      name_prefix: 'Mrs.',
      name_suffix: 'Jr.',
      pcp: 'Doctor-pcp',
      next_of_kin_name: 'Nora Next',
      next_of_kin_relationship: 'Sister',
      next_of_kin_phone: '6175550102',
    });
    expect((await bench.importContent(file)).hasChanges).toBe(false);
  });

  test('of a next of kin: the relationship, even if code and text are in one concept', async () => {
    const kin = (text?: string) => ({
      contact: [{ relationship: [{ coding: [{ code: 'N' }], text }], name: { text: 'Nora Next' } }],
    });
    const texts = ['Sister', 'Next of kin', undefined];
    await bench.importContent(transaction(...texts.map((text, index) => patient(`kin-${index}`, kin(text)))));
    const rows = await bench.rows(
      `select next_of_kin_relationship as said from patient where next_of_kin_name = 'Nora Next' and mrn like 'MRN-kin-%' order by mrn`,
    );
    expect(rows).toEqual([{ said: 'Sister' }, { said: null }, { said: null }]);
  });

  test('of a condition: its onset as an age or as text', async () => {
    await bench.importContent(
      transaction(
        patient('onset'),
        condition('onset-1', 'urn:uuid:onset', { onsetDateTime: undefined, onsetAge: { value: 45, unit: 'a' } }),
        condition('onset-2', 'urn:uuid:onset', { onsetDateTime: undefined, onsetString: 'as a child' }),
      ),
    );
    const rows = await bench.rows(
      `select onset_date, onset_text from patient_condition where source_id like 'onset-%' order by source_id`,
    );
    expect(rows).toEqual([
      { onset_date: null, onset_text: 'At age 45 years' },
      { onset_date: null, onset_text: 'as a child' },
    ]);
  });

  test('of a document: that another one replaced it', async () => {
    const file = transaction(
      patient('docs'),
      note('doc-said', 'urn:uuid:docs', 'Said', { status: 'superseded' }),
      note('doc-old', 'urn:uuid:docs', 'Old'),
      note('doc-new', 'urn:uuid:docs', 'New', {
        relatesTo: [{ code: 'replaces', target: reference('DocumentReference/doc-old') }],
      }),
    );
    await bench.importContent(file);
    const rows = await bench.rows(
      `select source_id from patient_document where is_superseded and source_id like 'doc-%' order by 1`,
    );
    expect(rows).toEqual([{ source_id: 'doc-old' }, { source_id: 'doc-said' }]);
    expect((await bench.importContent(file)).hasChanges).toBe(false);
  });

  test('of a document: that another one, imported earlier, replaced it', async () => {
    const replaces = [{ code: 'replaces', target: reference('DocumentReference/late-old') }];
    await bench.importContent(
      transaction(patient('late'), note('late-new', 'urn:uuid:late', 'New', { relatesTo: replaces })),
    );
    const old = ndjson(note('late-old', 'Patient/late', 'Old'), note('late-older', 'Patient/late', 'Older'));
    await bench.importContent(old);
    const rows = await bench.rows(
      `select source_id from patient_document where is_superseded and source_id like 'late-%'`,
    );
    expect(rows).toEqual([{ source_id: 'late-old' }]);
    expect((await bench.importContent(old)).hasChanges).toBe(false);
  });

  test('of a document: not back onto the chart that a user archived it on', async () => {
    await bench.importContent(transaction(patient('wrong'), note('wrong-note', 'urn:uuid:wrong', 'First')));
    const { userId } = await buildUser(bench.db, { clientId: bench.clientId });
    await bench.db
      .updateTable('patient_document')
      .set({ is_archived: true, archived_at: new Date(), archived_by_user_id: userId, archive_reason: 'Wrong patient' })
      .where('source_id', '=', 'wrong-note')
      .execute();
    const again = await bench.importContent(ndjson(note('wrong-note', 'Patient/wrong', 'Second')));
    expect(countsOf(again, 'documents')).toEqual({ updated: 1 });
    const rows = await bench.rows(`select is_archived from patient_document where source_id = 'wrong-note'`);
    expect(rows).toEqual([{ is_archived: true }]);
    // The source withdraws it: then no user restores it.
    await bench.importContent(ndjson(note('wrong-note', 'Patient/wrong', 'Second', { status: 'entered-in-error' })));
    const withdrawn = await bench.rows(
      `select archived_at from patient_document where source_id = 'wrong-note' and is_archived`,
    );
    expect(withdrawn).toEqual([{ archived_at: null }]);
  });
});

describe('names', () => {
  test('are decoded as Windows-1252 where needed, and contain no invisible characters', async () => {
    const called = (id: string, family: string) => patient(id, { name: [{ family, given: ['Ada'] }] });
    const report = await bench.importContent(
      transaction(
        called('name-1', 'O\u0092Brien'),
        called('name-2', 'Za\u200bch\u00ada\u2060ry\ufeff'),
        patient('name-3', { name: [{ family: '\u200b\u2060', given: ['\u3164\u115f\u2800'] }] }),
        patient('name-4', { name: [{ family: '\u0301\u034f', given: ['\u00a0'] }] }),
      ),
    );
    expect(reasonsOf(report)).toEqual([]);
    const rows = await bench.rows(`select last_name from patient where mrn like 'MRN-name-%' order by mrn`);
    const unknown = { last_name: 'Name unknown' };
    expect(rows).toEqual([{ last_name: 'O’Brien' }, { last_name: 'Zachary' }, unknown, unknown]);
  });
});

describe('an unreadable file', () => {
  test.each([
    ['', 'is empty'],
    ['\n\n', 'is neither FHIR (JSON or NDJSON), C-CDA nor HL7 v2'],
    [{ resourceType: 'Bundle', type: 'collection', entry: [] }, 'holds no records'],
    [{ resourceType: 'Condition', clinicalStatus: 'active', subject: {} }, 'is FHIR STU3; only R4 can be read'],
    [transaction({ resourceType: 'Encounter', class: 'inpatient' }), 'is FHIR DSTU2; only R4 can be read'],
    [{ resourceType: 'Immunization', status: 'completed', notGiven: true }, 'is FHIR STU3; only R4 can be read'],
    [{ resourceType: 'Procedure', status: 'completed', notPerformed: true }, 'is FHIR DSTU2; only R4 can be read'],
    [{ resourceType: 'MedicationStatement', status: 'active', taken: 'n' }, 'is FHIR STU3; only R4 can be read'],
  ])('is reported: %j', async (content, reason) => {
    expect(reasonsOf(await bench.importContent(content))).toEqual([`: ${reason}`]);
  });
});

test('the dates of a condition are as exact as they are stated', async () => {
  const dated = (id: string, onsetDateTime: string, abatementDateTime: string) =>
    condition(id, 'urn:uuid:exact', { onsetDateTime, abatementDateTime });
  const report = await bench.importContent(
    transaction(
      patient('exact'),
      dated('exact-1', '2011', '2012-03'),
      dated('exact-2', '2012-03-05', '2012'),
      dated('exact-3', '2013', '2012-12-31'),
    ),
  );
  expect([...report.remarks.keys()]).toEqual(['left out: the end, which is before the onset']);
  expect(
    await bench.rows(`select onset_date::text as onset, onset_precision, abatement_date::text as end, abatement_precision
      from patient_condition where source_id like 'exact-%' order by source_id`),
  ).toEqual([
    { onset: '2011-01-01', onset_precision: 'year', end: '2012-03-01', abatement_precision: 'month' },
    { onset: '2012-03-05', onset_precision: 'day', end: '2012-01-01', abatement_precision: 'year' },
    { onset: '2013-01-01', onset_precision: 'year', end: null, abatement_precision: 'day' },
  ]);
});

describe('a diagnosis that is not certain', () => {
  test.each([
    ['differential', 'Melanoma (differential diagnosis)'],
    ['provisional', 'Melanoma (provisional diagnosis)'],
    ['unconfirmed', 'Melanoma (unconfirmed)'],
    ['confirmed', 'Melanoma'],
  ])('that is %s says so in its name', async (status, name) => {
    const id = `sure-${status}`;
    await bench.importContent(
      transaction(
        patient(id),
        condition(`${id}-c`, `urn:uuid:${id}`, {
          code: { text: 'Melanoma' },
          verificationStatus: { coding: [{ code: status }] },
        }),
      ),
    );
    expect(
      await bench.rows(
        `select description from patient_condition join patient using (patient_id) where mrn = 'MRN-${id}'`,
      ),
    ).toEqual([{ description: name }]);
  });

  test('that is a working diagnosis of a stay says so, too', async () => {
    await bench.importContent(
      [
        'MSH|^~\\&|ADT|LAKESIDE|||20260301120000-0500||ADT^A01|SURE|P|2.5.1',
        'PID|1||SURE1^^^LKS^MR||SURE^KIM||19610314|F',
        'DG1|1||J18.9^Pneumonia^I10|||W',
        'DG1|2||I50.9^Heart failure^I10|||A',
      ].join('\r'),
    );
    expect(
      await bench.rows(`select description, note from patient_condition join patient using (patient_id)
        where mrn = 'SURE1' order by 1`),
    ).toEqual([
      { description: 'Heart failure', note: 'Admitting diagnosis' },
      { description: 'Pneumonia (provisional diagnosis)', note: null },
    ]);
  });
});
