import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { sample } from '../../../../test/samples.ts';
import { clinicalDocumentHtml, mostNarrative, sectionTooLong } from './clinicalDocument.ts';
import { timeText } from './clinicalText.ts';

/** Visible text of markup, in one line. */
const words = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&(?:apos|#39);/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

/** Distinct texts of elements with these names. */
const textsOf = (markup: string, names: string) => [
  ...new Set(
    [...markup.matchAll(new RegExp(`<(${names})(?:\\s(?:[^>]*[^/>])?)?>([\\s\\S]*?)</\\1>`, 'g'))]
      .map(([, , inner = '']) => words(inner))
      .filter(Boolean),
  ),
];

const header = `<ClinicalDocument xmlns="urn:hl7-org:v3"><id root="1.2.3" extension="D-7"/><code displayName="Referral note" code="57133-1"/>
  <title>Referral</title><effectiveTime value="201309210500-0800"/>
  <recordTarget><patientRole><id root="2.16.840.1.113883.4.1" extension="444222222"/><addr use="HP"><city>Beaverton</city><state>OR</state></addr>
    <telecom use="MC" value="tel: 555-2003"/><patient><name use="L"><given>Eve</given><family>Betterhalf</family></name>
    <administrativeGenderCode code="F" displayName="Female"/><birthTime value="19750501"/>
    <guardian><code displayName="Power of Attorney"/><guardianPerson><name>Bo Betterhalf</name></guardianPerson></guardian></patient></patientRole></recordTarget>
  <participant typeCode="IND"><associatedEntity classCode="CAREGIVER"><code displayName="mother"/><associatedPerson><name>Martha &lt;b&gt;</name>
    </associatedPerson></associatedEntity></participant>
  <componentOf><encompassingEncounter><effectiveTime><low value="20130901"/><high value="20130903"/></effectiveTime>
    <responsibleParty><assignedEntity><assignedPerson><name>Ann Ives</name></assignedPerson></assignedEntity></responsibleParty>
  </encompassingEncounter></componentOf>
  <component><structuredBody><component><section><title>Plan</title><text>Rest</text></section></component></structuredBody></component></ClinicalDocument>`;

test('a summary of the header precedes the sections, and the full header follows them', () => {
  const [before = '', after = ''] = clinicalDocumentHtml(header).split('<h2>Plan</h2>');
  expect(words(before)).toBe(
    'Referral Patient Eve Betterhalf Born 5/1/1975 Sex Female Patient id 444222222 (SSN) Date 9/21/13 5:00 AM (UTC-08:00)',
  );
  expect(words(after)).toBe(
    'Rest About this document Patient Eve Betterhalf (legal name) Born 5/1/1975 Sex Female Patient id 444222222 (SSN) ' +
      'Contact Beaverton, OR (home) Tel 555-2003 (mobile) Guardian Bo Betterhalf Power of Attorney ' +
      'Support Martha <b> mother Caregiver Encounter 9/1/13 – 9/3/13 Responsible party Ann Ives ' +
      'Type of document Referral note Document id D-7 (1.2.3)',
  );
});

test('a section that is too long is replaced by a note, and the sections after it are complete', () => {
  const section = (title: string, text: string) =>
    `<component><section><title>${title}</title><text><paragraph>${text}</paragraph></text></section></component>`;
  const sections = [
    section('Plan', 'Rest'),
    section('Notes', '<content>fever</content> '.repeat(mostNarrative / 16)),
    section('Allergies', 'Penicillin'),
  ];
  const xml = `<ClinicalDocument><component><structuredBody>${sections.join('')}</structuredBody></component></ClinicalDocument>`;
  expect(clinicalDocumentHtml(xml)).toContain(
    `<h2>Plan</h2><div><p>Rest</p></div><h2>Notes</h2><p>${sectionTooLong}</p><h2>Allergies</h2><div><p>Penicillin</p></div>`,
  );
});

const folder = sample('ccda');
const rendered = sample('documents', 'html', 'Referral_Note_rendered.xhtml');

describe.skipIf(folder === undefined || rendered === undefined)('the samples', () => {
  const read = (name: string) => readFileSync(path.join(folder ?? '', name), 'utf8');

  test('show everything that the official stylesheet shows of a referral note', () => {
    const official = readFileSync(rendered ?? '', 'utf8');
    const ours = words(clinicalDocumentHtml(read('Referral_Note.xml')));
    const end = official.indexOf('id="documentfooter"');
    const inBody = (text: string) => textsOf(official.slice(official.indexOf('id="documentbody"'), end), text);
    const missing = [...inBody('h[2-6]'), ...inBody('t[dh]')].filter((text) => !ours.includes(text));
    expect(missing).toEqual([]);
  });

  test('show every name, id, role, address and number of the header that the official stylesheet shows', () => {
    const official = readFileSync(rendered ?? '', 'utf8');
    const known = new Set(
      words(clinicalDocumentHtml(read('Referral_Note.xml')))
        .toLowerCase()
        .split(/[^a-z0-9.@-]+/),
    );
    const footer = words(
      official.slice(official.indexOf('id="documentfooter"')).replace(/<script[\s\S]*?<\/script>/g, ''),
    );
    // Dates and labels are written differently.
    const labels =
      'documentfooter|patient-ids|code|details|gender|mobile|primary|workplace|home|data|enterer|information|legal|date|birth|created|on|set|ids|communication|at|signed|authenticator|indirect|target|assigned|entity|yes|am|pm|organization';
    const said = footer
      .replace(/[A-Z][a-z]+ \d{1,2}, \d{4}(?:, [\d:]+[AP]M [+-]\d{4})?(?: \(\d+yr\))?/g, ' ')
      .toLowerCase()
      .split(/[^a-z0-9.@-]+/)
      .filter((word) => word.length > 1 && !new RegExp(`^(?:${labels})$`).test(word));
    expect(said.length).toBeGreaterThan(100);
    expect([...new Set(said)].filter((word) => !known.has(word))).toEqual([]);
  });

  test.each(folder === undefined ? [] : readdirSync(folder).filter((name) => !name.startsWith('NT_BadXml')))(
    '%s shows each of its section titles and cells',
    (name) => {
      const xml = read(name);
      const ours = words(clinicalDocumentHtml(xml));
      const body = xml.slice(xml.indexOf('structuredBody')).replace(/<!--[\s\S]*?-->/g, '');
      const wanted = xml.includes('structuredBody') ? [...textsOf(body, 'title'), ...textsOf(body, 't[dh]')] : [];
      expect(wanted.filter((text) => !ours.includes(text))).toEqual([]);
    },
  );
});

test.each([
  ['2013091522', '9/15/13'],
  ['2013091522-0800', '9/15/13'],
  ['201309152236-0800', '9/15/13 10:36 PM (UTC-08:00)'],
])('the time %s is shown as %s', (value, shown) => {
  expect(timeText({ name: 'effectiveTime', attributes: { value }, children: [], text: '' })).toBe(shown);
});

test('a time of birth has its full year', () => {
  expect(timeText({ name: 'birthTime', attributes: { value: '20260302' }, children: [], text: '' })).toBe('3/2/2026');
});
