import { markConversationRead } from '@careloop/contracts/messages';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildColleagues, buildMessenger, send } from '../../../test/conversations.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { handlerOf, jobRun, portalUrl, takeJobs, textOf } from '../../../test/mails.ts';
import { startSmtpServer } from '../../../test/smtpServer.ts';
import type { SmtpServer } from '../../../test/smtpServer.ts';
import { smtpSender } from '../../core/integrations/email/smtp.ts';
import { escalateUrgentMessage } from './jobs.ts';

let app: TestApp;
let smtp: SmtpServer;
beforeAll(async () => {
  app = await startTestApp();
  smtp = await startSmtpServer();
});
afterAll(async () => {
  await smtp.stop();
  await app.stop();
});

/** Runs the waiting jobs as a worker would when they are due, and returns the mails they send. */
async function escalate(times = 1): Promise<SmtpServer['messages']> {
  const sentBefore = smtp.messages.length;
  const deps = { ...app.deps, portalUrl, email: smtpSender(smtp.url) };
  const handler = handlerOf(escalateUrgentMessage);
  for (const data of await takeJobs(app, escalateUrgentMessage.name)) {
    for (let time = 0; time < times; time += 1) await handler(deps, data, jobRun);
  }
  return smtp.messages.slice(sentBefore);
}

const minutesToWait = async () => {
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from start_after - created_on) / 60)::int as minutes from pgboss.job
    where name = ${escalateUrgentMessage.name}`.execute(app.db);
  return rows.map((row) => row.minutes);
};

test('an unread urgent message is announced by email, once per recipient and without its content', async () => {
  const { callers, patient } = await buildColleagues(app, 4);
  const [one, reader, left, waiting] = callers as [Caller, Caller, Caller, Caller];
  const sent = await send(one, [reader, left, waiting], {
    message: 'Mrs. Okafor bleeds.',
    patientId: patient.patientId,
    priority: 4,
  });
  expect(await minutesToWait()).toEqual([15]);
  await reader.ok(markConversationRead, { conversationKey: sent.conversationKey });
  await sql`update care_team_member set status = 'removed' where user_id = ${left.userId}`.execute(app.db);
  const mails = await escalate(3);
  expect(mails).toHaveLength(1);
  const text = textOf(mails[0]!);
  expect(text).toContain('An urgent message to you has not been read yet.');
  expect(text).not.toMatch(/Okafor|bleeds/);
  const { rows } =
    await sql`select status, patient_id, client_id from delivery where recipient_user_id = ${waiting.userId}`.execute(
      app.db,
    );
  expect(rows).toEqual([{ status: 'delivered', patient_id: null, client_id: null }]);
});

test('users who lost the permission for messages are not notified', async () => {
  const { callers } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  await send(one, [two], { priority: 4 });
  await sql`delete from user_permission where user_id = ${two.userId}`.execute(app.db);
  expect(await escalate()).toEqual([]);
});

test('messages that were read in time or are not urgent are not announced', async () => {
  const { callers } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  await send(one, [two]);
  const { conversationKey } = await send(one, [two], { priority: 4 });
  await two.ok(markConversationRead, { conversationKey });
  expect(await escalate()).toEqual([]);
});

test('a client may set another time; a recipient without an address does not stop the others, and is recorded in the ledger', async () => {
  const { callers, clientId } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  const silent = await buildMessenger(app.db, { clientId, email: null });
  await app.db
    .insertInto('client_setting')
    .values({ client_id: clientId, name: 'urgentMessageMinutes', value: 5 })
    .execute();
  await send(one, [two, silent], { priority: 4 });
  expect(await minutesToWait()).toEqual([5]);
  expect(await escalate(2)).toHaveLength(1);
  const { rows } = await sql`select d.status, d.client_id, d.patient_id, a.error, count(*) over ()::int as attempts
    from delivery d join delivery_attempt a using (delivery_id) where d.recipient_user_id = ${silent.userId}`.execute(
    app.db,
  );
  expect(rows).toEqual([
    {
      status: 'failed',
      client_id: null,
      patient_id: null,
      error: 'The recipient has no email address.',
      attempts: 1,
    },
  ]);
});
