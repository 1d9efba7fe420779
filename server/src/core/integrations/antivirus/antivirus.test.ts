import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { builtInAntivirus } from './builtIn.ts';
import { clamAntivirus } from './clamav.ts';
import { ScannerUnavailable, TooLargeToScan } from './port.ts';

let folder: string;
let daemon: Server;
let port: number;
const received: Buffer[] = [];

/** Like clamd's StreamMaxLength. */
const mostBytes = 1_000_000;

/** A server that behaves like clamd: a zero-length chunk ends the file. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-antivirus-'));
  daemon = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (socket.writableEnded) return;
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length > mostBytes) {
        socket.end('INSTREAM size limit exceeded. ERROR\0');
        return;
      }
      const file = fileIn(bytes);
      if (file === null) return;
      received.push(file);
      socket.end(
        file.includes('refused')
          ? "Can't allocate memory ERROR\0"
          : file.includes('bad')
            ? 'stream: Win.Test.Bad FOUND\0'
            : 'stream: OK\0',
      );
    });
  }).listen(0, '127.0.0.1');
  await once(daemon, 'listening');
  port = (daemon.address() as AddressInfo).port;
});
afterAll(async () => {
  daemon.close();
  await rm(folder, { recursive: true });
});

function fileIn(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 'zINSTREAM\0'.length; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

async function fileOf(content: string | Buffer): Promise<string> {
  const file = path.join(folder, 'file');
  await writeFile(file, content);
  return file;
}

test('clamd receives the whole file in chunks and reports what it found', async () => {
  const clam = clamAntivirus({ host: '127.0.0.1', port });
  const large = Buffer.alloc(200_000, 'a');
  expect(await clam.scan(await fileOf(large))).toBeNull();
  expect(received.at(-1)?.equals(large)).toBe(true);
  expect(await clam.scan(await fileOf('something bad'))).toBe('Win.Test.Bad');
  expect(await clam.scan(large)).toBeNull();
  expect(received.at(-1)?.equals(large), 'bytes that are no file').toBe(true);
});

test('a file above the size limit is refused before all of it is sent', async () => {
  const clam = clamAntivirus({ host: '127.0.0.1', port });
  for (const byteCount of [mostBytes, 40 * mostBytes])
    await expect(clam.scan(await fileOf(Buffer.alloc(byteCount, 'a')))).rejects.toThrow(TooLargeToScan);
});

test('a scanner that refuses or is unreachable is distinguished from a clean file', async () => {
  const clam = clamAntivirus({ host: '127.0.0.1', port });
  await expect(clam.scan(await fileOf('refused'))).rejects.toThrow(ScannerUnavailable);
  await expect(clamAntivirus({ host: '127.0.0.1', port: 1 }).scan(await fileOf('x'))).rejects.toThrow(
    ScannerUnavailable,
  );
});

test('without a scanner the EICAR test file is detected at any position', async () => {
  const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$` + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
  expect(await builtInAntivirus.scan(await fileOf(`${'a'.repeat(65_520)}${eicar}`))).toBe('EICAR test file');
  expect(await builtInAntivirus.scan(await fileOf('Blood pressure 120/80'))).toBeNull();
});
