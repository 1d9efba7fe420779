import { expect, test } from 'vitest';

import { importBench } from '../../../../test/imports.ts';

// Parts of entries that no reader asks for are counted by section and name, so that none is ignored silently.

const bench = importBench();

const coded = (name: string, code: string, words: string, inside = '') =>
  `<${name} code="${code}" displayName="${words}">${inside}</${name}>`;
const left = `<qualifier>${coded('name', '272741003', 'Laterality')}${coded('value', '7771000', 'Left')}</qualifier>`;

const sections: [code: string, title: string, entry: string][] = [
  [
    '11450-4',
    'Problems',
    `<act><statusCode code="active"/><priorityCode code="A" displayName="Urgent"/><entryRelationship><observation>
      <id root="2.999.8"/><value code="239873007" displayName="Osteoarthritis of knee">${left}</value>
      ${coded('targetSiteCode', '72696002', 'Knee region', left)}
      <entryRelationship typeCode="REFR"><observation>${coded('code', '409586006', 'Complaint')}
        ${coded('value', '1', 'Limping')}</observation></entryRelationship></observation></entryRelationship></act>`,
  ],
  [
    '10160-0',
    'Medications',
    `<substanceAdministration moodCode="EVN"><text>One puff</text><statusCode code="active"/>
      <rateQuantity value="90" unit="mL/min"/><administrationUnitCode code="C42944" displayName="Inhalation"/>
      <consumable><manufacturedProduct><manufacturedMaterial>${coded('code', '1', 'Albuterol')}</manufacturedMaterial>
      </manufacturedProduct></consumable><precondition><criterion>${coded('value', '56018004', 'Wheezing')}</criterion>
      </precondition><entryRelationship typeCode="SUBJ"><act>${coded('code', '409073007', 'Education')}</act>
      </entryRelationship></substanceAdministration>`,
  ],
  [
    '47519-4',
    'Procedures',
    `<procedure><id root="2.999.9"/>${coded('code', '1', 'Arthroscopy')}<statusCode code="completed"/>
      ${coded('methodCode', '2', 'Open')}${coded('targetSiteCode', '72696002', 'Knee region', left)}
      <participant typeCode="LOC"><participantRole>${coded('code', '3', 'Theatre')}</participantRole></participant>
      </procedure>`,
  ],
  [
    '11369-6',
    'Immunizations',
    `<substanceAdministration><statusCode code="completed"/>
      <effectiveTime><low value="20240101"/><high value="20240102"/></effectiveTime>
      <consumable><manufacturedProduct><manufacturedMaterial>${coded('code', '140', 'Influenza')}
      </manufacturedMaterial></manufacturedProduct></consumable></substanceAdministration>`,
  ],
  [
    '48765-2',
    'Allergies',
    `<observation>${coded('code', 'ASSERTION', '')}${coded('value', '419199007', 'Allergy')}
      <effectiveTime><low value="20100101"/><high value="20150101"/></effectiveTime><participant typeCode="CSM">
      <participantRole><playingEntity>${coded('code', '1', 'Latex')}</playingEntity></participantRole></participant>
      </observation>`,
  ],
  [
    '30954-2',
    'Results',
    `<observation>${coded('code', '1', 'Scan')}<statusCode code="completed"/>
      <effectiveTime><low value="20240101"/><high value="20240101"/></effectiveTime>
      <value xsi:type="ED" representation="B64">JVBERi0=</value></observation>`,
  ],
];

test('parts of entries are in a row, or counted; sides of the body and conditions of a dose are in rows', async () => {
  const body = sections.map(
    ([code, title, entry]) => `<component><section><code code="${code}"/><title>${title}</title><text/>
      <entry>${entry}</entry></section></component>`,
  );
  await bench.importContent(`<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><id root="2.999.1" extension="E1"/><code code="34133-9"/>
    <title>Everything</title><effectiveTime value="20240301"/><recordTarget><patientRole>
    <id root="2.999.10" extension="E1"/><patient><name><given>Kim</given><family>Every</family></name>
    <birthTime value="19610314"/><languageCommunication><languageCode code="en"/>
    ${coded('modeCode', 'ESP', 'Expressed spoken')}</languageCommunication></patient></patientRole></recordTarget>
    <component><structuredBody>${body.join('')}</structuredBody></component></ClinicalDocument>`);
  expect(await bench.rows('select description, note from patient_condition')).toEqual([
    { description: 'Osteoarthritis of knee (Left)', note: 'Body site: Knee region (Left)' },
  ]);
  expect(await bench.rows('select dosage from patient_medication')).toEqual([
    { dosage: 'One puff, as needed for Wheezing, at 90 mL/min' },
  ]);
  expect(await bench.rows('select body_site from patient_procedure')).toEqual([{ body_site: 'Knee region (Left)' }]);
  expect(await bench.rows('select value_text from patient_result')).toEqual([
    { value_text: 'A file that is in the document' },
  ]);
  expect(await bench.rows('select kind, how_many::int from import_not_kept order by kind')).toEqual(
    [
      'patient languageCommunication/modeCode',
      'section Allergies: effectiveTime/high',
      'section Immunizations: effectiveTime/high',
      'section Medications: entryRelationship/act (Education)',
      'section Medications: substanceAdministration/administrationUnitCode',
      'section Problems: act/priorityCode',
      'section Problems: observation/entryRelationship (Complaint)',
      'section Procedures: procedure/methodCode',
      'section Procedures: procedure/participant',
    ].map((kind) => ({ kind, how_many: 1 })),
  );
});
