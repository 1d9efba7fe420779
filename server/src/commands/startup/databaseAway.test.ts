import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { getContext, healthcheckDatabase } from '@careloop/contracts/session';
import { createReferral } from '@careloop/contracts/referrals';
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { HubConnection } from '@microsoft/signalr';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EmbeddedPostgres } from '../../platform/db/embedded.ts';
import { startEmbeddedPostgres } from '../../platform/db/embedded.ts';
import { silentLog } from '../../platform/db/log.ts';
import { buildReferralParties, referralInput } from '../../../test/factories.ts';
import { startTestAppOn } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { startBackground } from './background.ts';
import { prepareDatabase } from './database.ts';
import { startWeb } from './web.ts';
import type { RunningWeb } from './web.ts';

// Uses its own PostgreSQL, which is stopped and restarted while the product runs.
let folder: string;
let postgres: EmbeddedPostgres;
let app: TestApp;
let web: RunningWeb;
let background: { stop: () => Promise<void> };
let connection: HubConnection | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-away-'));
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: silentLog });
  await prepareDatabase(postgres.url, silentLog);
  app = await startTestAppOn({ url: postgres.url, drop: async () => {} });
  web = await startWeb(app.deps, postgres.url);
  background = await startBackground(app.deps, postgres.url);
}, 120_000);
afterAll(async () => {
  await connection?.stop();
  await background.stop();
  await web.stop();
  await app.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Restarts the database on the same port. */
async function comeBack(): Promise<void> {
  postgres = await startEmbeddedPostgres({ dataDir: folder, port: postgres.port, log: silentLog });
}

test('while the database is down, calls return an error; after its restart everything recovers by itself', async () => {
  const parties = await buildReferralParties(app);
  const [sender, receiver] = [await app.as(parties.sender), await app.as(parties.receiver)];
  const heard: string[] = [];
  connection = new HubConnectionBuilder()
    .withUrl(`${web.address}/signalr`, { accessTokenFactory: () => receiver.token })
    .withAutomaticReconnect(Array.from({ length: 600 }, () => 100))
    .configureLogging(LogLevel.None)
    .build();
  connection.on('ReferralChangedEvent', () => heard.push('ReferralChangedEvent'));
  connection.on('ResyncEvent', () => heard.push('ResyncEvent'));
  await connection.start();

  await postgres.stop();
  const input = { ...referralInput(parties), referralReason: 'sent while the database is away' };
  for (let times = 0; times < 20; times += 1) {
    const [read, written, health] = await Promise.all([
      sender.call(getContext, {}),
      sender.call(createReferral, input, { 'idempotency-key': 'while-it-is-away' }),
      app.nobody.call(healthcheckDatabase, {}),
    ]);
    for (const { status, body } of [read, written, health]) {
      expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    }
  }

  await comeBack();
  await expect.poll(async () => (await app.nobody.call(healthcheckDatabase, {})).status).toBe(200);
  const answer = await sender.ok(createReferral, input, { 'idempotency-key': 'while-it-is-away' });
  expect(answer.referralId).toBeGreaterThan(0);
  expect(await app.db.selectFrom('referral').select('referral_id').execute()).toHaveLength(1);

  // The browser is told to refetch and receives new events, and the worker runs its jobs.
  await expect.poll(() => heard, { timeout: 60_000 }).toContain('ResyncEvent');
  await sender.ok(createReferral, { ...input, referralReason: 'sent afterwards' });
  await expect.poll(() => heard, { timeout: 60_000 }).toContain('ReferralChangedEvent');
  const delivered = () => app.db.selectFrom('delivery').select('status').where('status', '=', 'delivered').execute();
  await expect.poll(delivered, { timeout: 60_000 }).toHaveLength(2);
  const unsealed = async () =>
    (
      await sql`select e.audit_event_id from audit_event e where e.kind = 'change' and not exists (
        select from audit_chain c where c.audit_event_id = e.audit_event_id)`.execute(app.db)
    ).rows;
  await expect.poll(unsealed, { timeout: 60_000 }).toEqual([]);
}, 240_000);
