import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createDatabase } from './client.ts';
import { openCommandDatabase } from './commandDatabase.ts';
import { withClient } from './connection.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { acquireInstanceLock, InstanceRunningError } from './instanceLock.ts';
import { silentLog } from './log.ts';

import type { ChildProcess } from 'node:child_process';
import type { EmbeddedPostgres } from './embedded.ts';

const isRoot = process.getuid?.() === 0;

let parent: string;
let dataDir: string;
let running: EmbeddedPostgres | undefined;
let product: ChildProcess | undefined;
let warnings: string[];
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'careloop-embedded-'));
  // Other users may traverse it, as with most home folders; mkdtemp creates it without that right.
  await chmod(parent, 0o755);
  dataDir = path.join(parent, 'data');
  warnings = [];
});
afterEach(async () => {
  product?.kill('SIGKILL');
  await running?.stop();
  running = undefined;
  await rm(parent, { recursive: true, force: true });
});

async function start(options: { port?: number } = {}): Promise<EmbeddedPostgres> {
  const log = { ...silentLog, warn: (_: object, message: string) => warnings.push(message) };
  running = await startEmbeddedPostgres({ dataDir, log, ...options });
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

/** Starts the product in a separate process that can be killed. */
async function startProduct(): Promise<{ pid: number; databasePid: number; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../../test/embeddedProcess.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  product = child;
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    pid: child.pid ?? 0,
    databasePid: (JSON.parse(line) as { pid: number }).pid,
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function query(url: string, text: string): Promise<unknown[]> {
  return await withClient({ url, applicationName: 'test' }, async (client) => {
    const result = await client.query<Record<string, unknown>>(text);
    return result.rows;
  });
}

async function takePort(port: number): Promise<{ port: number; free(): void }> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, free: () => server.close() };
}

function isAlive(pid: number): boolean {
  // A zombie process counts as ended; it has no cwd.
  if (process.platform === 'linux') return existsSync(`/proc/${pid}/cwd`);
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the embedded database', () => {
  test('keeps its data, is closed to other users and writes durably', async () => {
    const { url } = await start();
    await query(url, 'create table kept as select 1 as a');
    await stop();
    const again = await start();
    expect(await query(again.url, 'select a from kept')).toEqual([{ a: 1 }]);
    expect(again.url).toBe(url);
    expect(statSync(path.join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
    expect(
      await query(
        url,
        `select current_setting('listen_addresses') as listen, current_setting('fsync') as fsync,
           current_setting('synchronous_commit') as commit, current_setting('server_encoding') as encoding`,
      ),
    ).toEqual([{ listen: '127.0.0.1', fsync: 'on', commit: 'on', encoding: 'UTF8' }]);
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('authentication failed');
  });

  test('restarts after it was killed, with everything that was committed', async () => {
    const { url, pid } = await start();
    const database = createDatabase({ url, maxConnections: 2, applicationName: 'test', log: silentLog });
    await sql`create table kept as select 1 as a`.execute(database);
    process.kill(pid ?? 0, 'SIGKILL');
    await expect.poll(() => running?.pid, { timeout: 30_000 }).not.toBe(pid);
    const read = async () => (await sql`select a from kept`.execute(database)).rows;
    await expect.poll(() => read().catch(() => []), { timeout: 30_000 }).toEqual([{ a: 1 }]);
    await database.destroy();
  });

  test('replaces one that a killed product left running', async () => {
    const killed = await startProduct();
    await killed.kill();
    expect(isAlive(killed.databasePid)).toBe(true);
    const { url } = await start();
    expect(isAlive(killed.databasePid)).toBe(false);
    expect(await query(url, 'select 1 as a')).toEqual([{ a: 1 }]);
    expect(warnings).toEqual([expect.stringContaining(`process ${killed.databasePid}`)]);
  });

  test('starts after product and database were killed together, though the pid file names a living process', async () => {
    await start();
    await stop();
    const cluster = path.join(dataDir, 'postgres', '18');
    const { uid, gid } = statSync(cluster);
    const other = spawn('sleep', ['60'], { uid, gid });
    await writeFile(path.join(cluster, 'postmaster.pid'), `${other.pid}\n${cluster}\n`);
    const { url } = await start();
    expect(await query(url, 'select 1 as a')).toEqual([{ a: 1 }]);
    expect(other.exitCode).toBeNull();
    other.kill();
  });

  test('uses another port if its own is taken, and keeps using it', async () => {
    const taken = await takePort(0);
    const { port } = await start({ port: taken.port });
    expect(port).not.toBe(taken.port);
    await stop();
    expect((await start()).port).toBe(port);
    await stop();
    const other = await takePort(port);
    expect((await start()).port).not.toBe(port);
    taken.free();
    other.free();
  });

  test('a start killed during initialization does not block the next one', async () => {
    await mkdir(path.join(dataDir, 'postgres', '18.unfinished', 'base'), { recursive: true });
    const { url } = await start();
    expect(await query(url, 'select 1 as a')).toEqual([{ a: 1 }]);
  });

  test('reports what is wrong with a folder it cannot use', async () => {
    await start();
    await stop();
    await rename(path.join(dataDir, 'postgres', '18'), path.join(dataDir, 'postgres', '15'));
    await expect(start()).rejects.toThrow('made by PostgreSQL 15');
    await rm(path.join(dataDir, 'postgres.password'));
    await expect(start()).rejects.toThrow('postgres.password');
  });

  test.runIf(isRoot)('moves to a folder that its user can reach, logs it once, and finds it again', async () => {
    await chmod(parent, 0o700);
    const { url } = await start();
    await query(url, 'create table kept as select 1 as a');
    const moved = readFileSync(path.join(dataDir, 'postgres.location'), 'utf8').trim();
    expect(warnings).toEqual([`The database user cannot reach ${dataDir}, so the database lives in ${moved}`]);
    await stop();
    expect(await query((await start()).url, 'select a from kept')).toEqual([{ a: 1 }]);
    expect(warnings).toHaveLength(1);
    await stop();
    await rm(moved, { recursive: true });
    await expect(start()).rejects.toThrow(`${moved}, named in`);
  });
});

describe('the instance lock', () => {
  test('a second start reports what is running, and works once that process was killed', async () => {
    const first = await startProduct();
    const refusal = catchError(() => acquireInstanceLock(dataDir, { name: 'Careloop' }));
    expect(refusal).toBeInstanceOf(InstanceRunningError);
    expect(refusal.message).toContain(
      `Careloop is already running at http://127.0.0.1:3999 on ${dataDir} (process ${first.pid}`,
    );
    await expect(start()).rejects.toThrow('Another process has the database');
    await first.kill();
    acquireInstanceLock(dataDir, { name: 'Careloop' }).release();
    await start();
  });

  test('also holds within one process, until it is released', () => {
    const lock = acquireInstanceLock(dataDir, { name: 'An import' });
    expect(catchError(() => acquireInstanceLock(dataDir, { name: 'Careloop' })).message).toContain(
      `An import is already running on ${dataDir} (process ${process.pid}`,
    );
    lock.release();
    acquireInstanceLock(dataDir, { name: 'Careloop' }).release();
  });

  test('a command uses the database of a running product, and starts its own otherwise', async () => {
    const first = await startProduct();
    const shared = await openCommandDatabase({ dataDir, name: 'An import', log: silentLog });
    expect(shared.isShared).toBe(true);
    await query(shared.url, 'create table imported as select 1 as a');
    await shared.close();
    expect(isAlive(first.databasePid)).toBe(true);
    await first.kill();
    const own = await openCommandDatabase({ dataDir, name: 'An import', log: silentLog });
    expect(own.isShared).toBe(false);
    expect(await query(own.url, 'select a from imported')).toEqual([{ a: 1 }]);
    await expect(openCommandDatabase({ dataDir, name: 'An import', log: silentLog })).rejects.toThrow('An import');
    await own.close();
  });
});

function catchError(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('Expected a refusal');
}
