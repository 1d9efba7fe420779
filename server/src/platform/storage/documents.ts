import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';

import type { Blobs } from './blobs.ts';
import { StorageError } from './errors.ts';
import type { MasterKeys } from '../../config/masterKeys.ts';
import { closing } from './closing.ts';
import { freeChunks } from './freeChunks.ts';
import { rewrap, seal, sealedSize, unseal } from './sealing.ts';
import type { DocumentStorage, KeptFile, ReceivedDocument, StoredDocument } from './storage.ts';
import { WorkingCopies } from './workingCopies.ts';

const keyPattern = /^[0-9a-f]{64}$/;
/** Age after which a partial file of a killed process is removed. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;
/** File name of an encrypted document; an unencrypted one is named by its key alone. */
const sealedName = (key: string) => `${key}.enc`;
const asideSuffix = '.stray';
/** File name of one that was set aside. */
const asideName = (name: string) => `${name}${asideSuffix}`;
const keptNamePattern = /^([0-9a-f]{64})(?:\.enc)?(\.stray)?$/;

export interface DocumentStorageOptions {
  blobs: Blobs;
  /** Local folder for incoming files and working copies. */
  staging: string;
  /** Null to store new documents unencrypted. */
  masterKeys: MasterKeys | null;
}

/** Documents stored by digest in a folder or a bucket, encrypted or not. */
export function documentStorage(options: DocumentStorageOptions): DocumentStorage {
  return new StoredDocuments(options);
}

class StoredDocuments implements DocumentStorage {
  readonly #blobs: Blobs;
  readonly #staging: string;
  readonly #keys: MasterKeys | null;
  readonly #copies = new WorkingCopies();
  #prepared: Promise<void> | undefined;
  #preparedAt = 0;

  constructor({ blobs, staging, masterKeys }: DocumentStorageOptions) {
    this.#blobs = blobs;
    this.#staging = staging;
    this.#keys = masterKeys;
  }

  async put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredDocument> {
    if (content instanceof Uint8Array) {
      const document = { key: digestOf(content), byteCount: content.byteLength };
      if (await this.#isKept(document)) return document;
    }
    const received = await this.receive(content instanceof Uint8Array ? Readable.from([content]) : content);
    try {
      await received.keep();
      return { key: received.key, byteCount: received.byteCount };
    } finally {
      await received.discard();
    }
  }

  async receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedDocument> {
    const hash = createHash('sha256');
    let byteCount = 0;
    const path = await this.#write(content, (chunk) => {
      hash.update(chunk);
      byteCount += chunk.byteLength;
    });
    const document = { key: hash.digest('hex'), byteCount };
    return {
      ...document,
      path,
      read: async (position, length) =>
        await readPart(path, position < 0 ? Math.max(0, byteCount + position) : position, length),
      stream: () => createReadStream(path),
      keep: async () => {
        if (!(await this.#isKept(document))) await this.#keep(document.key, path);
      },
      discard: async () => await rm(path, { force: true }),
    };
  }

  async get(key: string): Promise<Buffer> {
    return await buffer(await this.stream(key));
  }

  async stream(key: string): Promise<Readable> {
    return checkedStream(await this.#open(key), key);
  }

  async withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    requireKey(key);
    const path = this.#blobs.pathOf(key);
    if (path !== null && (await this.#blobs.sizeOf(key)) !== null) return await work(path);
    return await this.#copies.use(key, async () => await this.#write(await this.stream(key)), work);
  }

  async freeBytes(): Promise<number> {
    await this.#prepare();
    const { bavail, bsize } = await statfs(this.#staging);
    return bavail * bsize;
  }

  async has(key: string): Promise<boolean> {
    requireKey(key);
    const sizes = await Promise.all([this.#blobs.sizeOf(sealedName(key)), this.#blobs.sizeOf(key)]);
    return sizes.some((size) => size !== null);
  }

  async remove(key: string): Promise<void> {
    requireKey(key);
    await this.#blobs.remove(sealedName(key));
    await this.#blobs.remove(key);
  }

  async *list(start: string): AsyncGenerator<KeptFile> {
    for await (const file of this.#blobs.list(start)) {
      const [, key, aside] = keptNamePattern.exec(file.name) ?? [];
      if (key !== undefined) yield { ...file, key, isAside: aside !== undefined };
    }
  }

  async setAside({ name }: KeptFile): Promise<void> {
    await this.#blobs.move(name, asideName(name));
  }

  async putBack({ name }: KeptFile): Promise<void> {
    const original = name.slice(0, -asideSuffix.length);
    if ((await this.#blobs.sizeOf(original)) === null) await this.#blobs.move(name, original);
    else await this.#blobs.remove(name);
  }

  async removeAside({ name, isAside }: KeptFile): Promise<void> {
    if (isAside) await this.#blobs.remove(name);
  }

  async encrypt(key: string): Promise<'encrypted' | 'rewrapped' | 'unchanged'> {
    requireKey(key);
    if (this.#keys === null) throw new Error('There is no master key');
    const plain = await this.#blobs.open(key);
    if (plain === null) return await this.#rewrap(key, this.#keys);
    try {
      if (await this.#isSealed(key, this.#keys)) return await this.#rewrap(key, this.#keys);
      const path = await this.#write(checked(plain, key));
      try {
        await this.#keep(key, path);
      } finally {
        await rm(path, { force: true });
      }
      return 'encrypted';
    } finally {
      plain.destroy();
    }
  }

  async #rewrap(key: string, keys: MasterKeys): Promise<'rewrapped' | 'unchanged'> {
    const sealed = await this.#blobs.open(sealedName(key));
    if (sealed === null) throw missing(key);
    try {
      const rewrapped = await rewrap(sealed, keys, key);
      if (rewrapped === null) return 'unchanged';
      await this.#keepAs(sealedName(key), rewrapped);
      return 'rewrapped';
    } finally {
      sealed.destroy();
    }
  }

  /** @throws StorageError `missing`, `bad_key`, `locked`, `damaged` */
  async #open(key: string): Promise<Readable> {
    requireKey(key);
    // Two attempts, because a file may get another name between the lookups: by `encrypt`, or because it is set aside.
    for (let look = 0; look < 2; look += 1) {
      for (const nameOf of [(name: string) => name, asideName]) {
        const sealed = await this.#blobs.open(nameOf(sealedName(key)));
        if (sealed !== null) return await this.#unseal(sealed, key);
        const plain = await this.#blobs.open(nameOf(key));
        if (plain !== null) return plain;
      }
    }
    throw missing(key);
  }

  /** If its master key is missing, a document is read from a plain file next to it, such as a restore leaves. */
  async #unseal(sealed: Readable, key: string): Promise<Readable> {
    try {
      return await unseal(sealed, this.#keys ?? new Map(), key);
    } catch (error) {
      const plain = error instanceof StorageError ? await this.#blobs.open(key) : null;
      if (plain === null) throw error;
      return plain;
    }
  }

  /** Whether a document is stored and readable. If it is not, storing the same bytes again replaces it. */
  async #isKept({ key, byteCount }: StoredDocument): Promise<boolean> {
    if (this.#keys !== null) {
      if ((await this.#blobs.sizeOf(sealedName(key))) !== sealedSize(byteCount)) return false;
      return await this.#isSealed(key, this.#keys);
    }
    if ((await this.#blobs.sizeOf(key)) !== byteCount) return false;
    return await isWhole(key, await this.#blobs.open(key));
  }

  /** Whether a document is encrypted and readable. If so, removes a plain file left by an interrupted encryption. */
  async #isSealed(key: string, keys: MasterKeys): Promise<boolean> {
    const sealed = await this.#blobs.open(sealedName(key));
    if (!(await isWhole(key, sealed, keys))) return false;
    await this.#blobs.remove(key);
    return true;
  }

  /** Stores a file from the staging folder under its digest, and removes an unencrypted copy. */
  async #keep(key: string, path: string): Promise<void> {
    if (this.#keys === null) return await this.#blobs.keep(key, path);
    await this.#keepAs(sealedName(key), seal(createReadStream(path), this.#keys, key));
    await this.#blobs.remove(key);
  }

  async #keepAs(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = await this.#write(content);
    try {
      await this.#blobs.keep(name, path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Writes to a new file in the staging folder; removes it if the stream fails. */
  async #write(content: AsyncIterable<Uint8Array>, onChunk?: (chunk: Uint8Array) => void): Promise<string> {
    await this.#prepare();
    const path = join(this.#staging, randomUUID());
    try {
      const file = await open(path, 'wx', 0o600);
      await pipeline(freeChunks(metered(content, onChunk)), file.createWriteStream({ flush: true }));
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  #prepare(): Promise<void> {
    // Again once a day, because what a killed process left is too young when its successor starts.
    if (this.#prepared !== undefined && Date.now() - this.#preparedAt < abandonedAfterMs) return this.#prepared;
    this.#preparedAt = Date.now();
    return (this.#prepared = prepareStaging(this.#staging));
  }
}

async function prepareStaging(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const written = await stat(path).catch(() => null);
    if (written !== null && Date.now() - written.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
  }
}

function requireKey(key: string): void {
  if (!keyPattern.test(key)) throw new StorageError('bad_key', 'That is no key of a document');
}

async function* metered(
  content: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void = () => {},
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    onChunk(chunk);
    yield chunk;
  }
}

function missing(key: string): StorageError {
  return new StorageError('missing', `There is no document ${key}`);
}

/** Reads a file to its end and checks that its digest matches the key. */
async function isWhole(key: string, kept: Readable | null, keys: MasterKeys | null = null): Promise<boolean> {
  if (kept === null) return false;
  try {
    const content = keys === null ? kept : await unseal(kept, keys, key);
    await finished(checkedStream(content, key).resume());
    return true;
  } catch (error) {
    if (error instanceof StorageError) return false;
    throw error;
  }
}

function checkedStream(content: Readable, key: string): Readable {
  return closing(Readable.from(checked(content, key), { objectMode: false }), content);
}

/** Passes the bytes on, and fails at the end if their digest does not match the key. */
async function* checked(content: Readable, key: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  yield* metered(content, (chunk) => hash.update(chunk));
  if (hash.digest('hex') !== key) throw new StorageError('damaged', `The document ${key} is not what was put`);
}

async function readPart(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
