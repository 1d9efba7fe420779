import { getPatientInfo } from '@careloop/contracts/patients';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, addToCareTeam, buildClient, buildPatient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Outcomes of a user's reads of patients in the audit, the first one first. */
async function auditedReads(userId: number): Promise<string[]> {
  const { rows } = await sql<{ outcome: string }>`select outcome from audit_event
    where user_id = ${userId} and action = ${getPatientInfo.path} order by audit_event_id`.execute(app.db);
  return rows.map(({ outcome }) => outcome);
}

// The first read makes the process know the session, so the next one begins before the session is checked.

test('a read that began with a permission taken meanwhile is refused and recorded once', async () => {
  const { clientId } = await buildClient(app.db);
  const { patientId } = await buildPatient(app.db, { clientId });
  const { userId } = await buildUser(app.db, { clientId, permissions: ['ViewAllPatients'] });
  const caller = await app.as({ userId });
  await caller.ok(getPatientInfo, { patientId });
  await sql`delete from user_permission where user_id = ${userId}`.execute(app.db);
  expect((await caller.fail(getPatientInfo, { patientId })).code).toBe('unauthorized_patient');
  await sql`insert into user_permission (user_id, permission) values (${userId}, 'ViewAllPatients')`.execute(app.db);
  await caller.ok(getPatientInfo, { patientId });
  expect(await auditedReads(userId)).toEqual(['ok', 'denied', 'ok']);
});

test('a read that began for somebody no longer acted for is refused', async () => {
  const { clientId } = await buildClient(app.db);
  const { patientId } = await buildPatient(app.db, { clientId });
  const provider = await buildUser(app.db, { clientId });
  const office = await buildUser(app.db, { clientId });
  await addToCareTeam(app.db, { patientId }, provider);
  await addProxy(app.db, provider, office);
  const caller = await app.as(office);
  await caller.ok(getPatientInfo, { patientId });
  await sql`delete from user_proxy where proxy_user_id = ${office.userId}`.execute(app.db);
  expect((await caller.fail(getPatientInfo, { patientId })).code).toBe('unauthorized_patient');
  expect(await auditedReads(office.userId)).toEqual(['ok', 'denied']);
});

test.each([
  ['ended', sql`update user_session set ended_at = now()`],
  ['idle for too long', sql`update user_session set last_active_at = now() - interval '31 minutes'`],
  ['of a user deactivated meanwhile', sql`update user_account set is_active = false`],
])('a read that began in a session that is %s answers nothing', async (_name, change) => {
  const { clientId } = await buildClient(app.db);
  const { patientId } = await buildPatient(app.db, { clientId });
  const { userId } = await buildUser(app.db, { clientId, permissions: ['ViewAllPatients'] });
  const caller = await app.as({ userId });
  await caller.ok(getPatientInfo, { patientId });
  await sql`${change} where user_id = ${userId}`.execute(app.db);
  const refused = await caller.fail(getPatientInfo, { patientId });
  expect(refused.code).toBe('unauthenticated');
  expect(await auditedReads(userId)).toEqual(['ok']);
});
