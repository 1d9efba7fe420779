import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { clamAntivirus } from './clamav.ts';

/** Path of clamd: from the environment, or its usual locations (Debian package clamav-daemon). */
const clamd = [process.env['CLAMD'], '/usr/sbin/clamd', '/usr/local/sbin/clamd'].find(
  (file) => file !== undefined && existsSync(file),
);

const signed = 'A letter with the words that the signature of this test knows';

describe.skipIf(clamd === undefined)('a real clamd (skipped if clamav-daemon is not installed)', () => {
  let folder: string;
  let daemon: ChildProcess;
  let port: number;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'careloop-clamd-'));
    // clamd may drop root privileges.
    await chmod(folder, 0o755);
    port = await freePort();
    const config = path.join(folder, 'clamd.conf');
    // One signature: name, any file type, any position, bytes.
    await writeFile(path.join(folder, 'own.ndb'), `Careloop.Test:0:*:${Buffer.from(signed).toString('hex')}\n`);
    const lines = [
      'Foreground yes',
      `DatabaseDirectory ${folder}`,
      `TCPSocket ${port}`,
      'TCPAddr 127.0.0.1',
      'StreamMaxLength 1M',
    ];
    await writeFile(config, `${lines.join('\n')}\n`);
    daemon = spawn(clamd ?? '', ['--config-file', config], { stdio: 'ignore' });
    await vi.waitUntil(() => answers(port), { timeout: 30_000, interval: 100 });
  });
  afterAll(async () => {
    const ended = once(daemon, 'exit');
    daemon.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });

  async function scan(content: string | Buffer): Promise<string | null> {
    const file = path.join(folder, 'file');
    await writeFile(file, content);
    return await clamAntivirus({ host: '127.0.0.1', port }).scan(file);
  }

  test('passes a clean file, also in many chunks', async () => {
    expect(await scan('Blood pressure 120/80')).toBeNull();
    expect(await scan(Buffer.alloc(900_000, 'a'))).toBeNull();
  });

  test('reports the signature it found, at any position', async () => {
    expect(await scan(signed)).toBe('Careloop.Test.UNOFFICIAL');
    // Across a chunk boundary.
    expect(await scan(`${'a'.repeat(64 * 1024 - 20)}${signed} and so on`)).toBe('Careloop.Test.UNOFFICIAL');
  });

  test('does not report a file above its size limit as clean', async () => {
    // TooLargeToScan, unless the connection is reset before the answer has been read.
    await expect(scan(Buffer.alloc(3_000_000, 'a'))).rejects.toThrow(/size limit exceeded|cannot be reached/);
    expect(await scan('Blood pressure 120/80')).toBeNull();
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
