import { listPatients } from '@careloop/contracts/patients';
import { acceptReferral, addReferralComment } from '@careloop/contracts/referrals/processing';
import { createReferral } from '@careloop/contracts/referrals';
import { sendMessage } from '@careloop/contracts/messages/sending';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect } from '../platform/db/connection.ts';
import { startBackground } from '../commands/startup/background.ts';
import { realtimeChannel } from '../platform/realtime/notification.ts';
import { buildColleagues } from '../../test/conversations.ts';
import { addToCareTeam, buildPatient, buildReferralParties, referralInput } from '../../test/factories.ts';
import { loggedLines, startTestApp } from '../../test/harness.ts';
import type { Caller, TestApp } from '../../test/harness.ts';
import { notifyReferralReceiver } from './referrals/jobs.ts';

// Runs a patient whose every text is a canary through the product, then searches everything outside the tables for them.
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Records every database notification. */
async function listen() {
  const client = await connect({ url: app.databaseUrl, applicationName: 'canary' });
  const heard: string[] = [];
  client.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await client.query(`listen ${realtimeChannel}`);
  return { heard, stop: () => client.end() };
}

/** Waits until the worker has run every job that is due. */
async function jobsDone(): Promise<void> {
  const queued = () =>
    sql<{ n: number }>`select count(*) as n from pgboss.job where state < 'completed' and start_after < now()`.execute(
      app.db,
    );
  await expect.poll(async () => (await queued()).rows[0]?.n).toBe(0);
}

/** A user's typical actions on a patient, including some that fail. */
async function work(): Promise<void> {
  const parties = await buildReferralParties(app);
  const patient = await buildPatient(app.db, {
    clientId: parties.sender.clientId,
    firstName: 'Canaryfirst',
    lastName: 'Canarylast',
    mrn: 'CANARY-77',
  });
  const { callers } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  for (const { userId } of callers) await addToCareTeam(app.db, patient, { userId });
  const [sender, receiver] = [await app.as(parties.sender), await app.as(parties.receiver)];
  await sender.ok(listPatients, { searchTerm: 'Canarylast' });
  const input = { ...referralInput({ ...parties, patient }), referralReason: 'canary reason', urgencyDays: 1 };
  const { referralId } = await sender.ok(createReferral, input, { 'idempotency-key': 'canary-key' });
  await sender.call(createReferral, { ...input, referralReason: 'canary\u0000' });
  // The receiver is emailed only while the referral is pending, and once the sender can no longer undo.
  await sql`update pgboss.job set start_after = now() where name = ${notifyReferralReceiver.name}`.execute(app.db);
  await jobsDone();
  await receiver.ok(acceptReferral, { referralId });
  await sender.ok(addReferralComment, { referralId, comment: 'canary comment' });
  const message = { patientId: patient.patientId, recipientUserIds: [two.userId], priority: 4 as const };
  await one.ok(sendMessage, { ...message, message: 'canary message' });
  await one.fail(sendMessage, { ...message, message: 'canary message', subject: 'canary subject' });
  await one.call(sendMessage, { ...message, message: 'canary\u0000' });
  await one.call(sendMessage, { ...message, message: 'canary '.repeat(200_000) });
}

test('the log, jobs, events, audit and emails contain no patient data', async () => {
  const events = await listen();
  const background = await startBackground(app.deps, app.databaseUrl);
  await work();
  await jobsDone();
  await background.stop();
  await events.stop();

  const { rows: jobs } = await sql`select to_jsonb(j) as job from pgboss.job j`.execute(app.db);
  const { rows: audit } = await sql`select to_jsonb(e) as entry from audit_event e`.execute(app.db);
  const { rows: mails } = await sql`select to_jsonb(d) as mail from delivery d`.execute(app.db);
  const places = { log: loggedLines, events: events.heard, jobs, audit, mails };
  for (const [place, content] of Object.entries(places)) {
    expect({ place, count: content.length > 0 }).toEqual({ place, count: true });
    expect({ place, found: JSON.stringify(content).match(/.{0,60}canary.{0,40}/i)?.[0] }).toEqual({
      place,
      found: undefined,
    });
  }
});
