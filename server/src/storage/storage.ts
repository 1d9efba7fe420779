import { join } from 'node:path';

import { localStorage } from './local.ts';

import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';

export interface StoredDocument {
  /** SHA-256 of the bytes, in hex: the same bytes have the same key, and are kept once. */
  key: string;
  byteCount: number;
}

/** Where the bytes of documents are kept; everything else about them is in the database. */
export interface DocumentStorage {
  /**
   * Keeps the bytes; they are on disk when it resolves. Repeating it changes nothing. Put first, then write the row that
   * names the key: bytes without a row are only wasted.
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredDocument>;
  /**
   * @param options.verify reads the digest again as well
   * @throws StorageError `missing`, `damaged`, `bad_key`
   */
  get(key: string, options?: { verify?: boolean }): Promise<Buffer>;
  /**
   * The bytes as they are read.
   * @throws StorageError before the first byte: `missing`, `bad_key`
   */
  stream(key: string): Promise<Readable>;
  /** @throws StorageError `bad_key` */
  has(key: string): Promise<boolean>;
}

/** Documents are kept in DATA_DIR. */
export function chooseStorage(config: Pick<Config, 'dataDir'>): DocumentStorage {
  return localStorage(join(config.dataDir, 'documents'));
}
