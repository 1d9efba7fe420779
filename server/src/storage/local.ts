import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { codeOf } from '../db/errors.ts';
import { StorageError } from './errors.ts';

import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { DocumentStorage, ReceivedDocument, StoredDocument } from './storage.ts';

const keyPattern = /^[0-9a-f]{64}$/;
/** A file that was being written when its process was killed is removed after this. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

/** Documents in a folder of this machine, or of a disk that all processes share: folder/ab/abcdef... */
export function localStorage(folder: string): DocumentStorage {
  return new LocalStorage(folder);
}

class LocalStorage implements DocumentStorage {
  readonly #folder: string;
  readonly #incoming: string;
  #prepared: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#incoming = join(folder, 'incoming');
  }

  async put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredDocument> {
    if (content instanceof Uint8Array) {
      const document = { key: digestOf(content), byteCount: content.byteLength };
      if (await this.#isKept(document)) return document;
    }
    const received = await this.#takeIn(content instanceof Uint8Array ? [content] : content);
    try {
      await received.keep();
      return { key: received.key, byteCount: received.byteCount };
    } finally {
      await received.discard();
    }
  }

  async receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedDocument> {
    return await this.#takeIn(content);
  }

  async get(key: string, options: { verify?: boolean } = {}): Promise<Buffer> {
    const bytes = await readFile(this.#pathOf(key)).catch(missing(key));
    if (options.verify === true && digestOf(bytes) !== key) {
      throw new StorageError('damaged', `The document ${key} is not what was put`);
    }
    return bytes;
  }

  async stream(key: string): Promise<Readable> {
    const file = await open(this.#pathOf(key)).catch(missing(key));
    return file.createReadStream();
  }

  async withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    const path = this.#pathOf(key);
    if ((await sizeOf(path)) === null) throw new StorageError('missing', `There is no document ${key}`);
    return await work(path);
  }

  async freeBytes(): Promise<number> {
    await (this.#prepared ??= this.#prepare());
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize;
  }

  async has(key: string): Promise<boolean> {
    return (await sizeOf(this.#pathOf(key))) !== null;
  }

  #pathOf(key: string): string {
    if (!keyPattern.test(key)) throw new StorageError('bad_key', 'That is no key of a document');
    return join(this.#folder, key.slice(0, 2), key);
  }

  async #takeIn(content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<ReceivedDocument> {
    await (this.#prepared ??= this.#prepare());
    const path = join(this.#incoming, randomUUID());
    try {
      const document = await write(path, content);
      return {
        ...document,
        path,
        read: async (position, length) =>
          await readPart(path, position < 0 ? Math.max(0, document.byteCount + position) : position, length),
        stream: () => createReadStream(path),
        keep: async () => {
          if (!(await this.#isKept(document))) await this.#moveIn(path, document.key);
        },
        discard: async () => await rm(path, { force: true }),
      };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  async #isKept({ key, byteCount }: StoredDocument): Promise<boolean> {
    return (await sizeOf(this.#pathOf(key))) === byteCount;
  }

  /** The file appears whole or not at all, and stays after a power cut. */
  async #moveIn(temporary: string, key: string): Promise<void> {
    const path = this.#pathOf(key);
    const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(temporary, path);
    await syncFolder(dirname(path));
    if (created !== undefined) await syncFolder(this.#folder);
  }

  async #prepare(): Promise<void> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name);
      const written = await stat(path).catch(() => null);
      if (written !== null && Date.now() - written.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
    }
  }
}

async function write(path: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<StoredDocument> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let byteCount = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      byteCount += chunk.byteLength;
      await writeAll(file, chunk);
    }
    await file.sync();
    return { key: hash.digest('hex'), byteCount };
  } finally {
    await file.close();
  }
}

async function readPart(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.byteLength;) {
    written += (await file.write(chunk, written)).bytesWritten;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function missing(key: string): (error: unknown) => never {
  return (error) => {
    if (codeOf(error) === 'ENOENT') throw new StorageError('missing', `There is no document ${key}`);
    throw error;
  };
}
