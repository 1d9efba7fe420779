import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { StorageError } from './errors.ts';
import { localStorage } from './local.ts';
import { chooseStorage } from './chooseStorage.ts';

import type { DocumentStorage } from './storage.ts';

let folder: string;
let storage: DocumentStorage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'careloop-storage-'));
  storage = localStorage(join(folder, 'documents'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const bytes = Buffer.from('Discharge summary');
const key = createHash('sha256').update(bytes).digest('hex');
const pathOf = (ofKey: string) => join(folder, 'documents', ofKey.slice(0, 2), ofKey);
const allFiles = async () =>
  (await readdir(join(folder, 'documents'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );

describe('put', () => {
  test('stores bytes under their digest, once', async () => {
    expect(await storage.put(bytes)).toEqual({ key, byteCount: bytes.byteLength });
    expect(await storage.put(Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]))).toEqual({
      key,
      byteCount: bytes.byteLength,
    });
    expect(await allFiles()).toHaveLength(1);
    expect(await storage.get(key)).toEqual(bytes);
  });

  test('stores the same bytes once, even with concurrent puts', async () => {
    const large = randomBytes(3_000_000);
    const documents = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, index) => await storage.put(index % 2 === 0 ? large : Readable.from([large])),
      ),
    );
    expect(new Set(documents.map((document) => document.key)).size).toBe(1);
    expect(await allFiles()).toHaveLength(1);
    expect(await storage.get(documents[0]?.key ?? '')).toEqual(large);
  });

  test('stores nothing if the stream fails', async () => {
    async function* broken() {
      yield bytes;
      throw new Error('the sender hung up');
    }
    await expect(storage.put(broken())).rejects.toThrow('the sender hung up');
    expect(await allFiles()).toEqual([]);
    expect(await storage.has(key)).toBe(false);
  });

  test('stores an empty document too', async () => {
    const empty = await storage.put(new Uint8Array());
    expect(empty.byteCount).toBe(0);
    expect(await storage.get(empty.key)).toHaveLength(0);
  });

  test('repairs a truncated file', async () => {
    await storage.put(bytes);
    await writeFile(pathOf(key), bytes.subarray(0, 3));
    await storage.put(bytes);
    expect(await storage.get(key)).toEqual(bytes);
  });

  test('makes files unreadable for other users', async () => {
    await storage.put(bytes);
    expect((await stat(pathOf(key))).mode & 0o077).toBe(0);
    expect((await stat(join(folder, 'documents'))).mode & 0o077).toBe(0);
  });
});

describe('reading', () => {
  test('streams the bytes', async () => {
    const large = randomBytes(1_000_000);
    const { key: keyOfLarge } = await storage.put(large);
    expect(await buffer(await storage.stream(keyOfLarge))).toEqual(large);
  });

  test('a missing document fails with a code before anything is read', async () => {
    expect(await storage.has(key)).toBe(false);
    await expect(storage.get(key)).rejects.toMatchObject({ name: 'StorageError', code: 'missing' });
    await expect(storage.stream(key)).rejects.toMatchObject({ code: 'missing' });
  });

  test('detects an altered file', async () => {
    await storage.put(bytes);
    await writeFile(pathOf(key), 'Discharge summery');
    await expect(buffer(await storage.stream(key))).rejects.toMatchObject({ code: 'damaged' });
    await expect(storage.get(key)).rejects.toMatchObject({ code: 'damaged' });
  });

  test.each([
    '',
    '..',
    `../../${key}`,
    `${key}/../x`,
    key.toUpperCase(),
    `${key}\n`,
    `ab/${key.slice(3)}`,
    '/etc/passwd',
  ])('refuses %j, which is no key', async (bad) => {
    for (const read of [storage.get(bad), storage.stream(bad), storage.has(bad)]) {
      await expect(read).rejects.toThrow(StorageError);
      await expect(read).rejects.toMatchObject({ code: 'bad_key' });
    }
  });
});

describe('receive', () => {
  const arrive = (...parts: Buffer[]) => storage.receive(Readable.from(parts));

  test('gives access to the bytes before they are kept', async () => {
    const received = await arrive(bytes.subarray(0, 5), bytes.subarray(5));
    expect({ key: received.key, byteCount: received.byteCount }).toEqual({ key, byteCount: bytes.byteLength });
    expect((await received.read(0, 9)).toString()).toBe('Discharge');
    expect((await received.read(-7, 100)).toString()).toBe('summary');
    expect((await received.read(-1000, 9)).toString()).toBe('Discharge');
    expect(await buffer(received.stream())).toEqual(bytes);
    expect(await storage.has(key)).toBe(false);
    await received.keep();
    await received.discard();
    expect(await storage.get(key)).toEqual(bytes);
    expect(await allFiles()).toHaveLength(1);
  });

  test('leaves nothing after a discard or a failed stream', async () => {
    await (await arrive(bytes)).discard();
    async function* broken() {
      yield bytes;
      throw new Error('the sender hung up');
    }
    await expect(storage.receive(broken())).rejects.toThrow('the sender hung up');
    expect(await allFiles()).toEqual([]);
  });

  test('does not remove a stored document when the same bytes are discarded', async () => {
    await storage.put(bytes);
    await (await arrive(bytes)).discard();
    expect(await storage.get(key)).toEqual(bytes);
  });
});

test('partial files of a killed process are removed after a day', async () => {
  await storage.put(bytes);
  const incoming = join(folder, 'documents', 'incoming');
  await writeFile(join(incoming, 'old'), 'half');
  await writeFile(join(incoming, 'new'), 'half');
  const longAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  await utimes(join(incoming, 'old'), longAgo, longAgo);
  await localStorage(join(folder, 'documents')).put(randomBytes(10));
  expect(await readdir(incoming)).toEqual(['new']);
});

test('partial files are removed a day later, too, if the next process started at once', async () => {
  await storage.put(bytes);
  const incoming = join(folder, 'documents', 'incoming');
  await writeFile(join(incoming, 'half'), 'half');
  await storage.put(randomBytes(10));
  expect(await readdir(incoming)).toEqual(['half']);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1000 });
  try {
    await storage.put(randomBytes(10));
  } finally {
    vi.useRealTimers();
  }
  expect(await readdir(incoming)).toEqual([]);
});

test('documents are kept in DATA_DIR', async () => {
  await chooseStorage({ dataDir: folder }).put(bytes);
  expect(await readFile(pathOf(key))).toEqual(bytes);
});
