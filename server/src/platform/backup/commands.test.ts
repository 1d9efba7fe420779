import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { withClient } from '../db/connection.ts';
import { keptUrl } from '../db/embedded.ts';
import { createEmptyDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';

// Runs the commands like an operator, on three machines. On the first, the product runs and is written to. The third has
// its database on the test run's server, which takes less time than starting one of its own.

const commands = fileURLToPath(new URL('../../commands/', import.meta.url));
let folder: string;
let running: ChildProcess | undefined;
let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-backup-commands-'));
  // Lets the database user traverse the folder if root runs the test.
  await chmod(folder, 0o711);
});
afterAll(async () => {
  await stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const dataDir = (machine: string) => path.join(folder, machine);
const envOf = (machine: string, port = 0) => ({
  ...process.env,
  DATA_DIR: dataDir(machine),
  DATABASE_URL: machine === 'third' ? database.url : '',
  SESSION_SECRET:
    machine === 'third' ? 'another secret than the one of the others' : 'the one secret of two machines, kept apart',
  DEMO: '1',
  LOG_LEVEL: 'silent',
  PORT: String(port),
});

/** @returns the address, once the product is ready */
async function start(machine: string): Promise<string> {
  const port = await freePort();
  const env = envOf(machine, port);
  running = spawn(process.execPath, [path.join(commands, 'start.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of running.stdout as AsyncIterable<Buffer>) if (chunk.includes('is ready')) break;
  return `http://127.0.0.1:${port}/api`;
}

async function stop(): Promise<void> {
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
  running.kill('SIGTERM');
  await once(running, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function command(machine: string, ...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const [name = '', ...rest] = args;
  return new Promise((resolve) => {
    const call = [path.join(commands, `${name}.ts`), ...rest];
    execFile(process.execPath, call, { env: envOf(machine) }, (error, output, errors) => {
      resolve({ code: Number(error?.code ?? 0), output, errors });
    });
  });
}

type Answer = { wasSuccessful: boolean; token?: string; referralId?: number };

async function post(address: string, call: string, body: object, token?: string): Promise<Answer> {
  const response = await fetch(`${address}/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

/** Sends referrals one after the other until stopped, and collects the acknowledged ones. */
function writer(address: string, token: string) {
  const acknowledged: string[] = [];
  const stopping = new AbortController();
  const send = async () => {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      const reason = `backup-${number}`;
      const input = { patientId: 2, healthcareProviderId: 1, referredByHealthcareProviderId: 2, urgencyDays: 7 };
      const answer = await post(address, 'provider/referrals/create', { ...input, referralReason: reason }, token);
      if (answer.wasSuccessful) acknowledged.push(reason);
    }
  };
  const ended = send();
  return {
    acknowledged,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

test('a backup taken during writes is restored completely on another machine, on which the product then runs', async () => {
  const address = await start('first');
  const { token = '' } = await post(address, 'sign-in', { username: 'coordinator', password: 'careloop-demo' });
  const writing = writer(address, token);
  await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(5);
  const before = [...writing.acknowledged];
  const to = path.join(folder, 'backup');
  const taken = await command('first', 'backup', to);
  expect(taken).toMatchObject({ code: 0, errors: '' });
  expect(taken.output).toMatch(
    /^Backed up to .*: \d+ rows, \d+ documents\.\nIts digest, to be kept elsewhere: [0-9a-f]{64}\n$/,
  );
  await writing.stop();
  await stop();

  const restored = await command('second', 'restore', to);
  expect(restored).toMatchObject({ code: 0, errors: '' });
  expect(restored.output).toMatch(/rows in \d+ tables, \d+ documents\.\nThe audit is intact: \d+ sealed rows\.\n$/);

  const { rows } = await withRestored((url) =>
    withClient({ url, applicationName: 'test' }, (client) =>
      client.query<{ reason: string; events: number; audits: number }>(`
        select r.referral_reason as reason,
          (select count(*)::int from referral_event where referral_id = r.referral_id) as events,
          (select count(*)::int from audit_event where subject_type = 'referral' and subject_id = r.referral_id
             and kind = 'change') as audits
        from referral r where r.referral_reason like 'backup-%'`),
    ),
  );
  // Everything acknowledged before the backup is there; writes during the backup are complete or absent.
  expect(rows.map(({ reason }) => reason)).toEqual(expect.arrayContaining(before));
  for (const row of rows) expect(row).toMatchObject({ events: 1, audits: 1 });
}, 180_000);

/** Starts the product on the second machine while the work runs, and uses it. */
async function withRestored<T>(work: (url: string) => Promise<T>): Promise<T> {
  const address = await start('second');
  const { token = '' } = await post(address, 'sign-in', { username: 'coordinator', password: 'careloop-demo' });
  const writing = writer(address, token);
  await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(0);
  await writing.stop();
  const found = await work(keptUrl(dataDir('second')));
  const verified = () => command('second', 'admin', 'verify-audit');
  expect(await verified()).toMatchObject({ code: 0, errors: '' });
  await stop();
  return found;
}

test('a restore without the backup’s secret explains the consequences', async () => {
  const { code, errors } = await command('third', 'restore', path.join(folder, 'backup'));
  expect(code).toBe(0);
  expect(errors).toMatch(/^The secret here is not the one of the backup\./);
});

test('a backup can be checked without a restore, and a problem is reported in one line', async () => {
  const to = path.join(folder, 'backup');
  expect(await command('third', 'restore', to, '--check')).toMatchObject({ code: 0, errors: '' });
  await appendFile(path.join(to, 'tables', 'public.patient.copy.gz'), 'x');
  const looked = await command('third', 'restore', to, '--check');
  expect(looked.code).toBe(1);
  expect(looked.errors).toBe(
    `The backup in ${to} is not whole:\n${path.join('tables', 'public.patient.copy.gz')} is not what was written\n`,
  );
});

test.concurrent.each(['backup', 'restore'])('%s prints its usage', async (name) => {
  const { code, errors } = await command('third', name);
  expect(code).toBe(2);
  expect(errors).toContain(`Usage: npm run ${name} -- `);
});
