import { beforeEach, describe, expect, test } from 'vitest';

import { countsOf, importBench, reasonsOf } from '../../../../test/imports.ts';
import { sample } from '../../../../test/samples.ts';
import { defaultLimits } from '../../../platform/files/limits.ts';

const bench = importBench();
/** A new patient for each test. */
let mrn: string;
let number = 0;
beforeEach(() => {
  mrn = `C${(number += 1)}`;
});

interface Parts {
  id?: string;
  time?: string;
  person?: string;
  header?: string;
  sections?: string;
}

function documentOf({ id = mrn, time = '20240301101500-0600', person = '', header = '', sections = '' }: Parts = {}) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:sdtc="urn:hl7-org:sdtc" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <id root="2.16.840.1.113883.19.5" extension="${id}"/>
  <code code="34133-9" codeSystem="2.16.840.1.113883.6.1" displayName="Summarization of Episode Note"/>
  <title>Lakeside summary</title>
  <effectiveTime value="${time}"/>
  <recordTarget><patientRole>
    <id root="2.16.840.1.113883.19.77" extension="${mrn}" assigningAuthorityName="Lakeside Hospital"/>
    <addr use="HP"><streetAddressLine>12 Elm St</streetAddressLine><city>Springfield</city><state>IL</state>
      <postalCode>62704</postalCode><country>US</country></addr>
    <telecom use="HP" value="tel:+1(217)555-0142"/><telecom use="MC" value="tel:217-555-0143"/>
    <telecom value="mailto:grace@example.org"/>
    <patient>
      <name use="L"><prefix>Mrs</prefix><given>Grace</given><given>Ann</given><family>Whitfield</family></name>
      <administrativeGenderCode code="F" codeSystem="2.16.840.1.113883.5.1"/>
      <birthTime value="19610314"/>
      <maritalStatusCode code="W" codeSystem="2.16.840.1.113883.5.2"/>
      <languageCommunication><languageCode code="es-US"/></languageCommunication>
      ${person}
    </patient>
  </patientRole></recordTarget>
  <author><time value="${time}"/><assignedAuthor><id nullFlavor="NI"/><assignedPerson>
    <name><given>Ben</given><family>Okafor</family><suffix>MD</suffix></name></assignedPerson></assignedAuthor></author>
  ${header}
  <component><structuredBody>${sections}</structuredBody></component>
</ClinicalDocument>`;
}

const problem = (id: string, inside: string, concern = 'active', attributes = '') => `
  <entry><act classCode="ACT" moodCode="EVN"><statusCode code="${concern}"/>
    <entryRelationship typeCode="SUBJ"><observation classCode="OBS" moodCode="EVN"${attributes}>
      <id root="2.16.840.1.113883.19.88" extension="${mrn}-${id}"/>${inside}
    </observation></entryRelationship></act></entry>`;
const problems = (...entries: string[]) => `<component><section>
  <code code="11450-4" codeSystem="2.16.840.1.113883.6.1"/><title>Problems</title>
  <text><list><item ID="p9">Frequent falls</item></list></text>${entries.join('')}</section></component>`;

const rowsOf = (columns: string, table: string) =>
  bench.rows<Record<string, unknown>>(
    `select ${columns} from ${table} where patient_id in (select patient_id from patient where mrn = '${mrn}')
     order by 1`,
  );

describe('a clinical document', () => {
  test('adds the patient, problems, insurance, the encounter and itself', async () => {
    const report = await bench.importContent(
      documentOf({
        header: `
          <documentationOf><serviceEvent classCode="PCPR"><performer typeCode="PRF">
            <functionCode code="PCP" codeSystem="2.16.840.1.113883.5.88"/>
            <assignedEntity><id root="2.16.840.1.113883.4.6" extension="1234567893"/>
              <assignedPerson><name><given>Ben</given><family>Okafor</family><suffix>MD</suffix></name></assignedPerson>
            </assignedEntity></performer></serviceEvent></documentationOf>
          <componentOf><encompassingEncounter><id root="2.16.840.1.113883.19.66" extension="V${mrn}"/>
            <code code="IMP" codeSystem="2.16.840.1.113883.5.4" displayName="Inpatient encounter"/>
            <effectiveTime><low value="20240226"/><high value="20240301"/></effectiveTime>
            <location><healthCareFacility><location><name>Lakeside West</name></location></healthCareFacility></location>
          </encompassingEncounter></componentOf>`,
        sections: `${problems(
          problem(
            '1',
            `<effectiveTime><low value="20190405"/></effectiveTime>
             <value xsi:type="CD" code="84114007" codeSystem="2.16.840.1.113883.6.96" displayName="Heart failure">
               <translation code="I50.9" codeSystem="2.16.840.1.113883.6.90" displayName="Heart failure, unspecified"/>
             </value>`,
          ),
          problem(
            '2',
            `<effectiveTime><low value="2015"/><high value="20160102"/></effectiveTime>
             <value xsi:type="CD" code="233604007" codeSystem="2.16.840.1.113883.6.96" displayName="Pneumonia"/>`,
            'completed',
          ),
          problem(
            '3',
            `<value xsi:type="CD" nullFlavor="OTH"><originalText><reference value="#p9"/></originalText></value>`,
          ),
          problem('4', `<value xsi:type="CD" code="55607006" displayName="Problem"/>`, 'active', ' negationInd="true"'),
        )}
        <component><section><code code="48768-6" codeSystem="2.16.840.1.113883.6.1"/><entry><act><entryRelationship><act>
          <id root="2.16.840.1.113883.19.55" extension="P${mrn}"/>
          <performer><assignedEntity><code code="PAYOR"/><representedOrganization><name>Prairie Health</name>
            </representedOrganization></assignedEntity></performer>
          <participant typeCode="COV"><participantRole><id root="2.16.840.1.113883.19.56" extension="PH123"/>
            <code code="SELF" displayName="Self"/></participantRole></participant>
        </act></entryRelationship></act></entry></section></component>`,
      }),
    );
    expect(reasonsOf(report)).toEqual([]);
    const columns = `mrn_system, first_name, middle_name, last_name, date_of_birth, gender, address1, zipcode, home_phone,
      cell_phone, email, language, marital_status, pcp_name`;
    expect(await rowsOf(columns, 'patient')).toEqual([
      {
        mrn_system: 'urn:oid:2.16.840.1.113883.19.77',
        first_name: 'Grace',
        middle_name: 'Ann',
        last_name: 'Whitfield',
        date_of_birth: '1961-03-14',
        gender: 'female',
        address1: '12 Elm St',
        zipcode: '62704',
        home_phone: '2175550142',
        cell_phone: '2175550143',
        email: 'grace@example.org',
        language: 'Spanish',
        marital_status: 'Widowed',
        pcp_name: 'Ben Okafor, MD',
      },
    ]);
    expect(await rowsOf('description, code, clinical_status, onset_date, abatement_date', 'patient_condition')).toEqual(
      [
        {
          description: 'Frequent falls',
          code: null,
          clinical_status: 'active',
          onset_date: null,
          abatement_date: null,
        },
        {
          description: 'Heart failure',
          code: 'I50.9',
          clinical_status: 'active',
          onset_date: '2019-04-05',
          abatement_date: null,
        },
        {
          description: 'Pneumonia',
          code: '233604007',
          clinical_status: 'resolved',
          onset_date: '2015-01-01',
          abatement_date: '2016-01-02',
        },
      ],
    );
    expect(await rowsOf('payer_name, member_id, subscriber_relationship', 'patient_coverage')).toEqual([
      { payer_name: 'Prairie Health', member_id: 'PH123', subscriber_relationship: 'Self' },
    ]);
    expect(await rowsOf('encounter_type, facility_name', 'patient_encounter')).toEqual([
      { encounter_type: 'inpatient', facility_name: 'Lakeside West' },
    ]);
    expect(
      await rowsOf(
        `document_name, author_name, content_type, patient_encounter_id is not null as "hasEncounter",
         (select t.document_name from document_type t where t.document_type_id = d.document_type_id) as type`,
        'patient_document d',
      ),
    ).toEqual([
      {
        document_name: 'Lakeside summary',
        author_name: 'Ben Okafor, MD',
        content_type: 'application/hl7-cda+xml',
        hasEncounter: true,
        type: 'Continuity of Care Document',
      },
    ]);
    expect(countsOf(report, 'providers')).toEqual({ created: 1 });
  });

  test('imported again changes nothing, and a new version replaces the document', async () => {
    const first = documentOf();
    await bench.importContent(first);
    expect((await bench.importContent(first)).hasChanges).toBe(false);
    const next = documentOf({
      id: `${mrn}-2`,
      time: '20240302101500-0600',
      header: `<relatedDocument typeCode="RPLC"><parentDocument>
        <id root="2.16.840.1.113883.19.5" extension="${mrn}"/></parentDocument></relatedDocument>`,
    });
    await bench.importContent(next);
    expect(await rowsOf('is_superseded', 'patient_document')).toEqual([
      { is_superseded: true },
      { is_superseded: null },
    ]);
    expect(await rowsOf('mrn', 'patient')).toHaveLength(1);
  });

  test.each([
    ['', [1, 2]],
    [' in the wrong order', [2, 1]],
  ])('that is a higher version stands%s, with what it states', async (_what, order) => {
    const version = (versionNumber: number, set = mrn, type = '34133-9') =>
      documentOf({
        id: `${mrn}-${versionNumber}-${set}`,
        // Both are of one day.
        time: '20240301',
        header: `<setId root="2.16.840.1.113883.19.6" extension="${set}"/><versionNumber value="${versionNumber}"/>`,
        sections: problems(problem('v', `<value code="38341003" displayName="Version ${versionNumber}"/>`)),
      }).replace('34133-9', type);
    for (const number of order) await bench.importContent(version(number));
    await bench.importContent(version(0, 'another set').replace('38341003', '1'));
    await bench.importContent(version(0, mrn, '57133-1').replace('38341003', '1'));
    expect(await rowsOf('version_number, is_superseded', 'patient_document')).toEqual([
      { version_number: 0, is_superseded: null },
      { version_number: 0, is_superseded: null },
      { version_number: 1, is_superseded: true },
      { version_number: 2, is_superseded: null },
    ]);
    expect(await rowsOf('description', 'patient_condition')).toEqual([{ description: 'Version 2' }]);
  });

  test('adds a problem without a number once, and takes an unknown end as an end', async () => {
    const unnumbered = (end: string) =>
      problem(
        '1',
        `<effectiveTime><low value="20190405"/>${end}</effectiveTime>
         <value xsi:type="CD" code="84114007" codeSystem="2.16.840.1.113883.6.96" displayName="Heart failure"/>`,
      ).replace(/<id [^>]*>/, '');
    const send = (id: string, time: string, end: string) =>
      bench.importContent(documentOf({ id, time, sections: problems(unnumbered(end)) }));
    await send(`${mrn}-1`, '20240301101500-0600', '');
    expect(await rowsOf('clinical_status', 'patient_condition')).toEqual([{ clinical_status: 'active' }]);
    await send(`${mrn}-2`, '20240302101500-0600', '<high nullFlavor="UNK"/>');
    expect(await rowsOf('clinical_status', 'patient_condition')).toEqual([{ clinical_status: 'resolved' }]);
  });

  test('may have more elements in a row than a call may have arguments', async () => {
    const rows = `<component><section><title>Notes</title><text>${'<br/>'.repeat(200_000)}</text></section></component>`;
    expect(reasonsOf(await bench.importContent(documentOf({ sections: rows })))).toEqual([]);
  });

  test('finds the patient of HL7 v2 messages by the number and the system that assigns it', async () => {
    await bench.importContent(
      [
        'MSH|^~\\&|ADT|LAKESIDE|||20240301||ADT^A08|1|P|2.5',
        `PID|1||${mrn}^^^LKS&2.16.840.1.113883.19.77&ISO^MR||Whitfield^Grace^Ann||19610314|F`,
      ].join('\r'),
    );
    expect(countsOf(await bench.importContent(documentOf()), 'patients')).toEqual({ updated: 1 });
  });
});

describe('a document that cannot be imported', () => {
  const limits = { ...defaultLimits, depth: 30 };
  test.each([
    ['without a patient', (text: string) => text.replaceAll('recordTarget', 'recordTargets'), 'names no patient'],
    [
      'about several patients',
      (text: string) => text.replace(/<recordTarget>.*<\/recordTarget>/s, (one) => one + one),
      'is about several patients',
    ],
    ['cut off', (text: string) => text.slice(0, -40), 'is not well-formed XML'],
    [
      'with an entity of its own',
      (text: string) =>
        text
          .replace('<ClinicalDocument', '<!DOCTYPE x [<!ENTITY own SYSTEM "file:///etc/passwd">]><ClinicalDocument')
          .replace('Lakeside summary', '&own;'),
      'is not well-formed XML',
    ],
    [
      'nested too deeply',
      (text: string) => text.replace('<structuredBody>', `<structuredBody>${'<a>'.repeat(40)}${'</a>'.repeat(40)}`),
      'is nested too deeply or has too many elements',
    ],
  ])('%s is rejected with the reason', async (_what, change, reason) => {
    const report = await bench.importContent(change(documentOf()), { limits });
    expect(reasonsOf(report)).toEqual([`: ${reason}`]);
  });
});

const samples = sample('ccda');

test.skipIf(samples === undefined)(
  'all samples are imported or refused with a reason, and again change nothing',
  async () => {
    const report = await bench.import(samples ?? '');
    expect(report.problems.map(({ reason }) => reason)).toEqual(['is not well-formed XML']);
    expect(countsOf(report, 'documents')).toMatchObject({ created: 10 });
    const again = await bench.import(samples ?? '');
    expect([again.hasChanges, again.problems.length]).toEqual([false, 1]);
  },
);

describe('a document in another encoding', () => {
  const wide = () => `\uFEFF${documentOf().replace('UTF-8', 'UTF-16').replace('Whitfield', 'Wałęsa')}`;
  test.each<[what: string, content: () => Buffer]>([
    ['in UTF-16', () => Buffer.from(wide(), 'utf16le')],
    ['in UTF-16 with the high byte first', () => Buffer.from(wide(), 'utf16le').swap16()],
    ['in UTF-8 that calls itself UTF-16', () => Buffer.from(wide().slice(1))],
  ])('%s is read', async (_what, content) => {
    const report = await bench.importContent(content());
    expect(reasonsOf(report)).toEqual([]);
    expect(await bench.rows(`select last_name from patient where mrn = '${mrn}'`)).toEqual([{ last_name: 'Wałęsa' }]);
  });

  test('than the one that it names is read without losing a letter, and named', async () => {
    const report = await bench.importContent(Buffer.from(documentOf().replace('Whitfield', 'Peña'), 'latin1'));
    expect([...report.remarks.keys()]).toContain('not in UTF-8 as it says: read as Windows-1252');
    expect(await bench.rows(`select last_name from patient where mrn = '${mrn}'`)).toEqual([{ last_name: 'Peña' }]);
  });
});
