import type { Readable } from 'node:stream';

export interface StoredDocument {
  /** SHA-256 of the bytes, in hex: the same bytes have the same key, and are kept once. */
  key: string;
  byteCount: number;
}

/** Bytes that came in and are not kept yet. Whoever received them keeps them or discards them. */
export interface ReceivedDocument extends StoredDocument {
  /** Up to `length` of the bytes from `position` on; a negative position counts from the end. */
  read(position: number, length: number): Promise<Buffer>;
  /** The bytes as they are read. */
  stream(): Readable;
  /** Where they are on this machine until they are kept or discarded. */
  path: string;
  /** Keeps them under their key. */
  keep(): Promise<void>;
  /** Removes what was not kept; does nothing after that. */
  discard(): Promise<void>;
}

/** Where the bytes of documents are kept; everything else about them is in the database. */
export interface DocumentStorage {
  /**
   * Keeps the bytes; they are on disk when it resolves. Repeating it changes nothing, unless what is kept is damaged or
   * its master key is lost: then it is replaced. Put first, then write the row that names the key: bytes without a row are
   * only wasted.
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredDocument>;
  /**
   * Takes in bytes that somebody sends, to be looked at before they are kept. Of a stream that breaks off nothing is left.
   */
  receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedDocument>;
  /** @throws StorageError `missing`, `damaged`, `bad_key`, `locked` */
  get(key: string): Promise<Buffer>;
  /**
   * The bytes as they are read; they end with the error `damaged` unless they are what was put.
   * @throws StorageError before the first byte: `missing`, `bad_key`, `locked`
   */
  stream(key: string): Promise<Readable>;
  /**
   * Has a file of this machine with the bytes for as long as it is used; it is only read.
   * @throws StorageError `missing`, `bad_key`, `locked`; `damaged` unless it lies on this machine as it was put
   */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Room for what comes in and is worked on, in bytes: on this machine, also where documents are kept elsewhere. */
  freeBytes(): Promise<number>;
  /** @throws StorageError `bad_key` */
  has(key: string): Promise<boolean>;
  /**
   * Removes the bytes; does nothing where there are none. The caller has made sure that no row names the key.
   * @throws StorageError `bad_key`
   */
  remove(key: string): Promise<void>;
  /** Encrypts what is kept, or wraps its key with the first master key. */
  encrypt(key: string): Promise<'encrypted' | 'rewrapped' | 'unchanged'>;
}
