import type { Readable } from 'node:stream';

export interface StoredDocument {
  /** SHA-256 of the bytes, in hex: the same bytes have the same key and are stored once. */
  key: string;
  byteCount: number;
}

/** Received bytes that are not stored permanently yet. The receiver must keep or discard them. */
export interface ReceivedDocument extends StoredDocument {
  /** Up to `length` bytes from `position`; a negative position counts from the end. */
  read(position: number, length: number): Promise<Buffer>;
  stream(): Readable;
  /** Local path until they are kept or discarded. */
  path: string;
  /** Stores the bytes under their key. */
  keep(): Promise<void>;
  /** Removes the bytes unless they were kept; may be called repeatedly. */
  discard(): Promise<void>;
}

/** A file in the storage, for the search for files that no row names (`removeStrays.ts`). */
export interface KeptFile {
  /** The key of its document. */
  key: string;
  name: string;
  /** Whether it was set aside. */
  isAside: boolean;
  byteCount: number;
  /** When it was stored or set aside. */
  storedAt: Date;
}

/** Storage for the bytes of documents; everything else about them is in the database. */
export interface DocumentStorage {
  /**
   * Stores the bytes; they are on disk when it resolves. Repeating it changes nothing, unless the stored document is damaged
   * or its master key is lost: then it is replaced. Put first, then write the row that refers to the key: bytes without a
   * row only waste space.
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredDocument>;
  /**
   * Receives uploaded bytes, which can be inspected before they are kept. If the stream fails, nothing is left.
   */
  receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedDocument>;
  /** @throws StorageError `missing`, `damaged`, `bad_key`, `locked` */
  get(key: string): Promise<Buffer>;
  /**
   * Streams the bytes; the stream fails at its end with `damaged` if they differ from what was put.
   * @throws StorageError before the first byte: `missing`, `bad_key`, `locked`
   */
  stream(key: string): Promise<Readable>;
  /**
   * Provides a local file with the bytes while `work` runs, which must only read it.
   * @throws StorageError `missing`, `bad_key`, `locked`; `damaged` if a copy had to be made and its digest does not match
   */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Free bytes on the local disk for incoming files and working copies, even if documents are stored elsewhere. */
  freeBytes(): Promise<number>;
  /** @throws StorageError `bad_key` */
  has(key: string): Promise<boolean>;
  /**
   * Removes the bytes, if there are any. The caller must make sure that no row refers to the key.
   * @throws StorageError `bad_key`
   */
  remove(key: string): Promise<void>;
  /** Files of documents whose key begins with `start`. */
  list(start: string): AsyncIterable<KeptFile>;
  /**
   * Sets a file aside that no row names. It can still be read, because a row that names it may be about to be committed; but a
   * `put` of the same bytes stores them anew.
   */
  setAside(file: KeptFile): Promise<void>;
  /** Undoes `setAside`, unless the same bytes were stored anew. */
  putBack(file: KeptFile): Promise<void>;
  /** Removes a file that was set aside. */
  removeAside(file: KeptFile): Promise<void>;
  /** Encrypts a stored document, or rewraps its key with the first master key. */
  encrypt(key: string): Promise<'encrypted' | 'rewrapped' | 'unchanged'>;
}
