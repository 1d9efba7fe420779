import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import type { MasterKeys } from '../../config/masterKeys.ts';
import { StorageError } from './errors.ts';

/** Maximum length of a master key's id, in bytes. */
const idLength = 32;
const ivLength = 12;
const fileKeyLength = 32;
const tagLength = 16;
/** Length of the master key's id plus the wrapped file key. */
export const wrappedKeyLength = idLength + ivLength + fileKeyLength + tagLength;

/** Associated data that binds a wrapped key to its document. */
const boundTo = (id: string, documentKey: string) => Buffer.from(`careloop document key 1 ${id} ${documentKey}`);

export function newFileKey(): Buffer {
  return randomBytes(fileKeyLength);
}

/** Wraps a file's key with the first master key. */
export function wrapKey(keys: MasterKeys, fileKey: Buffer, documentKey: string): Buffer {
  const [current] = keys;
  if (current === undefined) throw new Error('There is no master key');
  const [id, masterKey] = current;
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', masterKey, iv).setAAD(boundTo(id, documentKey));
  const wrapped = Buffer.concat([cipher.update(fileKey), cipher.final()]);
  return Buffer.concat([Buffer.from(id.padEnd(idLength, '\0')), iv, wrapped, cipher.getAuthTag()]);
}

/** Whether a wrapped key was wrapped with the first master key. */
export function isCurrent(keys: MasterKeys, wrapped: Buffer): boolean {
  return idOf(wrapped) === keys.keys().next().value;
}

/** @throws StorageError `locked` if its master key is not configured, `damaged` */
export function unwrapKey(keys: MasterKeys, wrapped: Buffer, documentKey: string): Buffer {
  const id = idOf(wrapped);
  const masterKey = keys.get(id);
  if (masterKey === undefined) {
    throw new StorageError(
      'locked',
      `The document ${documentKey} needs the master key "${id}", which is not configured`,
    );
  }
  const [iv, text] = [
    wrapped.subarray(idLength, idLength + ivLength),
    wrapped.subarray(idLength + ivLength, -tagLength),
  ];
  const decipher = createDecipheriv('aes-256-gcm', masterKey, iv).setAAD(boundTo(id, documentKey));
  decipher.setAuthTag(wrapped.subarray(-tagLength));
  try {
    return Buffer.concat([decipher.update(text), decipher.final()]);
  } catch {
    throw new StorageError('damaged', `The key of the document ${documentKey} cannot be unwrapped`);
  }
}

function idOf(wrapped: Buffer): string {
  return wrapped.subarray(0, idLength).toString().replace(/\0+$/, '');
}
