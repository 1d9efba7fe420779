import { beforeEach, describe, expect, test } from 'vitest';

import { condition, encounter, note, patient, transaction } from '../../../test/fhirFiles.ts';
import { countsOf, importBench, reasonsOf } from '../../../test/imports.ts';

// A part that cannot be read is left out and named; the rest of its record is kept.

const bench = importBench();
/** A new patient for each test. */
let mrn: string;
let number = 0;
beforeEach(() => {
  mrn = `P${(number += 1)}`;
});

const remarksOf = (report: { remarks: ReadonlyMap<string, unknown> }) => [...report.remarks.keys()];
const message = (type: string, sentAt: string, ...segments: string[]) =>
  [`MSH|^~\\&|ADT|LAKESIDE|||${sentAt}||${type}|M${number}|P|2.5.1`, ...segments].join('\r');
const pid = (birth = '19610314') => `PID|1||${mrn}^^^LKS^MR||PARTS^PAULA||${birth}|F`;
type Problem = [number: string, code: string, name: string, beginning: string];
function summaryOf(writtenAt: string, ...problems: Problem[]): string {
  const entries = problems.map(
    ([id, code, name, low]) => `<entry><act><statusCode code="active"/><entryRelationship><observation>
      <id root="${id}"/><effectiveTime><low value="${low}"/></effectiveTime>
      <value code="${code}" codeSystem="2.16.840.1.113883.6.96" displayName="${name}"/>
      </observation></entryRelationship></act></entry>`,
  );
  return `<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><id root="2.999.1" extension="${mrn}"/>
    <code code="34133-9"/><title>Summary ${mrn}</title><effectiveTime value="${writtenAt}"/>
    <recordTarget><patientRole><id root="2.999.10" extension="${mrn}"/><patient><name><given>Paula</given>
    <family>Parts</family></name><administrativeGenderCode code="F"/><birthTime value="19610314"/></patient>
    </patientRole></recordTarget><component><structuredBody><component><section><code code="11450-4"/>
    ${entries.join('')}</section></component></structuredBody></component></ClinicalDocument>`;
}

const conditions = () =>
  bench.rows<{ description: string; onset_date: string | null }>(
    `select c.description, c.onset_date::text from patient_condition c join patient p using (patient_id)
     where p.mrn = '${mrn}' order by 1`,
  );

describe('entries of one number and different content', () => {
  const shared = '9d3d416d-45ab-4da1-912f-4583e0632000';

  test('are different problems, which the next document finds in any order', async () => {
    const diabetes: Problem = [shared, '44054006', 'Diabetes mellitus type 2', '20200101'];
    const asthma: Problem = [shared, '195967001', 'Asthma', '20200101'];
    const first = await bench.importContent(summaryOf('20240301120000-0500', diabetes, asthma, asthma));
    expect(countsOf(first, 'conditions')).toEqual({ created: 2 });
    expect((await conditions()).map(({ description }) => description)).toEqual(['Asthma', 'Diabetes mellitus type 2']);
    const next = await bench.importContent(summaryOf('20240401120000-0500', asthma, diabetes));
    expect(countsOf(next, 'conditions').created).toBeUndefined();
    expect(await conditions()).toHaveLength(2);
  });

  test('are different policies', async () => {
    const in1 = (set: number, payer: string) => `IN1|${set}|PPO|A${set}|${payer}${'|'.repeat(32)}W777`;
    await bench.importContent(
      message('ADT^A04', '20260301120000-0500', pid(), in1(1, 'AETNA MEDICAL'), in1(2, 'AETNA DENTAL')),
    );
    const rows = await bench.rows(
      `select payer_name from patient_coverage join patient using (patient_id) where patient.mrn = '${mrn}' order by 1`,
    );
    expect(rows).toEqual([{ payer_name: 'AETNA DENTAL' }, { payer_name: 'AETNA MEDICAL' }]);
  });
});

describe('a date that cannot be read', () => {
  test('of a problem leaves the problem on the list', async () => {
    const report = await bench.importContent(
      summaryOf('20240301120000-0500', ['1b1', '195967001', 'Asthma', '000000']),
    );
    expect(reasonsOf(report)).toEqual([]);
    expect(await conditions()).toEqual([{ description: 'Asthma', onset_date: null }]);
    expect(remarksOf(report)).toContain('left out: onsetDateTime is not a date that exists');
  });

  test('of a document leaves the document on the chart, without a date', async () => {
    const report = await bench.importContent(summaryOf('-08'));
    expect(reasonsOf(report)).toEqual([]);
    const rows = await bench.rows(
      `select document_name, date_provided from patient_document where document_name = 'Summary ${mrn}'`,
    );
    expect(rows).toEqual([{ document_name: `Summary ${mrn}`, date_provided: null }]);
    expect(remarksOf(report)).toContain('left out: date is not a date that exists');
  });

  test('of birth leaves the patient with the result', async () => {
    const report = await bench.importContent(
      message(
        'ORU^R01',
        '20260301120000-0500',
        pid('0000'),
        'OBR|1|1|2|2823-3^Potassium^LN|||20260301110000-0500',
        'OBX|1|NM|2823-3^Potassium^LN||7.1|mmol/L|3.5-5.1|HH|||F',
      ),
    );
    expect(reasonsOf(report)).toEqual([]);
    const rows = await bench.rows(
      `select p.date_of_birth, d.document_name from patient_document d join patient p using (patient_id) where p.mrn = '${mrn}'`,
    );
    expect(rows).toEqual([{ date_of_birth: null, document_name: 'Potassium' }]);
    expect(remarksOf(report)).toContain('left out: birthDate is not a date that exists');
  });
});

describe('every kind of part that cannot be read', () => {
  test('is left out and named, in every kind of record', async () => {
    const urn = `urn:uuid:${mrn}`;
    const unreadable = { text: 7 };
    const report = await bench.importContent(
      transaction(
        patient(mrn, {
          gender: 'none',
          telecom: [
            { system: 'phone', value: 5 },
            { system: 'phone', value: '617-555-0111', use: 'home' },
          ],
          address: 'Elm St',
          communication: [{ language: unreadable, preferred: 'yes' }],
          name: [{ family: 'Parts', given: ['Paula', 9] }],
        }),
        encounter(`${mrn}-e`, urn, { status: 'over', period: { start: '2024-03-01', end: 'later' }, participant: [4] }),
        condition(`${mrn}-c`, urn, { clinicalStatus: { coding: [{ code: 'cured' }] }, recordedDate: 'May' }),
        note(`${mrn}-n`, urn, 'Feels well.', { date: '2024-13-01', author: 'me' }),
      ),
    );
    expect(reasonsOf(report)).toEqual([]);
    for (const kind of ['patients', 'encounters', 'conditions', 'documents'] as const)
      expect([kind, countsOf(report, kind)]).toEqual([kind, { created: 1 }]);
    const [row] = await bench.rows(
      `select first_name, last_name, gender, home_phone from patient where mrn = 'MRN-${mrn}'`,
    );
    expect(row).toEqual({ first_name: 'Paula', last_name: 'Parts', gender: 'unknown', home_phone: '6175550111' });
    const parts = [
      'gender',
      'telecom[0].value',
      'address',
      'name[0].given[1]',
      'status',
      'period.end',
      'date',
      'author',
      'recordedDate',
      'clinicalStatus',
      'participant[0]',
    ];
    for (const part of parts) expect(remarksOf(report)).toContainEqual(expect.stringContaining(`left out: ${part} `));
  });
});

describe('a stay', () => {
  const stays = () =>
    bench.rows<{ encounter_date: Date; discharge_date: Date | null; account_number: string | null }>(
      `select e.encounter_date, e.discharge_date, e.account_number from patient_encounter e join patient p using (patient_id)
       where p.mrn = '${mrn}'`,
    );
  const pv1 = (visit: string, admitted: string, discharged = '') =>
    `PV1|1|I|ICU^201^A${'|'.repeat(16)}${visit}${'|'.repeat(25)}${admitted}|${discharged}`;

  test('without a visit number is kept under the patient and its beginning', async () => {
    await bench.importContent(message('ADT^A01', '20260301120000-0500', pid(), pv1('', '20260301110000-0500')));
    await bench.importContent(
      message('ADT^A03', '20260305120000-0500', pid(), pv1('', '20260301110000-0500', '20260305110000-0500')),
    );
    expect(await stays()).toEqual([
      {
        encounter_date: new Date('2026-03-01T16:00:00Z'),
        discharge_date: new Date('2026-03-05T16:00:00Z'),
        account_number: null,
      },
    ]);
  });

  test('that is known is updated and ended by messages without the time of admission', async () => {
    const visit = `V${mrn}`;
    await bench.importContent(message('ADT^A01', '20260301120000-0500', pid(), pv1(visit, '20260301110000-0500')));
    await bench.importContent(message('ADT^A08', '20260302120000-0500', pid(), pv1(visit, '')));
    await bench.importContent(message('ADT^A03', '20260303120000-0500', pid(), pv1(visit, '', '20260303110000-0500')));
    expect(await stays()).toEqual([
      {
        encounter_date: new Date('2026-03-01T16:00:00Z'),
        discharge_date: new Date('2026-03-03T16:00:00Z'),
        account_number: visit,
      },
    ]);
  });

  test('that is not known, and whose beginning is not stated, is left out and named', async () => {
    const report = await bench.importContent(message('ADT^A08', '20260301120000-0500', pid(), pv1(`V${mrn}`, '')));
    expect(await stays()).toEqual([]);
    expect(reasonsOf(report)).toEqual([
      expect.stringMatching(/^Encounter.*: states no date, and no encounter with its number is known$/),
    ]);
  });

  test('is not stated by a registration without a visit segment', async () => {
    await bench.importContent(message('ADT^A04', '20260301120000-0500', pid()));
    expect(await stays()).toEqual([]);
  });

  test('is not stated by a visit segment that says nothing', async () => {
    const report = await bench.importContent(message('ADT^A31', '20260301120000-0500', pid(), 'PV1|1|N'));
    expect(reasonsOf(report)).toEqual([]);
    expect(await stays()).toEqual([]);
  });
});

describe('an extension that changes the meaning of', () => {
  const negated = [{ url: 'http://example.org/negated', valueBoolean: true }];

  test('a record keeps it from being imported', async () => {
    const own = patient('modified', { identifier: [{ type: { coding: [{ code: 'MR' }] }, value: mrn }] });
    const report = await bench.importContent(
      transaction(
        own,
        condition('modified-1', 'Patient/modified', { code: { text: 'Asthma' }, modifierExtension: negated }),
        condition('modified-2', 'Patient/modified', { code: { text: 'Gout' }, modifierExtension: [] }),
      ),
    );
    expect(reasonsOf(report)).toEqual(['Condition modified-1: has an extension that changes its meaning: negated']);
    expect((await conditions()).map(({ description }) => description)).toEqual(['Gout']);
  });

  test('a part of a record leaves out the part', async () => {
    const report = await bench.importContent(
      transaction(
        patient('modified-part', {
          identifier: [{ type: { coding: [{ code: 'MR' }] }, value: mrn }],
          contact: [{ name: { family: 'Sharp', given: ['Una'] }, modifierExtension: negated }],
        }),
      ),
    );
    expect(remarksOf(report)).toContain('left out: contact[0] has an extension that changes its meaning: negated');
    const [kept] = await bench.rows(`select next_of_kin_name from patient where mrn = '${mrn}'`);
    expect(kept).toEqual({ next_of_kin_name: null });
  });

  test('a medication that orders refer to, or contain, leaves its name out of them', async () => {
    const drug = { resourceType: 'Medication', code: { text: 'Warfarin' }, modifierExtension: negated };
    const subject = { reference: `Patient/${mrn}` };
    const order = (id: string, parts: Record<string, unknown>) => ({
      resourceType: 'MedicationRequest',
      id: `${mrn}-${id}`,
      subject,
      ...parts,
    });
    const report = await bench.importContent(
      transaction(
        patient(mrn, { identifier: [{ type: { coding: [{ code: 'MR' }] }, value: mrn }] }),
        { ...drug, id: `${mrn}-m` },
        order('1', { medicationReference: { reference: `Medication/${mrn}-m` } }),
        order('2', { contained: [{ ...drug, id: 'm' }], medicationReference: { reference: '#m' } }),
      ),
    );
    expect(remarksOf(report)).toEqual(
      expect.arrayContaining(
        ['it', 'contained[0]'].map((part) => `left out: ${part} has an extension that changes its meaning: negated`),
      ),
    );
    const rows = await bench.rows(
      `select description from patient_medication join patient p using (patient_id) where p.mrn = '${mrn}'`,
    );
    expect(rows).toEqual([{ description: 'Medication not stated' }, { description: 'Medication not stated' }]);
  });

  test('an entry of a bundle keeps its record from being imported', async () => {
    const own = patient(mrn, { identifier: [{ type: { coding: [{ code: 'MR' }] }, value: mrn }] });
    const gout = condition(`${mrn}-1`, `Patient/${mrn}`, { code: { text: 'Gout' } });
    const entry = [{ resource: own }, { resource: gout, modifierExtension: negated }];
    const report = await bench.importContent({ resourceType: 'Bundle', type: 'collection', entry });
    expect(reasonsOf(report)).toEqual(['entry 2: has an extension that changes its meaning: negated']);
    expect(await conditions()).toEqual([]);
  });
});

describe('rules that may change the meaning of', () => {
  const implicitRules = 'http://example.org/rules/inverted';
  const own = () => patient(mrn, { identifier: [{ type: { coding: [{ code: 'MR' }] }, value: mrn }] });
  const gout = () => condition(`${mrn}-1`, `Patient/${mrn}`, { code: { text: 'Gout' } });

  test('a record keep it from being imported', async () => {
    const report = await bench.importContent(transaction(own(), { ...gout(), implicitRules }));
    expect(reasonsOf(report)).toEqual([`Condition ${mrn}-1: follows rules that may change its meaning: inverted`]);
    expect(await conditions()).toEqual([]);
  });

  test('a bundle keep it from being imported', async () => {
    const report = await bench.importContent({ ...transaction(own(), gout()), implicitRules });
    expect(reasonsOf(report)).toEqual([': is a Bundle that follows rules that may change its meaning: inverted']);
    expect(await conditions()).toEqual([]);
  });
});

describe('what turns a record around', () => {
  test('is in its row: a subpotent dose, an encounter that is planned', async () => {
    const subject = { reference: `Patient/${mrn}` };
    await bench.importContent(
      transaction(
        patient(mrn, { identifier: [{ type: { coding: [{ code: 'MR' }] }, value: mrn }] }),
        encounter(`${mrn}-e`, subject.reference, { status: 'planned' }),
        {
          resourceType: 'Immunization',
          id: `${mrn}-i`,
          status: 'completed',
          vaccineCode: { text: 'Influenza' },
          patient: subject,
          isSubpotent: true,
        },
      ),
    );
    const [row] = await bench.rows(
      `select i.note, e.admit_reason from patient p join patient_immunization i using (patient_id)
       join patient_encounter e using (patient_id) where p.mrn = '${mrn}'`,
    );
    expect(row).toEqual({ note: 'Subpotent dose', admit_reason: 'Planned: Follow-up' });
  });

  test.each(['cancelled', 'draft', 'entered-in-error'])('keeps a claim from naming a payer: %s', async (status) => {
    await bench.importContent(
      transaction(patient(mrn, { identifier: [{ type: { coding: [{ code: 'MR' }] }, value: mrn }] }), {
        resourceType: 'Claim',
        id: `${mrn}-1`,
        status,
        patient: { reference: `Patient/${mrn}` },
        created: '2024-03-01',
        insurance: [{ focal: true, coverage: { display: 'Aetna' } }],
      }),
    );
    const rows = await bench.rows(
      `select 1 from patient_coverage join patient p using (patient_id) where p.mrn = '${mrn}'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('the bound of a period that has no place', () => {
  const during = { start: '2018-05-01', end: '2018-05-03' };
  const imported = async (resourceType: string, parts: Record<string, unknown>) => {
    const subject = { reference: `Patient/${mrn}` };
    const report = await bench.importContent(
      transaction(patient(mrn, { identifier: [{ type: { coding: [{ code: 'MR' }] }, value: mrn }] }), {
        resourceType,
        id: `${mrn}-1`,
        subject,
        patient: subject,
        code: { text: 'Panel' },
        ...parts,
      }),
    );
    return [...report.partsNotKept.keys()];
  };

  test.each([
    ['Condition', 'onsetPeriod.end', (period: unknown) => ({ onsetPeriod: period })],
    ['Condition', 'abatementPeriod.start', (period: unknown) => ({ abatementPeriod: period })],
    ['AllergyIntolerance', 'onsetPeriod.end', (period: unknown) => ({ onsetPeriod: period })],
    [
      'FamilyMemberHistory',
      'condition.onsetPeriod.end',
      (period: unknown) => ({ condition: [{ code: { text: 'Gout' }, onsetPeriod: period }] }),
    ],
    ['Observation', 'effectivePeriod.end', (period: unknown) => ({ effectivePeriod: period })],
    ['DiagnosticReport', 'effectivePeriod.end', (period: unknown) => ({ effectivePeriod: period })],
    ['DocumentReference', 'context.period.end', (period: unknown) => ({ context: { period } })],
    ['Claim', 'billablePeriod.end', (period: unknown) => ({ billablePeriod: period })],
    ['CareTeam', 'period.start', (period: unknown) => ({ period })],
  ])('is named, unless it is the same as the other one: %s.%s', async (resourceType, part, partsOf) => {
    expect(await imported(resourceType, partsOf(during))).toContain(`${resourceType}.${part}`);
    const same = { start: '2018-05-01', end: '2018-05-01' };
    expect(await imported(resourceType, partsOf(same))).not.toContain(`${resourceType}.${part}`);
  });

  test('of steps of a taper is named, and the medication lasts as long as all of them', async () => {
    const step = (text: string, boundsPeriod: unknown) => ({ text, timing: { repeat: { boundsPeriod } } });
    const parts = await imported('MedicationRequest', {
      medicationCodeableConcept: { text: 'Prednisone' },
      dosageInstruction: [step('20 mg', during), step('10 mg', { start: '2018-05-04', end: '2018-05-06' })],
    });
    expect(parts).toContain('MedicationRequest.dosageInstruction.timing.repeat.boundsPeriod');
    expect(
      await bench.rows(
        `select start_date::text, end_date::text from patient_medication join patient p using (patient_id) where p.mrn = '${mrn}'`,
      ),
    ).toEqual([{ start_date: '2018-05-01', end_date: '2018-05-06' }]);
  });
});

test('a date before 1850, which stands for an unknown one, is left out and named', async () => {
  const report = await bench.importContent(
    transaction(
      patient('unknown', { identifier: [{ type: { coding: [{ code: 'MR' }] }, value: mrn }] }),
      condition('unknown-1', 'Patient/unknown', { onsetDateTime: '0001-01-01T00:00:00Z' }),
    ),
  );
  expect(remarksOf(report)).toContain('left out: onsetDateTime is before 1850');
  expect((await conditions()).map(({ onset_date }) => onset_date)).toEqual([null]);
});
