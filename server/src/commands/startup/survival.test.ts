import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { withClient } from '../../platform/db/connection.ts';
import { keptUrl } from '../../platform/db/embedded.ts';

// The real product, started like `npm start`, is killed at random while clients send referrals and messages.

const main = fileURLToPath(new URL('../start.ts', import.meta.url));
const rounds = 6;
/** Each sends a referral and a message in every round. */
const clients = 10;
let dataDir: string;
let port: number;
let product: ChildProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'careloop-survival-'));
  port = await freePort();
  product = await start();
});
afterAll(async () => {
  if (product.exitCode === null && product.signalCode === null) {
    product.kill('SIGTERM');
    await once(product, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  return free;
}

/** Resolves when the product reports that it is ready. */
async function start(): Promise<ChildProcess> {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: '1',
    LOG_LEVEL: 'silent',
    DATABASE_URL: '',
  };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) if (chunk.includes('is ready')) break;
  return child;
}

type Answer = { wasSuccessful: boolean; token?: string; referralId?: number; userMessageId?: number };

/** The response, or null if none came; then the call may or may not have taken effect. */
async function post(call: string, body: object, headers: Record<string, string> = {}): Promise<Answer | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    return response.status >= 500 ? null : ((await response.json()) as Answer);
  } catch {
    return null;
  }
}

/** Repeats a call with the same idempotency key until it is acknowledged, as the portal does. */
async function sendOnce(call: string, key: string, token: string, input: object): Promise<Answer> {
  for (;;) {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
    const answer = await post(call, input, headers);
    if (answer?.wasSuccessful) return answer;
    expect(answer).toBeNull();
    await pause(50);
  }
}

async function send(key: string, token: string): Promise<number> {
  const answer = await sendOnce('provider/referrals/create', key, token, {
    patientId: 2,
    healthcareProviderId: 1,
    referredByHealthcareProviderId: 2,
    referralReason: key,
    urgencyDays: 7,
  });
  return answer.referralId ?? 0;
}

/** Sends a message from the coordinator to a doctor about a patient, always in the same conversation. */
async function sendMessage(key: string, token: string): Promise<number> {
  const input = { message: key, recipientUserIds: [3], patientId: 2, priority: 4 };
  return (await sendOnce('provider/messages/send', key, token, input)).userMessageId ?? 0;
}

/** Kills the product or its database, and restarts what does not recover by itself. */
async function kill(round: number): Promise<void> {
  if (round % 3 === 2) {
    const pid = await withClient({ url: keptUrl(dataDir), applicationName: 'killer' }, async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'careloop-all' and backend_type = 'client backend' limit 1`,
      );
      return rows[0]?.pid;
    });
    // PostgreSQL then closes all other connections too.
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    return;
  }
  product.kill('SIGKILL');
  await once(product, 'exit');
  product = await start();
}

test('everything acknowledged exists exactly once after kill -9', async () => {
  const signedIn = await post('sign-in', { username: 'coordinator', password: 'careloop-demo' });
  const token = signedIn?.token ?? '';
  const acknowledged = new Map<string, number>();
  const acknowledgedMessages = new Map<string, number>();
  const moment = (round: number) => 30 + ((round * 7_919) % 200);
  for (let round = 0; round < rounds; round += 1) {
    const sending = Array.from({ length: clients }, async (_empty, index) => {
      const key = `round-${round}-client-${index}`;
      acknowledged.set(key, await send(key, token));
      acknowledgedMessages.set(key, await sendMessage(key, token));
    });
    await pause(moment(round));
    await kill(round);
    await Promise.all(sending);
  }
  // Acknowledged only after recovery from the last kill.
  acknowledged.set('round-last', await send('round-last', token));
  const { rows } = await withClient({ url: keptUrl(dataDir), applicationName: 'check' }, (client) =>
    client.query<{ key: string; id: number; events: number; items: number; audits: number }>(`
      select r.referral_reason as key, r.referral_id::int as id,
        (select count(*)::int from referral_event where referral_id = r.referral_id) as events,
        (select count(*)::int from work_queue_encounter where subject_id = r.referral_id) as items,
        (select count(*)::int from audit_event where subject_type = 'referral' and subject_id = r.referral_id and kind = 'change') as audits
      from referral r where r.referral_reason like 'round-%' order by r.referral_id`),
  );
  expect(acknowledged.size).toBe(rounds * clients + 1);
  expect(new Map(rows.map((row) => [row.key, row.id]))).toEqual(acknowledged);
  expect(rows).toHaveLength(rounds * clients + 1);
  for (const row of rows) expect(row).toMatchObject({ events: 1, items: 1, audits: 1 });
  expect(await findMessages()).toEqual(acknowledgedMessages);
}, 300_000);

/** The sender's ids of the messages, after checking that each is complete and none is duplicated. */
async function findMessages(): Promise<Map<string, number>> {
  const { rows } = await withClient({ url: keptUrl(dataDir), applicationName: 'check' }, (client) =>
    client.query<{ key: string; id: number; sequence: number; rows: number; audits: number; jobs: number }>(`
      select g.message as key, g.sequence, own.user_message_id::int as id,
        (select count(*)::int from user_message o where o.conversation_id = g.conversation_id and o.sequence = g.sequence) as rows,
        (select count(*)::int from audit_event a where a.action = 'message.sent' and a.subject_id = g.conversation_id
          and (a.details ->> 'sequence')::int = g.sequence) as audits,
        (select count(*)::int from pgboss.job j where j.name = 'escalate-urgent-message'
          and (j.data ->> 'conversationId')::int = g.conversation_id and (j.data ->> 'sequence')::int = g.sequence) as jobs
      from message g join user_message own on own.conversation_id = g.conversation_id and own.sequence = g.sequence
        and own.user_id = g.from_user_id
      where g.message like 'round-%' order by g.sequence`),
  );
  const places = rows.map((row) => row.sequence);
  expect(places).toEqual(places.map((_place, index) => (places[0] ?? 0) + index));
  for (const row of rows) expect(row).toMatchObject({ rows: 2, audits: 1, jobs: 1 });
  return new Map(rows.map((row) => [row.key, row.id]));
}
