import { errorTexts } from '@careloop/contracts/result';
import { createReferral } from '@careloop/contracts/referrals';
import { getPatientInfo, listPatients } from '@careloop/contracts/patients';
import { findPatientsBeyond } from '@careloop/contracts/patients/find';
import { healthcheckDatabase } from '@careloop/contracts/session';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { buildReferralParties, referralInput } from '../../../test/factories.ts';
import { loggedLines, startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { sealAll } from '../../../test/sealing.ts';
import { withClient } from '../db/connection.ts';
import { createAccessAudit } from './accessAudit.ts';
import { verifyAudit } from './chain.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(async () => {
  await makeRoom();
});
afterAll(() => app.stop());

const asOwner = (statement: string) =>
  withClient({ url: app.databaseUrl, applicationName: 'test' }, (client) => client.query(statement));

/** The database answers like one whose disk is full, for new rows of the audit and new versions of sessions. */
const fillDisk = () =>
  asOwner(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger no_room before insert on audit_event for each statement execute function no_room();
    create trigger no_room before update on user_session for each statement execute function no_room()`);
const makeRoom = () => asOwner('drop function if exists no_room cascade');

const full = { status: 503, code: 'storage_full', message: errorTexts.auditFull };

const auditOf = async (userId: number) => {
  const { rows } = await sql<{ action: string; patient_id: number | null; age: number }>`
    select action, patient_id, extract(epoch from clock_timestamp() - occurred_at)::float as age
    from audit_event where user_id = ${userId} and kind = 'access' order by occurred_at`.execute(app.db);
  return rows;
};

test('reads go on while the disk of the database is full, and are in the audit once there is room, with their time', async () => {
  const parties = await buildReferralParties(app);
  const { patientId } = parties.patient;
  const caller = await app.as(parties.sender);
  await asOwner(`update user_session set last_seen_at = now() - interval '5 minutes' where user_id = ${caller.userId}`);
  await fillDisk();
  await caller.ok(getPatientInfo, { patientId });
  await caller.ok(listPatients, {});
  expect(await app.nobody.fail(healthcheckDatabase, {})).toMatchObject({ status: 503, code: 'storage_full' });
  // Changes are refused as before, and so is what the audit itself limits.
  expect(await caller.fail(createReferral, referralInput(parties))).toMatchObject({
    status: 503,
    code: 'storage_full',
  });
  expect((await sql`select from referral`.execute(app.db)).rows).toEqual([]);
  expect(await caller.fail(findPatientsBeyond, { phrase: 'okafor' })).toMatchObject(full);
  expect(await auditOf(caller.userId)).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await makeRoom();
  await caller.ok(getPatientInfo, { patientId });
  await expect.poll(async () => (await auditOf(caller.userId)).map(({ action }) => action)).toHaveLength(4);
  const rows = await auditOf(caller.userId);
  expect(rows.map(({ action }) => action)).toEqual([
    getPatientInfo.path,
    listPatients.path,
    createReferral.path,
    getPatientInfo.path,
  ]);
  expect(rows[0]).toMatchObject({ patient_id: patientId });
  expect(rows[0]?.age).toBeGreaterThan(0.3);
  await sealAll(app.db);
  expect(await verifyAudit(app.db)).toMatchObject({ isIntact: true });
});

test('reads are refused once no more of their audit can be kept', async () => {
  const parties = await buildReferralParties(app);
  const caller = await app.as(parties.sender);
  const { audit } = app.deps;
  app.deps.audit = createAccessAudit(app.db, { mostBytes: 1_100 });
  try {
    await fillDisk();
    await caller.ok(getPatientInfo, { patientId: parties.patient.patientId });
    await caller.ok(getPatientInfo, { patientId: parties.patient.patientId });
    expect(await caller.fail(getPatientInfo, { patientId: parties.patient.patientId })).toMatchObject(full);
    await makeRoom();
    // A stop writes what is kept.
    await app.deps.audit.close();
    expect(await auditOf(caller.userId)).toHaveLength(2);
    await caller.ok(getPatientInfo, { patientId: parties.patient.patientId });
  } finally {
    app.deps.audit = audit;
  }
});

test('a stop while the disk is still full logs how many rows are lost', async () => {
  const { sender } = await buildReferralParties(app);
  const audit = createAccessAudit(app.db, { log: app.deps.log });
  await fillDisk();
  const entry = {
    action: '/test',
    outcome: 'ok',
    userId: sender.userId,
    onBehalfOfUserId: null,
    sessionId: null,
  } as const;
  const nothing = { patientId: null, subjectType: null, subjectId: null, details: null, ip: '127.0.0.1' };
  expect(await audit.write({ ...entry, ...nothing })).toBe('kept');
  await audit.close();
  expect(loggedLines.some((line) => line.includes('"count":1') && line.includes('are lost'))).toBe(true);
});
