import { readdirSync } from 'node:fs';
import path from 'node:path';

import { listAppointments } from '@careloop/contracts/patients';
import { searchPatients } from '@careloop/contracts/patients/find';
import { getPatientOverview } from '@careloop/contracts/patients/overview';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { buildCoordinator } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { sample } from '../../../test/samples.ts';
import { importFiles } from './importFiles.ts';

import type { Caller, TestApp } from '../../../test/harness.ts';
import type { ImportReport } from './report.ts';

// The right answer of each small case among the samples (EXPECTED.md); its files are imported in order into an empty client.

const folder = sample('cases');

describe.skipIf(folder === undefined)('the small cases', () => {
  let app: TestApp;
  let clientId: number;
  let caller: Caller;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    const user = await buildCoordinator(app.db, { permissions: ['ViewAllPatients'] });
    ({ clientId } = user);
    caller = await app.as(user);
  });

  /** Imports the files whose names begin with that of the case. */
  async function load(name: string): Promise<ImportReport> {
    const names = readdirSync(folder ?? '').filter((file) => file.startsWith(`${name}-`));
    expect(names.length).toBeGreaterThan(0);
    const report: ImportReport[] = [];
    for (const file of names.toSorted()) {
      const paths = [path.join(folder ?? '', file)];
      const target = { db: app.db, storage: app.deps.storage, clientId, timeZone: 'America/New_York' };
      report.push(await importFiles({ ...target, sender: 'fhir', paths }));
    }
    const [whole, ...others] = report;
    if (whole === undefined) throw new Error(`${name} has no file`);
    for (const other of others) whole.add(other);
    return whole;
  }

  async function rows<Row = Record<string, unknown>>(columns: string, table = 'patient', order = '1'): Promise<Row[]> {
    const tables = table === 'patient' ? 'patient p' : `patient p join ${table} r using (patient_id)`;
    const query = `select ${columns} from ${tables} where p.client_id = ${clientId} order by ${order}`;
    return (await sql.raw<Row>(query).execute(app.db)).rows;
  }
  const pairs = () => rows('r.status', 'patient_duplicate');
  const conditions = () => rows('p.first_name as who, r.description as what', 'patient_condition', '2');
  const stays = () => rows('r.encounter_date as at, r.account_number as number', 'patient_encounter');
  const namedIn = ({ leftOut, problems }: ImportReport) => [...leftOut, ...problems].map(({ reason }) => reason);

  async function onlyPatient(): Promise<number> {
    const all = await rows<{ id: number }>('p.patient_id::int as id');
    expect(all).toHaveLength(1);
    return all[0]?.id ?? 0;
  }
  const foundBy = async (phrase: string) =>
    (await caller.ok(searchPatients, { phrase })).items.map(({ patientId }) => patientId);
  /** The text of each document, oldest first. */
  async function documents() {
    const stored = await rows<{ key: string; isSuperseded: boolean | null }>(
      'r.storage_key as key, r.is_superseded as "isSuperseded"',
      'patient_document',
      'r.date_provided, r.patient_document_id',
    );
    return await Promise.all(
      stored.map(async ({ key, isSuperseded }) => ({ text: String(await app.deps.storage.get(key)), isSuperseded })),
    );
  }

  test('c01: twins with one SSN are two patients, and a pair to review', async () => {
    await load('c01');
    expect(await rows('p.first_name')).toEqual([{ first_name: 'Lena' }, { first_name: 'Nora' }]);
    expect(await pairs()).toEqual([{ status: 'open' }]);
  });

  test('c02: an MRN used twice makes two patients and a pair; nobody has the condition of the other', async () => {
    await load('c02');
    expect(await conditions()).toEqual([
      { who: 'Grace', what: 'Asthma' },
      { who: 'Victor', what: 'HIV' },
    ]);
    expect(await pairs()).toEqual([{ status: 'open' }]);
  });

  test('c03: a number of one authority from two senders is one patient with the visit and the critical result', async () => {
    await load('c03');
    await onlyPatient();
    expect(await stays()).toHaveLength(1);
    expect((await documents()).map(({ text }) => text)).toEqual([expect.stringContaining('Hemoglobin^LN||5.1|')]);
  });

  test('c04: the survivor of a merge has what arrives under the old number, which finds the patient', async () => {
    await load('c04');
    const patientId = await onlyPatient();
    expect(await rows('p.mrn')).toEqual([{ mrn: 'SURV7' }]);
    expect((await documents()).map(({ text }) => text)).toEqual([expect.stringContaining('Glucose^LN||400|')]);
    expect(await foundBy('GONE7')).toEqual([patientId]);
  });

  test('c05: problems with one id are three problems', async () => {
    await load('c05');
    const names = ['Asthma', 'Diabetes mellitus type 2', 'Hypertension'];
    expect((await conditions()).map(({ what }) => what)).toEqual(names);
  });

  test('c05b: policies with one plan code are two', async () => {
    await load('c05b');
    expect(await rows('r.payer_name as payer', 'patient_coverage')).toEqual([
      { payer: 'AETNA DENTAL' },
      { payer: 'AETNA MEDICAL' },
    ]);
  });

  test('c06a: an onset that cannot be read leaves the problem on the list, and is named', async () => {
    const report = await load('c06a');
    expect(await rows('r.description as what, r.onset_date::text as onset', 'patient_condition')).toEqual([
      { what: 'Asthma', onset: null },
      { what: 'Hypertension', onset: '2011-01-01' },
    ]);
    expect(namedIn(report)).toEqual(['onsetDateTime is not a date that exists']);
  });

  test('c06b: a date that cannot be read leaves the document on the chart, and is named', async () => {
    const report = await load('c06b');
    expect(await rows('r.document_name as name, r.date_provided as at', 'patient_document')).toEqual([
      { name: 'CCD 11b', at: null },
    ]);
    expect(namedIn(report)).toEqual(['date is not a date that exists']);
  });

  test('c06c: a birth date that cannot be read leaves the patient with the result, and is named', async () => {
    const report = await load('c06c');
    expect(await rows('p.last_name as name, p.date_of_birth as born')).toEqual([{ name: 'GEBURTNULL', born: null }]);
    expect((await documents()).map(({ text }) => text)).toEqual([expect.stringContaining('Potassium^LN||7.1|')]);
    expect(namedIn(report)).toEqual(['birthDate is not a date that exists']);
  });

  test('c07: the corrected result is current, the wrong one superseded, and both can be read', async () => {
    await load('c07');
    expect(await documents()).toEqual([
      { text: expect.stringContaining('Sodium^LN||185|'), isSuperseded: true },
      { text: expect.stringContaining('Sodium^LN||135|'), isSuperseded: null },
    ]);
  });

  test('c08a: a stay without a visit number is kept', async () => {
    await load('c08a');
    expect(await stays()).toEqual([{ at: new Date('2026-03-01T16:00:00Z'), number: null }]);
  });

  test('c08b: an update of an unknown stay without its beginning is named', async () => {
    const report = await load('c08b');
    expect(await stays()).toEqual([]);
    expect(namedIn(report)).toEqual(['states no date, and no encounter with its number is known']);
  });

  test('c09: the overview shows the diagnosis of the open stay', async () => {
    await load('c09');
    const patientId = await onlyPatient();
    // A stay without an end counts as open for half a year.
    await app.db
      .updateTable('patient_encounter')
      .set({ encounter_date: sql<Date>`now() - interval '1 hour'` })
      .where('patient_id', '=', patientId)
      .execute();
    expect(await caller.ok(getPatientOverview, { patientId })).toMatchObject({
      currentEncounter: { accountNumber: 'V19' },
      conditions: [{ description: 'NSTEMI', code: 'I21.4', isCurrent: true }],
      currentConditionCount: 1,
    });
  });

  test('c10: the author of a result is its interpreter', async () => {
    await load('c10');
    const authors = await rows<{ author: string }>('r.author_name as author', 'patient_document');
    expect(authors.map(({ author }) => author.toLowerCase())).toEqual(['marie curie']);
  });

  test('c11: the character set of a message is read, and its names are found without their marks', async () => {
    await load('c11');
    const patientId = await onlyPatient();
    expect(await rows('p.last_name as last, p.first_name as first')).toEqual([{ last: 'WAŁĘSA', first: 'ŁUCJA' }]);
    for (const phrase of ['walesa', 'lucja']) expect(await foundBy(phrase)).toEqual([patientId]);
  });

  test('c12: insurance keeps its order, and a code of the sender is no plan type', async () => {
    await load('c12');
    expect(await rows('r.coverage_order as nth, r.payer_name as payer, r.plan_type', 'patient_coverage')).toEqual([
      { nth: 1, payer: 'AETNA', plan_type: null },
      { nth: 2, payer: 'MEDICARE', plan_type: null },
    ]);
  });

  test('c13: appointments are at the wall clock of the sender, whose zone is known', async () => {
    await load('c13');
    const { items } = await caller.ok(listAppointments, { patientId: await onlyPatient() });
    const at = (description: string, time: string, timeZone = 'America/New_York'): unknown =>
      expect.objectContaining({
        description,
        appointmentTime: expect.stringContaining(time) as string,
        timeZone,
        providerName: null,
      });
    expect(items.toReversed()).toEqual([
      at('Last half hour of the year', '2027-01-01T04:30'),
      at('Day before spring change', '2027-03-13T14:00'),
      // 3:30 AM on the day that has no 2:30.
      at('Hour that does not exist', '2027-03-14T07:30'),
      at('Day of spring change', '2027-03-14T13:00'),
      at('Day after', '2027-03-15T13:00'),
      at('Midnight', '2027-06-01T04:00'),
      at('Offset of sender', '2027-06-01T17:00', '-08:00'),
      at('Hour that occurs twice', '2027-11-07T05:30'),
    ]);
  });

  test('c14: an appointment has its provider, place and service as text', async () => {
    await load('c14');
    const { items } = await caller.ok(listAppointments, { patientId: await onlyPatient() });
    expect(items).toMatchObject([
      {
        providerName: expect.stringMatching(/ROBERT C GARCIA/i),
        addressLabel: expect.stringContaining('GH CLINIC'),
        service: 'Biopsy of colon',
      },
    ]);
  });

  test('c15: a number of equal digits is the MRN', async () => {
    await load('c15');
    expect(await rows('p.mrn')).toEqual([{ mrn: '5555' }]);
    expect(await foundBy('5555')).toEqual([await onlyPatient()]);
    expect(await foundBy('example-equal-digits')).toEqual([]);
  });

  test('c16: a number without an authority and a sender identifies nobody', async () => {
    await load('c16');
    expect(await rows('p.first_name')).toHaveLength(2);
  });
});
