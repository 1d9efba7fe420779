import { getSentChart } from '@careloop/contracts/charts/generated';
import { getClinicalSummary } from '@careloop/contracts/clinical-record/summary';
import { getPatientInfo } from '@careloop/contracts/patients';
import { getPatientOverview, listRecentViewers } from '@careloop/contracts/patients/overview';
import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  addToCareTeam,
  buildCoordinator,
  buildPatient,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);

async function addEncounter(patient: { patientId: number }, type: string, daysAgo: number, discharged?: number) {
  const { patient_encounter_id } = await app.db
    .insertInto('patient_encounter')
    .values({
      patient_id: patient.patientId,
      encounter_type: type,
      encounter_date: daysFromNow(-daysAgo),
      discharge_date: discharged === undefined ? null : daysFromNow(-discharged),
      facility_name: 'Harbor Hospital',
    })
    .returning('patient_encounter_id')
    .executeTakeFirstOrThrow();
  return patient_encounter_id;
}

describe('the overview of a patient', () => {
  test('shows the current stay, the next appointment and the current conditions', async () => {
    const user = await buildCoordinator(app.db);
    const patient = await buildPatient(app.db, { clientId: user.clientId });
    await addEncounter(patient, 'inpatient', 400);
    await addEncounter(patient, 'office_visit', 1);
    const stay = await addEncounter(patient, 'inpatient', 3);
    await app.db
      .insertInto('patient_appointment')
      .values(
        [-2, 9, 4].map((days) => ({
          patient_id: patient.patientId,
          appointment_time: daysFromNow(days),
          status: 'pending',
          description: `in ${days} days`,
        })),
      )
      .execute();
    await app.db
      .insertInto('patient_condition')
      .values([
        { patient_id: patient.patientId, description: 'Gout', clinical_status: 'active' },
        { patient_id: patient.patientId, description: 'Old fracture', clinical_status: 'resolved' },
      ])
      .execute();
    const caller = await app.as(user);
    const overview = await caller.ok(getPatientOverview, { patientId: patient.patientId });
    expect(overview.currentEncounter?.patientEncounterId).toBe(stay);
    expect(overview.nextAppointment?.description).toBe('in 4 days');
    expect(overview.conditions.map(({ description }) => description)).toEqual(['Gout']);
    expect(overview.conversations).toBeNull();
    const { admission } = await caller.ok(getPatientInfo, { patientId: patient.patientId });
    expect(admission).toMatchObject({ patientEncounterId: stay, facilityName: 'Harbor Hospital' });
  });

  test('brings the clinical summary along', async () => {
    const user = await buildCoordinator(app.db);
    const { patientId } = await buildPatient(app.db, { clientId: user.clientId });
    await app.db
      .insertInto('patient_allergy')
      .values({ patient_id: patientId, description: 'Penicillin', clinical_status: 'active' })
      .execute();
    const caller = await app.as(user);
    const { clinicalSummary } = await caller.ok(getPatientOverview, { patientId });
    expect(clinicalSummary.allergies).toMatchObject([{ description: 'Penicillin' }]);
    expect(await caller.ok(getClinicalSummary, { patientId })).toMatchObject(clinicalSummary);
  });

  test('names the care team, and says who can no longer sign in', async () => {
    const user = await buildCoordinator(app.db);
    const patient = await buildPatient(app.db, { clientId: user.clientId });
    const [present, gone] = [await buildUser(app.db), await buildUser(app.db)];
    for (const member of [present, gone]) await addToCareTeam(app.db, patient, member);
    await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', gone.userId).execute();
    const { careTeam } = await (await app.as(user)).ok(getPatientOverview, { patientId: patient.patientId });
    expect(Object.fromEntries(careTeam.map(({ userId, isActive }) => [userId, isActive]))).toEqual({
      [present.userId]: true,
      [gone.userId]: false,
    });
  });

  test('does not treat an old stay without an end, or one that ended, as current', async () => {
    const user = await buildCoordinator(app.db);
    const patient = await buildPatient(app.db, { clientId: user.clientId });
    await addEncounter(patient, 'inpatient', 181);
    await addEncounter(patient, 'emergency', 2, 1);
    const overview = await (await app.as(user)).ok(getPatientOverview, { patientId: patient.patientId });
    expect(overview.currentEncounter).toBeNull();
  });

  test('stays closed to a receiver who has only what was sent, and who reads that as it was then', async () => {
    const parties = await buildReferralParties(app);
    const { patientId } = parties.patient;
    const addAllergy = (description: string) =>
      app.db
        .insertInto('patient_allergy')
        .values({ patient_id: patientId, description, clinical_status: 'active' })
        .execute();
    await addAllergy('Penicillin');
    const request = { ...referralInput(parties), patientCharts: [{ associationType: 5 as const }] };
    const { referralId } = await (await app.as(parties.sender)).ok(createReferral, request);
    const receiver = await app.as(parties.receiver);
    const { patientCharts } = await receiver.ok(getReferral, { referralId });
    await addAllergy('Latex');
    await app.db.deleteFrom('care_team_member').where('user_id', '=', parties.receiver.userId).execute();
    for (const endpoint of [getPatientOverview, getClinicalSummary])
      expect((await receiver.fail(endpoint, { patientId })).code).toBe('unauthorized_patient');
    const sent = await receiver.ok(getSentChart, { sentChartId: patientCharts[0]?.sentChartId ?? 0 });
    expect(JSON.stringify(sent)).toContain('Penicillin');
    expect(JSON.stringify(sent)).not.toContain('Latex');
  });

  test('needs access to the patient', async () => {
    const outsider = await app.as(await buildUser(app.db));
    const patient = await buildPatient(app.db);
    for (const endpoint of [getPatientOverview, listRecentViewers]) {
      expect(await outsider.fail(endpoint, { patientId: patient.patientId })).toMatchObject({
        validationErrors: { unauthorized: '1' },
      });
    }
    expect((await app.nobody.call(getPatientOverview, { patientId: patient.patientId })).status).toBe(401);
  });
});

describe('recent viewers', () => {
  test('are the users who opened the patient, latest first, each once', async () => {
    const first = await buildCoordinator(app.db);
    const second = await buildUser(app.db, { clientId: first.clientId });
    const patient = await buildPatient(app.db, { clientId: first.clientId });
    await addToCareTeam(app.db, patient, second);
    const [one, two] = [await app.as(first), await app.as(second)];
    await two.ok(getPatientInfo, { patientId: patient.patientId });
    await one.ok(getPatientInfo, { patientId: patient.patientId });
    await two.ok(getPatientInfo, { patientId: patient.patientId });
    await (await app.as(await buildUser(app.db))).fail(getPatientInfo, { patientId: patient.patientId });
    const { items } = await one.ok(listRecentViewers, { patientId: patient.patientId });
    expect(items.map(({ userId }) => userId)).toEqual([second.userId, first.userId]);
  });

  test('are read from one index range', async () => {
    const plan = await sql<{ 'QUERY PLAN': string }>`explain select user_id, occurred_at from audit_event
      where patient_id = 1 and action = ${sql.lit(getPatientInfo.path)} and outcome = 'ok' order by occurred_at desc limit 500`.execute(
      app.db,
    );
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).not.toContain('Seq Scan');
    expect(lines).not.toMatch(/-> +Sort/);
  });
});
