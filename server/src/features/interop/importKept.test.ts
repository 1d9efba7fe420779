import { expect, test } from 'vitest';

import { condition, encounter, ndjson, patient, transaction } from '../../../test/fhirFiles.ts';
import { importBench } from '../../../test/imports.ts';

// What an import cannot keep is listed: rejected records, parts left out, and numbers of what has no place.

const bench = importBench();

interface Finding {
  kind: string;
  record_type: string;
  reason: string;
  mrn: string | null;
  raw: string;
  is_settled: boolean;
}
const findings = (like: string) =>
  bench.rows<Finding>(`select f.kind, f.record_type, f.reason, p.mrn, f.raw_storage_key as raw,
      f.settled_at is not null as is_settled
    from import_finding f left join patient p using (patient_id) where f.record_id like '${like}' or p.mrn like '${like}'
    order by f.reason`);
const notKept = (mrn: string) =>
  bench.rows<{ kind: string; how_many: number }>(`select kind, sum(how_many)::int as how_many
    from import_not_kept join patient using (patient_id) where mrn = '${mrn}' group by 1 order by 1`);
const order = (id: string, subject: string) => ({
  resourceType: 'ServiceRequest',
  id,
  subject: { reference: subject },
});

test('a part that was left out is listed with the record as it was sent, once, until a later copy can be read', async () => {
  const wrong = transaction(patient('part', { birthDate: '1980-13-01', photo: [{}, {}] }));
  await bench.importContent(wrong);
  const [found] = await findings('part');
  expect(found).toMatchObject({ kind: 'left_out', mrn: 'MRN-part', is_settled: false });
  expect(found?.reason).toBe('birthDate is not a date that exists');
  expect(String(await bench.storage.get(found?.raw ?? ''))).toContain('1980-13-01');
  await bench.importContent(wrong);
  expect(await findings('part')).toEqual([found]);
  expect(await notKept('MRN-part')).toContainEqual({ kind: 'Patient.photo', how_many: 2 });
  await bench.importContent(transaction(patient('part')));
  expect(await findings('part')).toEqual([{ ...found, is_settled: true }]);
});

test('a record that was rejected is listed with its patient', async () => {
  await bench.importContent(
    transaction(patient('reject'), encounter('reject-e', 'urn:uuid:reject', { period: undefined })),
  );
  expect(await findings('reject-e')).toMatchObject([{ kind: 'rejected', record_type: 'Encounter', mrn: 'MRN-reject' }]);
});

test('a file that cannot be read is listed without a patient, in the run with its files', async () => {
  await bench.importContent('<html></html>');
  const rows = await bench.rows(`select f.kind, f.reason, r.ended_at is not null as has_ended, i.rejected
    from import_finding f join import_run r using (import_run_id) join import_file i using (import_run_id)
    where f.record_type is null and f.reason like 'is XML or HTML%'`);
  expect(rows).toEqual([
    { kind: 'rejected', reason: 'is XML or HTML, but neither FHIR nor C-CDA', has_ended: true, rejected: 1 },
  ]);
});

test('records of types that are not kept are counted on the chart, in bundles and lines, and again the same', async () => {
  const bundle = transaction(
    patient('count'),
    order('count-1', 'urn:uuid:count'),
    order('count-2', 'urn:uuid:count'),
    condition('count-c', 'urn:uuid:count', { stage: [{ summary: { text: 'x' } }] }),
  );
  const bundleFile = await bench.files.write(bundle);
  const linesFile = await bench.files.write(ndjson(order('count-3', 'Patient/count')));
  const expected = [
    { kind: 'Condition.stage', how_many: 1 },
    { kind: 'ServiceRequest', how_many: 3 },
  ];
  await bench.import([linesFile, bundleFile]);
  expect(await notKept('MRN-count')).toEqual(expected);
  await bench.import([linesFile, bundleFile]);
  expect(await notKept('MRN-count')).toEqual(expected);
});

test('segments and fields of messages that are not kept are counted, once for each message', async () => {
  const message = (id: string) =>
    [
      `MSH|^~\\&|ADT|LAKESIDE|||2026030112000${id}-0500||ADT^A08|${id}|P|2.5.1`,
      'PID|1||KEPT1^^^LKS^MR||KEPT^KIM||19610314|F||2106-3^White^L',
      'GT1|1||SMITH^ANN',
      'GT1|2||SMITH^BOB',
      'ZPI|1|own',
    ].join('\r');
  for (const id of ['1', '1', '2']) await bench.importContent(message(id));
  expect(await notKept('KEPT1')).toEqual([
    { kind: 'Guarantor (GT1)', how_many: 4 },
    { kind: 'Race (PID-10)', how_many: 2 },
    { kind: 'ZPI', how_many: 2 },
  ]);
});

test('sections of a clinical document that are read as text only are counted', async () => {
  await bench.importContent(`<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><id root="2.999.1" extension="K2"/>
    <code code="34133-9"/><title>Kept</title><effectiveTime value="20240301"/><recordTarget><patientRole>
    <id root="2.999.10" extension="KEPT2"/><patient><name><given>Kim</given><family>Kept</family></name>
    <birthTime value="19610314"/><raceCode code="2106-3"/></patient></patientRole></recordTarget><component>
    <structuredBody><component><section><code code="46240-8"/><title>Encounters</title><entry/><entry/></section>
    </component></structuredBody></component></ClinicalDocument>`);
  expect(await notKept('KEPT2')).toEqual([
    { kind: 'patient raceCode', how_many: 1 },
    { kind: 'section Encounters', how_many: 2 },
  ]);
});

test('entries of lists of which one is used are counted, in every format', async () => {
  const person = patient('lists', {
    name: [
      { use: 'official', family: 'Lists', given: ['Lee'] },
      { use: 'maiden', family: 'Listing' },
    ],
    address: [{ city: 'Boston' }, { city: 'Salem' }, { city: 'Lynn' }],
    telecom: ['0111', '0112', '0113', '0114', '0115', '0116'].map((last) => ({
      system: 'phone',
      value: `617-555-${last}`,
    })),
    communication: [{ language: { text: 'Spanish' } }, { language: { text: 'English' } }],
  });
  const codes = [
    { system: 'http://snomed.info/sct', code: '195967001', display: 'Asthma' },
    { system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'J45.909' },
  ];
  await bench.importContent(transaction(person, condition('lists-c', 'urn:uuid:lists', { code: { coding: codes } })));
  expect(await notKept('MRN-lists')).toEqual([
    { kind: 'Condition.code.coding (others)', how_many: 1 },
    { kind: 'Patient.address (others)', how_many: 2 },
    { kind: 'Patient.communication (others)', how_many: 1 },
    { kind: 'Patient.name (others)', how_many: 1 },
    { kind: 'Patient.telecom (others)', how_many: 4 },
  ]);
  await bench.importContent(
    [
      'MSH|^~\\&|ADT|LAKESIDE|||20260301120000-0500||ADT^A01|LISTS|P|2.5.1',
      'PID|1||KEPT4^^^LKS^MR||KEPT^KIM||19610314|F|||||||es^Spanish~en^English',
      'PV1|1|I|W3|||||||||||||||||||||||||||||||||||||||||20260301110000-0500',
      'PV2|||R07.9^Chest pain~R05^Cough~R11^Nausea',
    ].join('\r'),
  );
  expect(await notKept('KEPT4')).toEqual([
    { kind: 'Admit reason (PV2-3), after the first', how_many: 2 },
    { kind: 'Language (PID-15), after the first', how_many: 1 },
    { kind: 'Location (PV1-3), in part', how_many: 1 },
  ]);
});

test('of parts that can say the same, those that say something else are counted', async () => {
  const subject = { reference: 'urn:uuid:eithers' };
  const at = { effectiveDateTime: '2024-03-01T10:00:00Z' };
  const text = Buffer.from('Seen').toString('base64');
  const both = (said: { who: string; day: string; words: string; number: string }) => [
    condition('eithers-c', 'urn:uuid:eithers', {
      asserter: { display: 'Dr. Ann Lee' },
      recorder: { display: said.who },
    }),
    encounter('eithers-e', 'urn:uuid:eithers', {
      location: [{ location: { display: 'Lakeside' } }],
      serviceProvider: { display: said.words },
    }),
    {
      resourceType: 'DiagnosticReport',
      id: 'eithers-r',
      status: 'final',
      subject,
      code: { text: 'Scan' },
      ...at,
      issued: `${said.day}T11:00:00Z`,
      conclusion: 'Normal',
    },
    {
      resourceType: 'CarePlan',
      id: 'eithers-p',
      status: 'active',
      intent: 'plan',
      subject,
      title: 'Diet',
      period: { start: '2024-03-01' },
      created: said.day,
    },
    {
      resourceType: 'DocumentReference',
      id: 'eithers-d',
      status: 'current',
      subject,
      type: { text: 'Lakeside' },
      category: [{ text: said.words }],
      date: '2024-03-01T12:00:00Z',
      context: { period: { start: said.day } },
      content: [{ attachment: { contentType: 'text/plain', data: text } }],
    },
    {
      resourceType: 'Coverage',
      id: 'eithers-i',
      status: 'active',
      beneficiary: subject,
      payor: [{ display: 'Acme' }],
      subscriberId: said.number,
      identifier: [{ type: { coding: [{ code: 'MB' }] }, system: 'urn:members', value: '77001' }],
    },
  ];
  const same = { who: 'Dr. Ann Lee', day: '2024-03-01', words: 'Lakeside', number: '77001' };
  await bench.importContent(transaction(patient('eithers'), ...both(same)));
  expect(await notKept('MRN-eithers')).toEqual([]);
  const other = { who: 'Nurse Roe', day: '2024-03-09', words: 'Seaside', number: '770' };
  await bench.importContent(transaction(patient('eithers'), ...both(other)));
  expect(await notKept('MRN-eithers')).toEqual(
    [
      'CarePlan.created',
      'Condition.recorder',
      'Coverage.identifier',
      'DiagnosticReport.issued',
      'DocumentReference.category',
      'DocumentReference.context.period.start',
      'Encounter.serviceProvider',
    ].map((kind) => ({ kind, how_many: 1 })),
  );
});

test('a diagnosis without a diagnosis, a policy without a payer, and providers without an NPI are counted', async () => {
  await bench.importContent(
    [
      'MSH|^~\\&|ADT|LAKESIDE|||20260301120000-0500||ADT^A01|WITHOUT|P|2.5.1',
      'PID|1||KEPT5^^^LKS^MR||KEPT^KIM||19610314|F',
      'NK1|1|Works Inc|||||E',
      'PV1|1|I|W3||||77^WEBER^ANNA|||||||||||||||||||||||||||||||||||||20260301110000-0500',
      'DG1|1|I10||||A',
      'IN1|1|PPO|A1||||||||||||||||||||||||||||||||W777',
    ].join('\r'),
  );
  expect(await notKept('KEPT5')).toEqual([
    { kind: 'Diagnosis (DG1)', how_many: 1 },
    { kind: 'Insurance (IN1)', how_many: 1 },
    { kind: 'Location (PV1-3), in part', how_many: 1 },
    { kind: 'Next of kin (NK1)', how_many: 1 },
    { kind: 'provider of an encounter without an NPI', how_many: 1 },
  ]);
});

test('what a clinical document denies is never a problem, and all that its readers cannot keep is counted', async () => {
  const entry = (value: string, on = '') => `<entry><act><statusCode code="active"/><entryRelationship>
    <observation${on}>${value}</observation></entryRelationship></act></entry>`;
  const snomed = (code: string, name: string) =>
    `<value code="${code}" codeSystem="2.16.840.1.113883.6.96" displayName="${name}"/>`;
  const denied = ' negationInd="true"';
  await bench.importContent(`<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><id root="2.999.1" extension="K6"/>
    <code code="34133-9"/><title>Kept</title><effectiveTime value="20240301"/><recordTarget><patientRole>
    <id root="2.999.10" extension="KEPT6"/><patient><name><given>Kim</given><family>Kept</family></name>
    <birthTime value="19610314"/></patient></patientRole></recordTarget>
    <componentOf><encompassingEncounter><effectiveTime value="20240301"/></encompassingEncounter></componentOf>
    <component><structuredBody><component><section><code code="11450-4"/><title>Problems</title>
    ${entry(snomed('195967001', 'Asthma'))}
    ${entry(snomed('44054006', 'Diabetes mellitus type 2'), denied)}
    ${entry(snomed('55607006', 'Problem'), denied)}
    ${entry('<value nullFlavor="NA"/>', ' negationInd="1"')}
    ${entry(snomed('160245001', 'No current problems or disability'))}
    ${entry('<value nullFlavor="UNK"/>')}
    <entry><observation/></entry></section></component>
    <component><section><code code="48768-6"/><title>Payers</title><entry><act><entryRelationship><act/>
    </entryRelationship></act></entry></section></component></structuredBody></component></ClinicalDocument>`);
  expect(
    await bench.rows(`select description from patient_condition join patient using (patient_id) where mrn = 'KEPT6'`),
  ).toEqual([{ description: 'Asthma' }]);
  expect(await notKept('KEPT6')).toEqual([
    { kind: 'encounter without a number', how_many: 1 },
    { kind: 'entry of the problem section without a problem', how_many: 1 },
    { kind: 'policy without a payer', how_many: 1 },
    { kind: 'problem without a value', how_many: 1 },
    { kind: 'statement that a problem is absent', how_many: 1 },
    { kind: 'statement that no problem is known', how_many: 3 },
  ]);
});

test('a document that its source restricts is marked', async () => {
  const restricted = (code: string) => `<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><id root="2.999.1"
    extension="${code}"/><code code="34133-9"/><title>Kept ${code}</title><effectiveTime value="20240301"/>
    <confidentialityCode code="${code}" codeSystem="2.16.840.1.113883.5.25"/><recordTarget><patientRole>
    <id root="2.999.10" extension="KEPT3"/><patient><name><given>Kim</given><family>Kept</family></name>
    <birthTime value="19610314"/></patient></patientRole></recordTarget></ClinicalDocument>`;
  for (const code of ['N', 'R']) await bench.importContent(restricted(code));
  const rows = await bench.rows(`select document_name, restriction from patient_document
    where document_name in ('Kept N', 'Kept R') order by 1`);
  expect(rows).toEqual([
    { document_name: 'Kept N', restriction: null },
    { document_name: 'Kept R', restriction: 'R' },
  ]);
});

test('an import that was stopped and begun again ends with the same rows as one that was not', async () => {
  const content = (name: string) =>
    ['1', '2', '3'].map((id) =>
      transaction(
        patient(`${name}-${id}`, { birthDate: '1980-13-01' }),
        order(`${name}-o${id}`, `urn:uuid:${name}-${id}`),
        encounter(`${name}-e${id}`, `urn:uuid:${name}-${id}`, { period: undefined }),
      ),
    );
  const filesOf = (name: string) => Promise.all(content(name).map((bundle) => bench.files.write(bundle)));
  const stopped = await filesOf('stopped');
  let done = 0;
  const stop = new Error('stopped');
  const progress = {
    start: () => {},
    stop: () => {},
    advance: () => {
      done += 1;
      // After the files were read and the first of them was imported.
      if (done === stopped.length + 1) throw stop;
    },
  };
  await expect(bench.import(stopped, { progress })).rejects.toThrow(stop);
  await bench.import(stopped);
  await bench.import(await filesOf('whole'));
  const rowsOf = (name: string) =>
    bench.rows(`select replace(p.mrn, '${name}', '') as mrn, f.kind, f.record_type, f.reason, n.kind as not_kept, n.how_many
      from patient p join import_finding f using (patient_id) join import_not_kept n using (patient_id)
      where p.mrn like 'MRN-${name}-%' order by 1, 2, 3, 4, 5`);
  expect(await rowsOf('stopped')).toHaveLength(6);
  expect(await rowsOf('stopped')).toEqual(await rowsOf('whole'));
  const [run] = await bench.rows(`select count(*) from import_run where ended_at is null`);
  expect(run).toEqual({ count: 1 });
});
