import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { findConfinement, startConfined } from './confinement.ts';
import type { Confinement } from './confinement.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-confined-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts a program that tries what a decoder taken over by a file would try. */
async function tryOut(confinement: Confinement) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const secret = path.join(folder, 'secret');
  await writeFile(secret, 'secret', { mode: 0o644 });
  const program = path.join(folder, 'program.mjs');
  await writeFile(
    program,
    `import { spawnSync } from 'node:child_process';
    import { readFileSync, writeFileSync } from 'node:fs';
    import { connect } from 'node:net';
    const outcome = (work) => { try { work(); return 'done'; } catch (error) { return error.code; } };
    const answer = (network) => process.send({
      network,
      environment: Object.keys(process.env),
      reads: outcome(() => readFileSync(${JSON.stringify(secret)})),
      writes: outcome(() => writeFileSync(${JSON.stringify(secret)}, '')),
      spawns: outcome(() => spawnSync('true')),
    });
    connect(${port}, '127.0.0.1').on('connect', () => answer('reached')).on('error', ({ code }) => answer(code));`,
  );
  const child = startConfined(pathToFileURL(program), confinement);
  const [found] = (await once(child, 'message')) as [Record<string, unknown>];
  child.kill('SIGKILL');
  server.close();
  return found;
}

test('a rendering process reads only its own code, writes nothing, starts nothing and has no environment', async () => {
  expect(await tryOut({ user: null, withoutNetwork: null })).toMatchObject({
    reads: 'ERR_ACCESS_DENIED',
    writes: 'ERR_ACCESS_DENIED',
    spawns: 'ERR_ACCESS_DENIED',
  });
});

test('it reaches no network where the system can separate it', async ({ skip }) => {
  const confinement = await findConfinement();
  if (confinement.withoutNetwork === null) skip('this system does not let a process leave the network');
  const found = await tryOut(confinement);
  expect(found['network']).toMatch(/ENETUNREACH|ECONNREFUSED|EADDRNOTAVAIL/);
  expect(found['reads']).toBe('ERR_ACCESS_DENIED');
});

test('started by root, it becomes a user of its own', async ({ skip }) => {
  const confinement = await findConfinement();
  if (confinement.user === null) skip('the tests do not run as root, or others cannot read the code');
  const child = startConfined(new URL('child/main.ts', import.meta.url), confinement);
  const users = async () =>
    /^Uid:\s+(.*)$/m.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1]?.split('\t');
  await expect.poll(users).toEqual(Array.from({ length: 4 }, () => String(confinement.user)));
  child.kill('SIGKILL');
});
