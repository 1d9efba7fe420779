import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { importBench } from '../../../../test/imports.ts';
import { sample } from '../../../../test/samples.ts';

// Statements of the clinical record from clinical documents, section by section.

const bench = importBench();

interface Row {
  description: string;
  [column: string]: unknown;
}

/** The rows that the document imported last states, in its order. */
const rowsOf = (table: string, and = '') =>
  bench.rows<Row>(`select t.* from ${table} t
    where patient_document_id = (select max(patient_document_id) from patient_document) ${and} order by 1`);
const namesOf = async (table: string, and?: string) => (await rowsOf(table, and)).map(({ description }) => description);
const results = async () =>
  (await rowsOf('patient_result', 'and not is_panel')).map((row) => [
    row.description,
    row['value_number'] ?? row['value_text'] ?? row['absent_reason'],
  ]);

const folder = sample('ccda');
const read = (name: string) => readFileSync(sample('ccda', name) ?? '', 'utf8');

describe.skipIf(folder === undefined)('documents of several senders', () => {
  test('a continuity of care document', async () => {
    await bench.importContent(read('CCD.xml'));
    expect(await rowsOf('patient_medication')).toMatchObject([
      {
        description: 'albuterol 0.09 MG/ACTUAT [Proventil]',
        code: '573621',
        code_system: 'http://www.nlm.nih.gov/research/umls/rxnorm',
        status: 'active',
        start_date: '2011-01-03',
        route: 'Inhalation Route of Administration',
        reason: 'Asthma',
      },
      { description: 'atenolol 25 MG Oral Tablet', start_date: '2012-03-18' },
    ]);
    expect(await rowsOf('patient_allergy')).toMatchObject([
      {
        description: 'Penicillin',
        clinical_status: 'active',
        severity: 'severe',
        reactions: [{ manifestation: 'Nausea', severity: 'mild' }],
        onset_date: '1998-05-01',
      },
      { description: 'codeine' },
    ]);
    expect(await rowsOf('patient_immunization')).toMatchObject([
      { status: 'completed', occurred_on: '1999-11-01', occurred_precision: 'month', stated_by: 'Harold Hippocrates' },
      { status: 'not_done', occurred_on: '1998-12-15' },
      { status: 'completed', description: 'pneumococcal polysaccharide vaccine, 23 valent' },
      { status: 'not_done', description: 'meningococcal C conjugate vaccine' },
      { status: 'completed', description: 'hepatitis B vaccine, unspecified formulation' },
    ]);
    expect(await results()).toEqual(
      expect.arrayContaining([
        ['Hemoglobin', 13.2],
        ['Leukocytes', 6.7],
        ['Platelets', 123],
        ['Hematocrit', 35.3],
        ['Erythrocytes', 4.21],
        ['Urea nitrogen, Serum', 'No information'],
        ['Tobacco smoking status NHIS', 'Ex-smoker'],
        ['History of tobacco use', 'Moderate cigarette smoker'],
        ['Body height', 177],
        ['Patient Body Weight - Measured', 86],
        ['Patient Body Weight - Measured', 88],
        ['Systolic blood pressure', 132],
        ['Systolic blood pressure', 128],
      ]),
    );
    expect(await namesOf('patient_result', 'and is_panel')).toEqual(
      expect.arrayContaining(['CBC W Auto Differential panel in Blood', 'Blood chemistry', 'Vital signs']),
    );
    expect((await namesOf('patient_procedure')).toSorted()).toEqual([
      'Colonic polypectomy',
      'Colonic polypectomy',
      'Colonoscopy',
      'Placement of stent',
    ]);
    expect(await namesOf('patient_plan')).toEqual(['Colonoscopy']);
    const family = await rowsOf('patient_background', `and kind = 'family'`);
    expect(family).toMatchObject([
      { description: 'Myocardial infarction', relationship: 'father' },
      { description: 'Diabetes mellitus type 2', relationship: 'father' },
    ]);
    expect(family[0]?.['details']).toContain('Onset: At age 57 years');
    expect(await namesOf('patient_background', `and kind = 'device'`)).toContain('cane');
  });

  test('a document of a certified system', async () => {
    await bench.importContent(read('170.315_b1_toc_amb_ccd_r21_sample1_v13.xml'));
    expect((await namesOf('patient_medication')).toSorted()).toEqual([
      'Ceftriaxone 100MG/ML',
      'Clindamycin 300mg',
      'Darbepoetin Alfa 0.5 MG/ML',
      'Tylenol 500mg',
    ]);
    expect(await rowsOf('patient_allergy')).toMatchObject([
      { description: 'Penicillin G', category: 'medication' },
      { description: 'Ampicillin' },
    ]);
    expect(await rowsOf('patient_immunization', `and status = 'not_done'`)).toMatchObject([
      { status_reason: 'Patient Objection', lot_number: '1' },
    ]);
    const urine = await rowsOf('patient_result', `and description like '%rine%'`);
    expect(urine.map((row) => [row.description, row['value_number'] ?? row['value_text'], row['flag']])).toEqual([
      ['Color of Urine', 'YELLOW', 'normal'],
      ['Appearance of Urine', 'CLEAR', 'normal'],
      ['Specific gravity of Urine by Test strip', '1.015', 'normal'],
      ['pH of Urine by Test strip', 5, 'normal'],
      ['Glucose [Mass/volume] in urine by test strip', 50, 'normal'],
      expect.arrayContaining(['Ketones [Mass/Volume] in urine by test strip', 'Negative']) as unknown,
      expect.arrayContaining(['Protein[Mass/Volume] in urine by test strip', 100]) as unknown,
    ]);
    expect(urine[3]).toMatchObject({ range_low: 5, range_high: 8, unit: '[pH]' });
    expect(await namesOf('patient_plan', `and kind = 'goal'`)).toEqual([
      'Get rid of intermittent fever that is occurring every few weeks. (Visual Inspection)',
      'Need to gain more energy to do regular activities. (Visual Inspection)',
    ]);
    expect((await namesOf('patient_plan', `and kind = 'care_plan'`)).toSorted()).toEqual([
      'Chest X-ray',
      'EKG 12 channel panel',
      'Urinanalysis macro (dipstick) panel',
      'consultation',
    ]);
    expect(await rowsOf('patient_background')).toMatchObject([
      { kind: 'device', description: 'Cardiac resynchronization therapy implantable pacemaker' },
    ]);
  });

  test('documents of two more senders', async () => {
    await bench.importContent(read('NT_Bad_DocCode_r11_v2.xml'));
    expect((await namesOf('patient_medication')).toSorted()).toEqual([
      '120 ACTUAT Fluticasone propionate 0.11 MG/ACTUAT Metered Dose Inhaler',
      'Albuterol 0.09 MG/ACTUAT inhalant solution',
    ]);
    expect((await namesOf('patient_allergy')).toSorted()).toEqual(['Aspirin', 'Codeine', 'Penicillin G benzathine']);
    expect(await results()).toEqual(
      expect.arrayContaining([
        ['HGB', 10.2],
        ['WBC', 12.3],
        ['Finding', 'Former smoker'],
        ['Cigarette smoking', '1 pack per day'],
      ]),
    );
    await bench.importContent(read('Discharge_Summary.xml'));
    expect(await namesOf('patient_medication')).toEqual(['ibuprofen 600 MG Oral Tablet']);
    expect((await namesOf('patient_allergy')).toSorted()).toEqual(['Egg', 'codeine', 'penicillin G']);
    expect(await namesOf('patient_procedure')).toEqual(['Laparoscopic appendectomy']);
  });
});

const section = (code: string, ...entries: string[]) => `<component><section><code code="${code}"/><text>
  <content ID="t1">One at night</content></text>${entries.map((entry) => `<entry>${entry}</entry>`).join('')}</section></component>`;
const documentOf = (number: string, ...sections: string[]) => `<?xml version="1.0"?><ClinicalDocument
  xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><id root="2.999.1" extension="${number}"/>
  <code code="34133-9"/><title>Record</title><effectiveTime value="20240301"/><recordTarget><patientRole>
  <id root="2.999.10" extension="CR${number}"/><patient><name><given>Kim</given><family>Record</family></name>
  <birthTime value="19610314"/></patient></patientRole></recordTarget><author><assignedAuthor><assignedPerson><name>
  <given>Ann</given><family>Author</family></name></assignedPerson></assignedAuthor></author><component><structuredBody>
  ${sections.join('')}</structuredBody></component></ClinicalDocument>`;

const drug = (attributes: string, code: string, inside = '') => `<substanceAdministration classCode="SBADM"
  moodCode="EVN" ${attributes}>${inside}<statusCode code="active"/><consumable><manufacturedProduct><manufacturedMaterial>
  ${code}</manufacturedMaterial></manufacturedProduct></consumable></substanceAdministration>`;

test('what is denied says so, and no known allergies and medications are statements of their own', async () => {
  const allergy = (value: string, participant = '') => `<act><statusCode code="active"/><entryRelationship>
    <observation negationInd="true"><code code="ASSERTION"/><value xsi:type="CD" code="${value}"/>${participant}
    </observation></entryRelationship></act>`;
  await bench.importContent(
    documentOf(
      '1',
      section('10160-0', drug('negationInd="true"', '<code nullFlavor="NA"/>')),
      section(
        '48765-2',
        allergy('416098002'),
        allergy(
          '419199007',
          `<participant typeCode="CSM"><participantRole><playingEntity><code code="1" displayName="Latex"/></playingEntity>
          </participantRole></participant>`,
        ),
      ),
    ),
  );
  expect(await rowsOf('patient_medication')).toMatchObject([
    { description: 'No known medications', is_none_known: true },
  ]);
  expect(await rowsOf('patient_allergy')).toMatchObject([
    { description: 'No known drug allergies', is_none_known: true, category: 'medication' },
    { description: 'Latex', is_none_known: false, verification: 'refuted' },
  ]);
});

test('two entries of one number and different content are two, and the next document finds both', async () => {
  const id = '<id root="2.999.7"/>';
  const both = (number: string, status: string) =>
    documentOf(
      '2',
      section(
        '10160-0',
        drug('', '<code code="1" displayName="Aspirin"/>', id),
        drug('', '<code code="2" displayName="Warfarin"/>', `${id}<text><reference value="#t1"/></text>`),
        `<act/>`,
      ),
    )
      .replace('20240301', number)
      .replaceAll('active', status);
  await bench.importContent(both('20240301', 'active'));
  expect(await rowsOf('patient_medication')).toMatchObject([
    { description: 'Aspirin', status: 'active', stated_by: 'Ann Author' },
    { description: 'Warfarin', dosage: 'One at night' },
  ]);
  await bench.importContent(both('20240401', 'completed'));
  expect(await rowsOf('patient_medication')).toMatchObject([
    { description: 'Aspirin', status: 'completed' },
    { description: 'Warfarin', status: 'completed' },
  ]);
  const [unkept] = await bench.rows<{ how_many: number }>(`select how_many from import_not_kept
    where kind = 'entry of the medication section without a medication'`);
  expect(Number(unkept?.how_many)).toBe(2);
});
