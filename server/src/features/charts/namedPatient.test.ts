import { uploadTexts } from '@careloop/contracts/charts/upload';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { buildUploader, failUpload, fileOf, okUpload } from '../../../test/uploads.ts';
import { namedPeople, otherPatient } from './namedPatient.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const clinical = (names: string, birth: string) => `<?xml version="1.0"?>
<cda:ClinicalDocument xmlns:cda="urn:hl7-org:v3"><cda:recordTarget><cda:patientRole><cda:patient>${names}
<cda:birthTime value="${birth}"/></cda:patient></cda:patientRole></cda:recordTarget>
<cda:author><cda:name><cda:given>Ann</cda:given><cda:family>Ives</cda:family></cda:name></cda:author>
<cda:component/></cda:ClinicalDocument>`;
const nameOf = (given: string, family: string) =>
  `<cda:name>${given
    .split(' ')
    .map((one) => `<cda:given>${one}</cda:given>`)
    .join('')}<cda:family>${family}</cda:family></cda:name>`;
const message = (...pids: string[]) =>
  [String.raw`MSH|^~\&|LAB||||20260302||ORU^R01|1|P|2.5`, ...pids.map((pid) => `PID|1||7^^^^MR||${pid}|F`)].join('\r');

const grace = { firstName: 'Grace', lastName: 'Okafor', suffix: '', birthDate: '1945-07-14', sex: 'female' };
const other = (text: string, contentType = 'application/xml') =>
  otherPatient(namedPeople(contentType, Buffer.from(text)), grace);

test.each([
  ['the same', nameOf('Grace', 'OKAFOR'), '19450714'],
  ['a middle name and a time of birth', nameOf('Grace Adaeze', 'Okafor'), '194507140830-0500'],
  ['a maiden name as well', nameOf('Grace', 'Obi') + nameOf('Grace', 'Okafor'), '19450714'],
  ['no date of birth', nameOf('Grace', 'Okafor'), ''],
  ['no name', '', '19450714'],
])('a clinical document with %s is about the patient', (_what, names, birth) => {
  expect(other(clinical(names, birth))).toBeNull();
});

test.each([
  ['another first name', nameOf('Ruth', 'Okafor'), '19450714', { name: 'Okafor, Ruth', dateOfBirth: '1945-07-14' }],
  ['another birth date', nameOf('Grace', 'Okafor'), '19750714', { name: 'Okafor, Grace', dateOfBirth: '1975-07-14' }],
])('a clinical document with %s is about somebody else', (_what, names, birth, named) => {
  expect(other(clinical(names, birth))).toEqual(named);
});

test('a clinical document about a mother and her newborn is about each, with their own birth date', () => {
  const one = clinical(nameOf('Ada', 'Okafor'), '19750714');
  const target = /<cda:recordTarget>[^]*<\/cda:recordTarget>/.exec(
    clinical(nameOf('Grace', 'Okafor'), '19450714'),
  )?.[0];
  expect(other(one)?.name).toBe('Okafor, Ada');
  expect(other(one.replace('<cda:author>', `${target ?? ''}<cda:author>`))).toBeNull();
});

test('a clinical document is read although only its beginning is known', () => {
  const whole = clinical(nameOf('Ruth', 'Okafor'), '19450714');
  expect(other(whole.slice(0, whole.indexOf('Ives')))?.name).toBe('Okafor, Ruth');
});

test.each([
  ['of the patient', message('OKAFOR^GRACE^A||19450714'), null],
  ['of somebody else', message('Marsh&van^Lee||19600214'), { name: 'Marsh, Lee', dateOfBirth: '1960-02-14' }],
  ['of several patients', message('Marsh^Lee||19600214', 'Okafor^Grace||19450714'), null],
])('HL7 v2 messages %s', (_what, text, named) => {
  expect(other(text, 'text/plain')).toEqual(named);
});

test('other texts and XML name nobody', () => {
  expect(other('PID|1||7||Marsh^Lee', 'text/plain')).toBeNull();
  expect(other('<note><patient><name>Lee</name></patient></note>')).toBeNull();
});

describe('an upload', () => {
  test('is refused with the person it names if the caller wants that, and otherwise added', async () => {
    const { caller, form, chart } = await buildUploader(app);
    const file = fileOf(clinical(nameOf('Lee', 'Marsh'), '19600214'), 'Summary.xml');
    const text = uploadTexts.otherPatient('Marsh, Lee');
    expect(await failUpload(caller, { ...form, RefuseOtherPatient: true, file })).toMatchObject({
      status: 200,
      code: 'refused',
      message: text,
      validationErrors: { file: text },
      namedPatient: { name: 'Marsh, Lee', dateOfBirth: '1960-02-14' },
    });
    expect(await chart()).toEqual([]);
    await okUpload(caller, { ...form, file });
    expect(await chart()).toHaveLength(1);
  });

  test('about the patient is added', async () => {
    const { caller, form, patient, chart } = await buildUploader(app);
    const { first_name, last_name, born } = await app.db
      .selectFrom('patient')
      .select(['first_name', 'last_name', sql<string>`to_char(date_of_birth, 'YYYYMMDD')`.as('born')])
      .where('patient_id', '=', patient.patientId)
      .executeTakeFirstOrThrow();
    const bornOn = (day: string) => fileOf(message(`${last_name}^${first_name}||${day}`), 'Result.hl7');
    await okUpload(caller, { ...form, RefuseOtherPatient: true, file: bornOn(born) });
    const other = { ...form, RefuseOtherPatient: true, file: bornOn('19010203') };
    expect(await failUpload(caller, other)).toMatchObject({ namedPatient: { dateOfBirth: '1901-02-03' } });
    expect(await chart()).toHaveLength(1);
  });
});
