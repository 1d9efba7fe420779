import { describe, expect, test } from 'vitest';

import { bundle } from '../../../test/fhirFiles.ts';
import { importBench } from '../../../test/imports.ts';

// Whatever a record states stands in a row or is named as not kept. Each `~` in the records below becomes a word of its own,
// which is then looked for in the rows of the patient, and otherwise its place among what is not kept or could not be read.

type Json = { [part: string]: unknown };

const concept = { text: '~' };
const quantity = { value: 5, unit: '~' };
const note = [{ text: '~', authorString: '~' }];
const display = { display: '~' };
const period = { start: '2024-01-02', end: '2024-02-03' };
const reason = [concept];
const ofPatient = { subject: { reference: 'Patient/all' }, status: 'active' };

const records: Json[] = [
  {
    resourceType: 'Patient',
    id: 'all',
    identifier: [{ type: { coding: [{ code: 'MR' }] }, system: 'urn:oid:2.999.4', value: '~', assigner: display }],
    name: [
      { use: 'official', family: '~', given: ['~', '~'], prefix: ['~'], suffix: ['~'] },
      { use: 'old', family: '~' },
    ],
    gender: 'female',
    birthDate: '1950-02-03',
    address: [
      { line: ['~', '~'], city: '~', state: '~', postalCode: '12345', country: '~', district: '~' },
      { city: '~' },
    ],
    maritalStatus: concept,
    communication: [{ language: concept, preferred: true }, { language: concept }],
    contact: [
      {
        relationship: [concept],
        name: { text: '~' },
        telecom: [{ system: 'email', value: '~' }],
        address: { city: '~' },
      },
      { relationship: [{ text: 'next of kin' }], name: { text: '~' }, organization: display },
      { relationship: [concept], name: { text: '~' } },
    ],
    generalPractitioner: [display, display],
    photo: [{ title: '~' }],
    extension: [{ url: 'http://example.org/tribe', valueString: '~' }],
    _gender: { extension: [{ url: 'http://example.org/how-known', valueString: '~' }] },
    contained: [{ resourceType: 'Flag', id: 'f', code: concept }],
  },
  {
    ...ofPatient,
    resourceType: 'Condition',
    id: 'c1',
    status: undefined,
    code: { text: '~', coding: [{ system: 'http://snomed.info/sct', code: '~' }, { code: '~' }] },
    severity: concept,
    bodySite: [concept, concept],
    stage: [{ summary: concept }],
    evidence: [{ code: [concept] }],
    recorder: display,
    note,
  },
  {
    ...ofPatient,
    resourceType: 'Encounter',
    id: 'e1',
    status: 'finished',
    class: { code: 'AMB' },
    period,
    type: [concept],
  },
  {
    ...ofPatient,
    resourceType: 'Encounter',
    id: 'e2',
    status: 'finished',
    class: { code: 'AMB' },
    period,
    type: [concept],
    reasonCode: [concept, concept],
    participant: [{ type: [{ text: 'attender' }], individual: display }],
    hospitalization: { dischargeDisposition: concept, admitSource: concept, destination: display },
    location: [{ location: display, physicalType: concept }, { location: display }],
    diagnosis: [{ condition: display }],
    priority: concept,
  },
  {
    ...ofPatient,
    resourceType: 'AllergyIntolerance',
    id: 'a1',
    patient: { reference: 'Patient/all' },
    code: concept,
    onsetString: '~',
    asserter: display,
    reaction: [
      {
        manifestation: [concept, concept],
        description: '~',
        severity: 'mild',
        exposureRoute: concept,
        note: [{ text: '~' }],
      },
    ],
    note,
  },
  {
    ...ofPatient,
    resourceType: 'MedicationRequest',
    id: 'm1',
    intent: '~',
    statusReason: concept,
    medicationReference: { reference: '#drug' },
    contained: [
      {
        resourceType: 'Medication',
        id: 'drug',
        ingredient: [{ itemCodeableConcept: concept }, { itemCodeableConcept: concept }],
      },
      { resourceType: 'Substance', id: 'other', code: concept },
    ],
    reasonCode: reason,
    requester: display,
    dosageInstruction: [
      {
        text: '~',
        patientInstruction: '~',
        additionalInstruction: [concept],
        asNeededCodeableConcept: concept,
        route: concept,
        doseAndRate: [{ type: concept, rateQuantity: quantity }],
        maxDosePerPeriod: { numerator: quantity, denominator: quantity },
        maxDosePerAdministration: quantity,
      },
      {
        timing: { code: concept, event: ['2024-01-01'] },
        site: concept,
        method: concept,
        doseAndRate: [{ doseQuantity: quantity }],
      },
    ],
    dispenseRequest: { quantity, performer: display, expectedSupplyDuration: quantity },
    substitution: { reason: concept },
    note,
  },
  {
    ...ofPatient,
    resourceType: 'MedicationStatement',
    id: 'm2',
    medicationCodeableConcept: concept,
    informationSource: display,
    dosage: [{ text: '~' }],
    derivedFrom: [display],
  },
  {
    ...ofPatient,
    resourceType: 'Observation',
    id: 'o1',
    status: 'final',
    code: concept,
    performer: [display],
    valueQuantity: { value: 4, unit: '~' },
    interpretation: [concept],
    referenceRange: [{ text: '~', appliesTo: [concept] }],
    bodySite: concept,
    method: concept,
    specimen: display,
    device: display,
    focus: [display],
    note,
    component: [
      { code: concept, valueString: '~', interpretation: [concept] },
      { code: concept, dataAbsentReason: concept },
    ],
  },
  {
    ...ofPatient,
    resourceType: 'DiagnosticReport',
    id: 'd1',
    status: 'final',
    code: concept,
    conclusion: '~',
    conclusionCode: [concept],
    resultsInterpreter: [display],
    media: [{ comment: '~' }],
  },
  {
    ...ofPatient,
    resourceType: 'Immunization',
    id: 'i1',
    status: 'not-done',
    statusReason: concept,
    patient: { reference: 'Patient/all' },
    vaccineCode: concept,
    occurrenceString: '~',
    lotNumber: '~',
    manufacturer: display,
    site: concept,
    route: concept,
    doseQuantity: quantity,
    performer: [{ actor: display, function: concept }],
    protocolApplied: [{ series: '~', doseNumberString: '~', targetDisease: [concept] }],
    education: [{ documentType: '~' }],
    note,
  },
  {
    ...ofPatient,
    resourceType: 'Procedure',
    id: 'p1',
    status: 'completed',
    code: concept,
    performedString: '~',
    performer: [{ actor: display, function: concept }],
    bodySite: [concept],
    outcome: concept,
    complication: [concept],
    reasonCode: reason,
    note,
  },
  {
    ...ofPatient,
    resourceType: 'CarePlan',
    id: 'cp',
    intent: '~',
    title: '~',
    description: '~',
    category: [concept],
    author: display,
    activity: [
      { detail: { code: concept, description: '~', scheduledString: '~', goal: [display] }, progress: [{ text: '~' }] },
    ],
    note,
  },
  {
    ...ofPatient,
    resourceType: 'Goal',
    id: 'g1',
    lifecycleStatus: 'active',
    achievementStatus: concept,
    description: concept,
    priority: concept,
    category: [concept],
    target: [{ measure: concept, detailString: '~', dueDate: '2025-01-01' }],
    statusReason: '~',
    expressedBy: display,
    outcomeCode: [concept],
    note,
  },
  {
    ...ofPatient,
    resourceType: 'FamilyMemberHistory',
    id: 'f1',
    status: 'completed',
    patient: { reference: 'Patient/all' },
    name: '~',
    relationship: concept,
    condition: [{ code: concept, outcome: concept, onsetString: '~', note: [{ text: '~' }] }],
    note,
  },
  {
    ...ofPatient,
    resourceType: 'Device',
    id: 'dv',
    patient: { reference: 'Patient/all' },
    type: concept,
    manufacturer: '~',
    modelNumber: '~',
    serialNumber: '~',
    safety: [concept],
    note,
  },
  {
    ...ofPatient,
    resourceType: 'Coverage',
    id: 'cv',
    beneficiary: { reference: 'Patient/all' },
    payor: [display, display],
    subscriberId: '~',
    subscriber: display,
    relationship: concept,
    type: concept,
    class: [
      { type: { coding: [{ code: 'group' }] }, value: '~', name: '~' },
      { type: { coding: [{ code: 'plan' }] }, value: '~' },
    ],
    network: '~',
  },
  {
    resourceType: 'Appointment',
    id: 'ap',
    status: 'booked',
    start: '2027-01-01T10:00:00-05:00',
    description: '~',
    serviceType: [concept, concept],
    reasonCode: [concept],
    comment: '~',
    participant: [
      { actor: { reference: 'Patient/all' } },
      { actor: { type: 'Practitioner', display: '~' }, type: [concept] },
      { actor: { type: 'Location', display: '~' } },
    ],
  },
  {
    ...ofPatient,
    resourceType: 'DocumentReference',
    id: 'dr',
    status: 'current',
    type: concept,
    description: '~',
    author: [display, display],
    content: [{ attachment: { contentType: 'text/plain', data: 'aGVsbG8=', title: '~' } }],
    context: { event: [concept], facilityType: concept },
  },
  {
    ...ofPatient,
    resourceType: 'CareTeam',
    id: 'ct',
    name: '~',
    participant: [{ role: [concept], member: { type: 'Organization', display: '~' } }],
    note,
  },
];

/** The words that a record states, each with its place, such as `name.family`. */
interface Word {
  word: string;
  type: string;
  path: string;
}

const bench = importBench();

function worded(value: unknown, add: (path: string) => string, path = ''): unknown {
  if (value === '~') return add(path);
  if (Array.isArray(value)) return value.map((item: unknown) => worded(item, add, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([part, inner]) => [part, worded(inner, add, path === '' ? part : `${path}.${part}`)]),
  );
}

const tables =
  'identifier condition encounter allergy medication result immunization procedure plan background coverage appointment document'
    .split(' ')
    .map((name) => `patient_${name}`);

/** Everything that the rows of the patient say. */
async function rowsOf(patientId: number): Promise<string> {
  const parts = [...tables, 'patient', 'record_care_team'].map(
    (table) => `select to_jsonb(r)::text as text from ${table} r where patient_id = ${patientId}`,
  );
  const names = ['mrn_system', 'document_type'].map((table) => `select to_jsonb(r)::text as text from ${table} r`);
  return (await bench.rows<{ text: string }>([...parts, ...names].join(' union all ')))
    .map(({ text }) => text)
    .join('\n');
}

describe('all that a record states', () => {
  test('is in a row, or named among what is not kept', async () => {
    const words: Word[] = [];
    const stated = records.map((record) =>
      worded(record, (path) => {
        const word = `word${words.length + 1}e`;
        words.push({ word, type: String(record['resourceType']), path });
        return word;
      }),
    );
    await bench.importContent(
      bundle(
        'collection',
        stated.map((resource) => ({ resource })),
      ),
    );
    const [patient] = await bench.rows<{ id: number }>('select patient_id::int as id from patient');
    const rows = await rowsOf(patient?.id ?? 0);
    const kinds = (await bench.rows<{ kind: string }>('select kind from import_not_kept')).map(({ kind }) => kind);
    const findings = await bench.rows<{ record_type: string; reason: string }>(
      'select record_type, reason from import_finding',
    );
    const isNamed = ({ type, path }: Word) =>
      kinds.some((kind) => {
        const part = kind.replace(/ \(others\)$/, '');
        return part.startsWith(`${type}.`) && `${path}.`.startsWith(`${part.slice(type.length + 1)}.`);
      }) ||
      // Extensions and contained records are named by what they are.
      (/extension/.test(path) && kinds.some((kind) => kind.startsWith(`${type}.`) && /tribe|how-known/.test(kind))) ||
      (path.startsWith('contained.') && kinds.some((kind) => kind.startsWith(`${type}.contained.`))) ||
      findings.some(
        ({ record_type: of, reason: why }) => of === type && path !== '' && why.startsWith(path.split('.')[0] ?? ''),
      );
    const nowhere = words.filter((one) => !rows.includes(one.word) && !isNamed(one));
    expect(nowhere.map(({ type, path }) => `${type}.${path}`)).toEqual([]);
    expect(words.length).toBeGreaterThan(180);
  });
});
