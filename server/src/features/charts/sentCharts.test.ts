import { listCharts } from '@careloop/contracts/charts';
import { chartKeyOf, selectionOf, selectionTexts } from '@careloop/contracts/charts/selection';
import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  buildDocument,
  buildPatient,
  buildReferral,
  buildReferralParties,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function buildAppointment(patientId: number): Promise<number> {
  const { id } = await app.db
    .insertInto('patient_appointment')
    .values({ patient_id: patientId, appointment_time: new Date('2027-01-05T15:00:00Z'), description: 'Follow-up' })
    .returning('patient_appointment_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

test('every kind of chart goes along with a referral', async () => {
  const earlier = await buildReferral(app);
  const { patientId } = earlier.patient;
  const { patientDocumentId } = await buildDocument(app, earlier.patient);
  const charts: ChartSelection[] = [
    { associationType: 1, patientId },
    { associationType: 2, patientAppointmentId: await buildAppointment(patientId) },
    { associationType: 3, patientDocumentId },
    { associationType: 4, referralId: earlier.referralId },
    { associationType: 5, patientId },
  ];
  const sender = await app.as(earlier.sender);
  const { referralId } = await sender.ok(createReferral, { ...referralInput(earlier), patientCharts: charts });
  const receiver = await app.as(earlier.receiver);
  const referral = await receiver.ok(getReferral, { referralId });
  expect(referral.patientCharts.map((one) => [one.associationType, one.chartTypeName])).toEqual(
    [
      [1, 'Demographics'],
      [5, 'Summary of Care'],
      [2, 'Appointment'],
      [4, 'Referral'],
      [3, 'Progress Note'],
    ].toSorted(([one], [other]) => order(Number(one)) - order(Number(other))),
  );
  expect(new Set(referral.patientCharts.map(({ sha256 }) => sha256)).size).toBe(5);
});
const order = (associationType: number) => [1, 5, 2, 4, 3].indexOf(associationType);

test('a chart of another patient, an archived document and an unknown association type are refused', async () => {
  const parties = await buildReferralParties(app);
  const { patientId } = parties.patient;
  const other = await buildPatient(app.db, { clientId: parties.sender.clientId });
  const { patientDocumentId } = await buildDocument(app, parties.patient);
  await sql`update patient_document set is_archived = true where patient_document_id = ${patientDocumentId}`.execute(
    app.db,
  );
  const sender = await app.as(parties.sender);
  const send = async (chart: unknown) =>
    (await sender.fail(createReferral, { ...referralInput(parties), patientCharts: [chart as ChartSelection] }))
      .validationErrors;
  const gone = { patientCharts: selectionTexts.gone };
  expect(await send({ associationType: 1, patientId: other.patientId })).toEqual(gone);
  expect(await send({ associationType: 5, patientId: other.patientId })).toEqual(gone);
  expect(await send({ associationType: 2, patientAppointmentId: await buildAppointment(other.patientId) })).toEqual(
    gone,
  );
  expect(await send({ associationType: 3, patientDocumentId })).toEqual(gone);
  expect(await send({ associationType: 6, patientId })).toEqual({
    'patientCharts.0.associationType': selectionTexts.unsupported,
  });
});

test('a key names the same chart again, and an unsupported one throws', () => {
  const chart = selectionOf('3:17', 1);
  expect(chart).toEqual({ associationType: 3, patientDocumentId: 17 });
  expect(chartKeyOf(chart)).toBe('3:17');
  expect(chartKeyOf(selectionOf('5:-900', 1))).toBe('5:-900');
  expect(() => selectionOf('9:1', 1)).toThrow(selectionTexts.unsupported);
});

test('the tree has its groups in each view', async () => {
  const { patient, sender } = await buildReferral(app);
  await buildDocument(app, patient);
  const caller = await app.as(sender);
  const { groupings, referrals } = await caller.ok(listCharts, { patientId: patient.patientId });
  expect(referrals).toHaveLength(1);
  expect(groupings.visit.map(({ kind }) => kind)).toEqual(['patient', 'referrals', 'noVisit']);
  expect(groupings.chartType.map(({ label }) => label)).toEqual(['Patient', 'Progress Note', 'Referrals']);
  const failure = await caller.fail(listCharts, { patientId: patient.patientId, timeZone: 'Mars/Olympus' });
  expect(failure.validationErrors).toHaveProperty('timeZone');
});
