import { listCharts } from '@careloop/contracts/charts';
import { chartKeyOf, selectionOf, selectionTexts } from '@careloop/contracts/charts/selection';
import type { ChartSelection } from '@careloop/contracts/charts/selection';
import {
  getAppointmentChart,
  getDemographicsChart,
  getReferralChart,
  getSentChart,
  getSummaryOfCare,
  getVisitDemographics,
} from '@careloop/contracts/charts/generated';
import { getDocumentText } from '@careloop/contracts/charts/viewer';
import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { updateReferral } from '@careloop/contracts/referrals/updating';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import {
  addToCareTeam,
  buildCoordinator,
  buildDocument,
  buildPatient,
  buildProvider,
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

test('every kind of chart can be sent with a referral', async () => {
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

test('demographics and summary of care are of the patient of the request if they name none', async () => {
  const parties = await buildReferralParties(app);
  const sender = await app.as(parties.sender);
  const [demographics, summary] = [{ associationType: 1 as const }, { associationType: 5 as const }];
  const request = { ...referralInput(parties), patientCharts: [demographics] };
  const { referralId, version } = await sender.ok(createReferral, request);
  const first = (await sender.ok(getReferral, { referralId })).patientCharts;
  expect(first.map((one) => one.chartTypeName)).toEqual(['Demographics']);
  await sender.ok(updateReferral, {
    ...declared(updateReferral, request),
    referralId,
    version,
    patientCharts: [demographics, summary],
  });
  const second = (await sender.ok(getReferral, { referralId })).patientCharts;
  expect(second.map((one) => one.chartTypeName)).toEqual(['Demographics', 'Summary of Care']);
  expect(second[0]).toEqual(first[0]);
});

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

test('a key identifies the same chart again, and an unsupported one throws', () => {
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

test('what was sent stays the same when the patient, the appointment and the document change', async () => {
  const parties = await buildReferralParties(app);
  const { patientId } = parties.patient;
  const patientAppointmentId = await buildAppointment(patientId);
  const { patientDocumentId } = await buildDocument(app, parties.patient, 'As it was.');
  const sender = await app.as(parties.sender);
  const { referralId } = await sender.ok(createReferral, {
    ...referralInput(parties),
    patientCharts: [
      { associationType: 5, patientId },
      { associationType: 2, patientAppointmentId },
      { associationType: 3, patientDocumentId },
    ],
  });
  const receiver = await app.as(parties.receiver);
  const sent = (await receiver.ok(getReferral, { referralId })).patientCharts;
  const generated = sent.filter((chart) => chart.patientDocumentId === null);
  const read = (caller: typeof sender) =>
    Promise.all(generated.map(({ sentChartId }) => caller.ok(getSentChart, { sentChartId })));
  const before = await read(sender);

  const { key, byteCount } = await app.deps.storage.put(Buffer.from('Changed since.'));
  await sql`update patient set last_name = 'Renamed' where patient_id = ${patientId}`.execute(app.db);
  await sql`delete from patient_appointment where patient_appointment_id = ${patientAppointmentId}`.execute(app.db);
  await sql`update patient_document set storage_key = ${key}, byte_count = ${byteCount}, document_name = 'Renamed'
    where patient_document_id = ${patientDocumentId}`.execute(app.db);

  expect(await read(receiver)).toEqual(before);
  expect(before.map(({ sha256 }) => sha256)).toEqual(generated.map(({ sha256 }) => sha256));
  expect(before.every(({ isSent, html }) => isSent && !html.includes('Renamed'))).toBe(true);
  expect(await receiver.ok(getDocumentText, { patientDocumentId, referralId })).toMatchObject({ text: 'As it was.' });
  expect(await sender.ok(getDocumentText, { patientDocumentId })).toMatchObject({ text: 'Changed since.' });
  expect((await sender.ok(getSummaryOfCare, { patientId })).html).toContain('RENAMED');
  const change = sql`update sent_chart set content = 'other' where referral_id = ${referralId} and content is not null`;
  await expect(change.execute(app.db)).rejects.toThrow('What was sent does not change.');
});

test('a generated chart is for users who may see the patient or the referral, and each reading is audited', async () => {
  const earlier = await buildReferral(app);
  const { patientId } = earlier.patient;
  const patientAppointmentId = await buildAppointment(patientId);
  const sender = await app.as(earlier.sender);
  const { referralId } = await sender.ok(createReferral, {
    ...referralInput(earlier),
    patientCharts: [{ associationType: 1, patientId }],
  });
  const [chart] = (await sender.ok(getReferral, { referralId })).patientCharts;
  const sentChartId = chart?.sentChartId ?? 0;
  const receiver = await app.as(earlier.receiver);
  const stranger = await app.as(await buildCoordinator(app.db));
  const closed = { code: 'unauthorized_patient' };
  for (const caller of [receiver, stranger]) {
    expect(await caller.fail(getSummaryOfCare, { patientId })).toMatchObject(closed);
    expect(await caller.fail(getDemographicsChart, { patientId })).toMatchObject(closed);
    expect(await caller.fail(getAppointmentChart, { patientAppointmentId })).toMatchObject(closed);
  }
  expect(await stranger.fail(getReferralChart, { referralId })).toMatchObject(closed);
  expect(await stranger.fail(getSentChart, { sentChartId })).toMatchObject(closed);
  expect(await app.nobody.fail(getSentChart, { sentChartId })).toMatchObject({ status: 401 });
  expect(await receiver.ok(getReferralChart, { referralId })).toMatchObject({ title: 'Referral', isSent: false });
  expect(await receiver.ok(getSentChart, { sentChartId })).toMatchObject({ title: 'Demographics', isSent: true });
  expect(await sender.fail(getVisitDemographics, { patientId, patientEncounterId: 999_999 })).toMatchObject(closed);
  const rows = await app.db
    .selectFrom('audit_event')
    .select(['outcome', 'patient_id', 'user_id'])
    .where('subject_type', '=', 'sent_chart')
    .where('subject_id', '=', sentChartId)
    .orderBy('audit_event_id')
    .execute();
  expect(rows).toEqual([
    { outcome: 'denied', patient_id: null, user_id: stranger.userId },
    { outcome: 'ok', patient_id: patientId, user_id: earlier.receiver.userId },
  ]);
});

test('a summary of care lists what is recorded and what is not, and escapes its text', async () => {
  const parties = await buildReferralParties(app);
  const { patientId } = parties.patient;
  await app.db
    .insertInto('patient_condition')
    .values([
      { patient_id: patientId, description: '<img src=x onerror=alert(1)>', clinical_status: 'active' },
      { patient_id: patientId, description: 'Old fracture', clinical_status: 'resolved' },
    ])
    .execute();
  const { patientEncounterId } = await app.db
    .insertInto('patient_encounter')
    .values({ patient_id: patientId, encounter_date: new Date('2026-03-02T10:00:00Z'), account_number: 'A-77' })
    .returning('patient_encounter_id as patientEncounterId')
    .executeTakeFirstOrThrow();
  const { receiver } = parties;
  await addToCareTeam(app.db, parties.patient, receiver);
  await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', receiver.userId).execute();
  const sender = await app.as(parties.sender);
  const { html } = await sender.ok(getSummaryOfCare, { patientId });
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(html).not.toContain('<img');
  expect(html).toMatch(
    /<h4>Allergies<\/h4>\s*<p>None recorded in this portal. This does not mean that the patient has none/,
  );
  expect(html).toMatch(/<h4>Past problems<\/h4>[\s\S]*Old fracture/);
  expect(html).toMatch(/Born 14-Jul-1945 \(\d+y\) · Female · MRN/);
  expect(html.match(/\(can no longer sign in\)/g)).toHaveLength(1);
  const visit = await sender.ok(getVisitDemographics, { patientId, patientEncounterId });
  expect(visit.html).toContain('A-77');
  expect((await sender.ok(getDemographicsChart, { patientId })).html).not.toContain('A-77');
});

test('the days of a chart are those of the client of the patient', async () => {
  const { patient, sender } = await buildReferralParties(app);
  const { patientId } = patient;
  await app.db
    .insertInto('patient_encounter')
    .values({ patient_id: patientId, encounter_date: new Date('2026-07-05T00:30:00Z'), account_number: 'A-78' })
    .execute();
  const { html } = await (await app.as(sender)).ok(getSummaryOfCare, { patientId });
  expect(html).toContain('<time datetime="2026-07-05T00:30:00.000Z" data-day>7/4/26</time>');
});

test('a summary of care says how many referrals it does not list', async () => {
  const { patient, sender, referralId } = await buildReferral(app);
  await sql`insert into referral (client_id, patient_id, urgency_days, due_at, referral_reason, healthcare_provider_id,
      created_by_user_id, updated_by_user_id)
    select client_id, patient_id, urgency_days, due_at, 'Follow-up', healthcare_provider_id, created_by_user_id, updated_by_user_id
    from referral, generate_series(1, 21) where referral_id = ${referralId}`.execute(app.db);
  const { html } = await (await app.as(sender)).ok(getSummaryOfCare, { patientId: patient.patientId });
  const [section = ''] = /<h4>Referrals<\/h4>[^]*?<\/section>/.exec(html) ?? [];
  expect(section.match(/Follow-up/g)).toHaveLength(20);
  expect(section).toContain('<p>2 older ones are not listed here.</p>');
});

test('a referral keeps the specialty with which it was sent', async () => {
  const { patient, sender, receiver, referralId } = await buildReferral(app);
  const { patientId } = patient;
  const caller = await app.as(sender);
  const read = async () => (await caller.ok(listCharts, { patientId })).referrals[0]?.specialtyName;
  const specialtyName = await read();
  const { specialtyId } = await buildProvider(app.db, { clientId: receiver.clientId });
  await app.db
    .updateTable('healthcare_provider')
    .set({ healthcare_provider_specialty_id: specialtyId })
    .where('healthcare_provider_id', '=', receiver.healthcareProviderId)
    .execute();
  expect(await read()).toBe(specialtyName);
  for (const { html } of [
    await caller.ok(getReferralChart, { referralId }),
    await caller.ok(getSummaryOfCare, { patientId }),
  ])
    expect(html).toContain(`>${specialtyName}<`);
});
