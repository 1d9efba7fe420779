import { listReferrals } from '@careloop/contracts/referrals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addToCareTeam, buildCoordinator, buildPatient, buildProvider } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Stores referrals of a patient that a user sent to themselves, so that several parts of the list have them. */
async function store(
  patient: { patientId: number; clientId: number },
  { userId }: { userId: number },
  most: number,
  status: 'pending' | 'completed' | 'accepted',
  daysAgo = 0,
) {
  const { healthcareProviderId } = await buildProvider(app.db, { clientId: patient.clientId });
  await sql`insert into referral (client_id, patient_id, urgency_days, due_at, referral_reason, created_by_user_id,
      referred_to_user_id, healthcare_provider_id, updated_by_user_id, status, date_created)
    select ${patient.clientId}, ${patient.patientId}, 7, now() + interval '1 day', 'Evaluation', ${userId}, ${userId},
      ${healthcareProviderId}, ${userId}, ${status}, now() - ${daysAgo} * interval '1 day'
    from generate_series(1, ${most})`.execute(app.db);
}

async function countsOf(caller: Caller) {
  const { counts } = await caller.ok(listReferrals, { withCounts: true });
  const { statuses = [], ...total } = counts ?? {};
  return { ...total, ...Object.fromEntries(statuses.map(({ status, ...count }) => [status, count])) };
}

test('with over 10,000 referrals of the user, no status is counted as exact', async () => {
  const patient = await buildPatient(app.db);
  const doctor = await buildProvider(app.db, { clientId: patient.clientId });
  await addToCareTeam(app.db, patient, doctor);
  const caller = await app.as(doctor);
  await store(patient, doctor, 3, 'completed');
  await store(patient, doctor, 9_997, 'pending');
  expect(await countsOf(caller)).toMatchObject({
    completed: { count: 3, isMore: false },
    pending: { count: 1_000, isMore: true },
    declined: { count: 0, isMore: false },
  });
  await store(patient, doctor, 2, 'accepted');
  expect(await countsOf(caller)).toMatchObject({
    total: expect.any(Number) as number,
    isMore: true,
    accepted: { count: 2, isMore: true },
    completed: { isMore: true },
    declined: { count: 0, isMore: true },
  });
});

test('referrals of the client do not displace others of the user from the counts', async () => {
  const user = await buildCoordinator(app.db);
  const elsewhere = await buildPatient(app.db);
  await addToCareTeam(app.db, elsewhere, user);
  await store(await buildPatient(app.db, { clientId: user.clientId }), user, 10_001, 'pending');
  await store(elsewhere, user, 2, 'completed', 30);
  expect(await countsOf(await app.as(user))).toMatchObject({
    completed: { count: 2, isMore: false },
    pending: { count: 1_000, isMore: true },
    open: { count: 1_000, isMore: true },
  });
});
