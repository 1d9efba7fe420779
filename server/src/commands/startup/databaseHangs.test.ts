import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { getPatientInfo } from '@careloop/contracts/patients';
import { createReferral } from '@careloop/contracts/referrals';
import { getContext, healthcheckDatabase, logout } from '@careloop/contracts/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { poolStatistics } from '../../platform/db/client.ts';
import { withClient } from '../../platform/db/connection.ts';
import type { EmbeddedPostgres } from '../../platform/db/embedded.ts';
import { startEmbeddedPostgres } from '../../platform/db/embedded.ts';
import { silentLog } from '../../platform/db/log.ts';
import { buildReferralParties, referralInput } from '../../../test/factories.ts';
import { startTestAppOn } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { prepareDatabase } from './database.ts';

// Uses its own PostgreSQL, which is suspended: it keeps its connections but does not respond.
let folder: string;
let postgres: EmbeddedPostgres;
let app: TestApp;
let caller: Caller;
let parties: Awaited<ReturnType<typeof buildReferralParties>>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-hangs-'));
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: silentLog });
  await prepareDatabase(postgres.url, silentLog);
  app = await startTestAppOn({ url: postgres.url, drop: async () => {} }, { DATABASE_TIMEOUT_MS: '2500' });
  parties = await buildReferralParties(app);
  caller = await app.as(parties.sender);
}, 120_000);
afterAll(async () => {
  await app.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** Signals every process of this PostgreSQL: the postmaster and its backends. */
function signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const postmaster = Number(postgres.pid);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  for (const pid of [postmaster, ...children.trim().split(/\s+/).map(Number)]) process.kill(pid, signal);
}

const referral = (reason: string) => ({ ...referralInput(parties), referralReason: reason });
const send = (reason: string) => caller.call(createReferral, referral(reason), { 'idempotency-key': `key-${reason}` });

async function openTransactions(): Promise<unknown[]> {
  return await withClient({ url: postgres.url, applicationName: 'looker' }, async (client) => {
    const { rows } = await client.query<{ state: string }>(
      `select state, query from pg_stat_activity where application_name = 'careloop-test' and state <> 'idle'`,
    );
    return rows;
  });
}

function valueOf(result: PromiseSettledResult<{ rows: { a: number }[] }>): number | undefined {
  return result.status === 'fulfilled' ? result.value.rows[0]?.a : undefined;
}

/** Checks that every connection of the pool works and is not in a transaction. */
async function expectSoundConnections(): Promise<void> {
  await expect.poll(openTransactions).toEqual([]);
  const numbers = Array.from({ length: 24 }, (_, index) => index);
  const read = (number: number) => sql<{ a: number }>`select ${number}::int as a, pg_sleep(0.02)`.execute(app.db);
  const readAll = async () => (await Promise.allSettled(numbers.map(read))).map(valueOf);
  await expect.poll(readAll, { timeout: 30_000 }).toEqual(numbers);
  expect(poolStatistics(app.db).waiting).toBe(0);
}

test('a database that stops responding causes errors within the time limit, and everything recovers afterwards', async () => {
  // Connections are already open and in use.
  await expectSoundConnections();
  signalDatabase('SIGSTOP');
  try {
    for (const round of [1, 2]) {
      const answers = await Promise.all([
        ...Array.from({ length: 40 }, () => caller.call(getContext, {})),
        caller.call(getPatientInfo, { patientId: parties.patient.patientId }),
        send(`hung-${round}`),
        app.nobody.call(healthcheckDatabase, {}),
      ]);
      for (const { status, body } of answers) {
        expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      }
    }
  } finally {
    signalDatabase('SIGCONT');
  }
  await expect.poll(async () => (await app.nobody.call(healthcheckDatabase, {})).status).toBe(200);
  await expectSoundConnections();
  // A call made while it hung takes effect once, however often it is repeated.
  for (const _ of [1, 2]) expect((await send('hung-1')).status).toBe(200);
  const { rows } = await sql`select from referral where referral_reason = 'hung-1'`.execute(app.db);
  expect(rows).toHaveLength(1);
}, 120_000);

test('a transaction in which the database hangs is rolled back, and its connection is closed', async () => {
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
  const { promise: isHung, resolve: hung } = Promise.withResolvers<void>();
  const written = app.db.transaction().execute(async (transaction) => {
    await sql`update referral set referral_reason = 'half' where referral_reason = 'hung-1'`.execute(transaction);
    begun();
    await isHung;
    await sql`select 1`.execute(transaction);
  });
  const outcome = written.catch((error: unknown) => error);
  await hasBegun;
  signalDatabase('SIGSTOP');
  try {
    hung();
    expect(await outcome).toBeInstanceOf(Error);
  } finally {
    signalDatabase('SIGCONT');
  }
  await expectSoundConnections();
  const { rows } = await sql`select from referral where referral_reason = 'half'`.execute(app.db);
  expect(rows).toHaveLength(0);
}, 120_000);

test('reads that share a statement wait for a lock that is never released no longer than one alone', async () => {
  const { patientId } = parties.patient;
  const read = async () => (await caller.call(getPatientInfo, { patientId })).status;
  const timeOf = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  await withClient({ url: postgres.url, applicationName: 'holder' }, async (client) => {
    await client.query('begin');
    await client.query('lock table patient in access exclusive mode');
    const alone = await timeOf(read);
    let statuses: number[] = [];
    const together = await timeOf(async () => {
      statuses = await Promise.all(Array.from({ length: 100 }, read));
    });
    await client.query('rollback');
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(together / alone).toBeLessThan(1.7);
  });
  await expectSoundConnections();
  expect(await read()).toBe(200);
}, 120_000);

test('calls waiting for a lock that is never released return 503, and others are not affected', async () => {
  await withClient({ url: postgres.url, applicationName: 'holder' }, async (client) => {
    await client.query('begin');
    await client.query('lock table referral in access exclusive mode');
    const answers = await Promise.all([send('locked-1'), send('locked-2')]);
    for (const { status, body } of answers) {
      expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    }
    await caller.ok(getContext, {});
    expect((await app.nobody.call(healthcheckDatabase, {})).status).toBe(200);
    await client.query('rollback');
  });
  await expectSoundConnections();
  expect((await send('locked-1')).status).toBe(200);
  await caller.ok(logout, {});
}, 120_000);
