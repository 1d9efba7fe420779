import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startS3Server } from '../../../test/s3Server.ts';
import { chooseStorage } from './chooseStorage.ts';
import { parseMasterKeys } from '../../config/masterKeys.ts';
import type { DocumentStorage } from './storage.ts';

const masterKey = (id: string) => `${id}:${createHash('sha256').update(id).digest('base64')}`;
const keysOf = (...ids: string[]) => parseMasterKeys(ids.map(masterKey).join(','));

let folder: string;
let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'careloop-encryption-'));
});
afterEach(() => rm(folder, { recursive: true }));

const text = 'Discharge summary of Grace Okafor';
const digestOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
/** Sizes around the chunks of 64 kB. */
const sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 1_000_001];

const places = [
  ['a folder', null],
  ['a folder, encrypted', keysOf('2026')],
  ['a bucket', null],
  ['a bucket, encrypted', keysOf('2026')],
] as const;

describe.each(places)('%s', { timeout: 60_000 }, (place, documentKeys) => {
  const open = (keys = documentKeys): DocumentStorage =>
    chooseStorage({
      dataDir: folder,
      documentKeys: keys,
      ...(place.startsWith('a bucket') && { s3: { ...s3.config, prefix: `${digestOf(folder)}/` } }),
    });
  /** Stored document files. */
  const keptFiles = async () => {
    if (place.startsWith('a bucket')) return (await s3.files()).filter((path) => path.includes(digestOf(folder)));
    const entries = await readdir(join(folder, 'documents'), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('incoming'))
      .map(({ parentPath, name }) => join(parentPath, name));
  };

  test('stores documents of any size once each, and leaves no other local files', async () => {
    const storage = open();
    for (const size of sizes) {
      const bytes = randomBytes(size);
      const { key, byteCount } = await storage.put(Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]));
      expect({ key, byteCount }).toEqual({ key: digestOf(bytes), byteCount: size });
      await storage.put(bytes);
      expect(await storage.has(key)).toBe(true);
      expect((await storage.get(key)).equals(bytes)).toBe(true);
      expect((await buffer(await open().stream(key))).equals(bytes)).toBe(true);
      expect(await storage.withFile(key, async (path) => (await readFile(path)).equals(bytes))).toBe(true);
    }
    expect(await keptFiles()).toHaveLength(sizes.length);
    await expect(storage.get(digestOf('other'))).rejects.toMatchObject({ code: 'missing' });
    await expect(storage.withFile(digestOf('other'), () => Promise.resolve())).rejects.toMatchObject({
      code: 'missing',
    });
    await expect(storage.get('../x')).rejects.toMatchObject({ code: 'bad_key' });
  });

  test('receives a document before it is kept, and removes a discarded one', async () => {
    const received = await open().receive(Readable.from([Buffer.from(text)]));
    expect(await open().has(received.key)).toBe(false);
    expect((await received.read(-6, 6)).toString()).toBe('Okafor');
    await received.discard();
    expect(await readdir(join(folder, 'documents', 'incoming'))).toEqual([]);
  });

  test('detects changed or truncated bytes', async () => {
    const bytes = randomBytes(200_000);
    const { key } = await open().put(bytes);
    const [file = ''] = await keptFiles();
    const kept = await readFile(file);
    const altered = Buffer.from(kept);
    altered[150_000] = (altered[150_000] ?? 0) ^ 1;
    // Including a cut at a chunk boundary.
    for (const wrong of [altered, kept.subarray(0, 199_999), kept.subarray(0, 92 + 65_552), kept.subarray(0, 10)]) {
      await writeFile(file, wrong);
      await expect(open().get(key)).rejects.toMatchObject({ code: expect.stringMatching(/damaged|locked/) });
    }
  });

  test('replaces a changed or truncated document when the same bytes are stored again', async () => {
    const bytes = randomBytes(200_000);
    const { key } = await open().put(bytes);
    const [file = ''] = await keptFiles();
    const altered = await readFile(file);
    altered[150_000] = (altered[150_000] ?? 0) ^ 1;
    for (const wrong of [altered, altered.subarray(0, 100_000)]) {
      await writeFile(file, wrong);
      await open().put(Readable.from([bytes]));
      expect((await open().get(key)).equals(bytes)).toBe(true);
    }
  });

  test('replaces a document whose master key is lost when the same bytes are stored again', async () => {
    const { key } = await open(keysOf('2025')).put(Buffer.from(text));
    await expect(open().get(key)).rejects.toMatchObject({ code: 'locked' });
    await open().put(Buffer.from(text));
    expect((await open().get(key)).toString()).toBe(text);
    // Bytes stored without a key are encrypted later.
    await open(keysOf('2026')).encrypt(key);
    expect((await open(keysOf('2026')).get(key)).toString()).toBe(text);
    expect(await keptFiles()).toHaveLength(1);
  });

  test('removes a plain file left by an interrupted encryption', async () => {
    const keys = keysOf('2026');
    const { key } = await open(keys).put(Buffer.from(text));
    for (const goOn of [() => open(keys).encrypt(key), () => open(keys).put(Buffer.from(text))]) {
      await open(null).put(Buffer.from(text));
      expect(await keptFiles()).toHaveLength(2);
      await goOn();
      const [file = '', ...others] = await keptFiles();
      expect(others).toEqual([]);
      expect((await readFile(file)).includes('Okafor')).toBe(false);
    }
    expect((await open(keys).get(key)).toString()).toBe(text);
  });

  test('reads existing unencrypted documents, and encrypts them on request', async () => {
    const { key } = await open(null).put(Buffer.from(text));
    expect((await open(keysOf('2026')).get(key)).toString()).toBe(text);
    expect(await open(keysOf('2026')).encrypt(key)).toBe('encrypted');
    const [file = '', ...others] = await keptFiles();
    expect(others).toEqual([]);
    expect((await readFile(file)).includes('Okafor')).toBe(false);
    expect((await open(keysOf('2026')).get(key)).toString()).toBe(text);
    // Rotation: the new key wraps, and the old one still unwraps until each key is rewrapped.
    expect((await open(keysOf('2027', '2026')).get(key)).toString()).toBe(text);
    await expect(open(keysOf('2027')).get(key)).rejects.toMatchObject({ code: 'locked' });
    await expect(open(null).get(key)).rejects.toMatchObject({ code: 'locked' });
    expect(await open(keysOf('2027', '2026')).encrypt(key)).toBe('rewrapped');
    expect(await open(keysOf('2027', '2026')).encrypt(key)).toBe('unchanged');
    expect((await open(keysOf('2027')).get(key)).toString()).toBe(text);
    await expect(open(keysOf('2027')).encrypt(digestOf('other'))).rejects.toMatchObject({ code: 'missing' });
    expect(await readdir(join(folder, 'documents', 'incoming'))).toEqual([]);
  });
});

test('the same document is encrypted differently each time, and its file cannot be decrypted under another name', async () => {
  const documentKeys = keysOf('2026');
  const kept = async (dataDir: string) => {
    const { key } = await chooseStorage({ dataDir, documentKeys }).put(Buffer.from(text));
    return readFile(join(dataDir, 'documents', key.slice(0, 2), `${key}.enc`));
  };
  const one = await kept(join(folder, 'one'));
  const other = await kept(join(folder, 'other'));
  expect(one.equals(other)).toBe(false);
  const storage = chooseStorage({ dataDir: folder, documentKeys });
  const { key } = await storage.put(Buffer.from('Another document'));
  await writeFile(join(folder, 'documents', key.slice(0, 2), `${key}.enc`), one);
  await expect(storage.get(key)).rejects.toMatchObject({ code: 'damaged' });
});

const megabyte = 1024 * 1024;

async function* megabytes(count: number) {
  const piece = randomBytes(megabyte);
  for (let number = 0; number < count; number += 1) yield await Promise.resolve(piece);
}

async function lengthOf(stream: AsyncIterable<Buffer>): Promise<number> {
  let length = 0;
  for await (const chunk of stream) length += chunk.byteLength;
  return length;
}

test('a large file is streamed into and out of an encrypted folder', async () => {
  const storage = chooseStorage({ dataDir: folder, documentKeys: keysOf('2026') });
  const { key, byteCount } = await storage.put(megabytes(40));
  expect([byteCount, await lengthOf(await storage.stream(key))]).toEqual([40 * megabyte, 40 * megabyte]);
}, 120_000);

test('a file too large to send from memory is streamed to a bucket', async () => {
  const storage = chooseStorage({ dataDir: folder, documentKeys: keysOf('2026'), s3: s3.config });
  const { key } = await storage.put(megabytes(10));
  expect(await lengthOf(await storage.stream(key))).toBe(10 * megabyte);
}, 120_000);

test('a long transfer frees its chunks along the way', async () => {
  const before = process.memoryUsage().arrayBuffers;
  let most = before;
  function* chunks() {
    for (let sent = 0; sent < 96 * megabyte; sent += 64 * 1024) {
      most = Math.max(most, process.memoryUsage().arrayBuffers);
      yield Buffer.alloc(64 * 1024, sent);
    }
  }
  const storage = chooseStorage({ dataDir: folder, documentKeys: null });
  await (await storage.receive(Readable.from(chunks()))).discard();
  expect((most - before) / megabyte).toBeLessThan(20);
});
