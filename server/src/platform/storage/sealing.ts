import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Readable } from 'node:stream';

import { Blocks } from './blocks.ts';
import { closing } from './closing.ts';
import { StorageError } from './errors.ts';
import { isCurrent, newFileKey, unwrapKey, wrapKey, wrappedKeyLength } from './wrappedKeys.ts';
import type { MasterKeys } from '../../config/masterKeys.ts';

// Format of an encrypted document: the wrapped key, then chunks of 64 kB, each encrypted with AES-256-GCM. The nonce contains
// the chunk's number and whether it is the last, so documents can be streamed, and missing, reordered or changed chunks are
// detected.

type Bytes = AsyncIterable<Uint8Array>;

const chunkLength = 64 * 1024;
const tagLength = 16;

/** Size of a document once it is encrypted. */
export function sealedSize(byteCount: number): number {
  return wrappedKeyLength + byteCount + tagLength * Math.max(1, Math.ceil(byteCount / chunkLength));
}

/** Each file has its own key, so its chunks can be numbered from 0. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce.writeUInt8(Number(isLast), 11);
  return nonce;
}

/** Encrypts a document with a new key. */
export async function* seal(content: Bytes, keys: MasterKeys, documentKey: string): AsyncGenerator<Buffer> {
  const fileKey = newFileKey();
  yield wrapKey(keys, fileKey, documentKey);
  const blocks = new Blocks(content);
  let isLast = false;
  for (let number = 0; !isLast; number += 1) {
    const chunk = await blocks.read(chunkLength);
    isLast = await blocks.isAtEnd();
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast));
    yield cipher.update(chunk);
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts the output of `seal`.
 * @throws StorageError immediately: `locked`, `damaged`; later the stream may fail with `damaged`
 */
export async function unseal(sealed: Readable, keys: MasterKeys, documentKey: string): Promise<Readable> {
  const blocks = new Blocks(sealed);
  try {
    const fileKey = unwrapKey(keys, await readHeader(blocks, documentKey), documentKey);
    return closing(Readable.from(unsealChunks(blocks, fileKey, documentKey), { objectMode: false }), sealed);
  } catch (error) {
    sealed.destroy();
    throw error;
  }
}

async function* unsealChunks(blocks: Blocks, fileKey: Buffer, documentKey: string): AsyncGenerator<Buffer> {
  let isLast = false;
  for (let number = 0; !isLast; number += 1) {
    const chunk = await blocks.read(chunkLength + tagLength);
    isLast = await blocks.isAtEnd();
    if (chunk.length < tagLength) throw damaged(documentKey);
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast));
    decipher.setAuthTag(chunk.subarray(-tagLength));
    const bytes = decipher.update(chunk.subarray(0, -tagLength));
    try {
      decipher.final();
    } catch {
      throw damaged(documentKey);
    }
    yield bytes;
  }
}

/**
 * The same document with its key wrapped by the first master key; its chunks do not change.
 * @returns null if that key already wraps it
 */
export async function rewrap(sealed: Readable, keys: MasterKeys, documentKey: string): Promise<Bytes | null> {
  const blocks = new Blocks(sealed);
  const header = await readHeader(blocks, documentKey);
  if (isCurrent(keys, header)) return null;
  return withHeader(wrapKey(keys, unwrapKey(keys, header, documentKey), documentKey), blocks);
}

async function* withHeader(header: Buffer, blocks: Blocks): AsyncGenerator<Buffer> {
  yield header;
  while (!(await blocks.isAtEnd())) yield await blocks.read(chunkLength);
}

async function readHeader(blocks: Blocks, documentKey: string): Promise<Buffer> {
  const header = await blocks.read(wrappedKeyLength);
  if (header.length < wrappedKeyLength) throw damaged(documentKey);
  return header;
}

const damaged = (documentKey: string) => new StorageError('damaged', `The document ${documentKey} is not what was put`);
