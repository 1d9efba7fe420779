import type { Readable } from 'node:stream';

interface ListedBlob {
  name: string;
  byteCount: number;
  storedAt: Date;
}

/** Files by name, in a folder or a bucket. `documents.ts` gives them their meaning. */
export interface Blobs {
  /** The bytes of a file; null if it does not exist. */
  open(name: string): Promise<Readable | null>;
  /** Size of a file in bytes; null if it does not exist. */
  sizeOf(name: string): Promise<number | null>;
  /** Stores a local file under a name atomically, and replaces an existing one. The local file may be moved. */
  keep(name: string, path: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Files whose name begins with `start`; files that others put there may be among them. */
  list(start: string): AsyncIterable<ListedBlob>;
  /** Gives a file another name, as if it were stored now, and replaces an existing one. */
  move(name: string, to: string): Promise<void>;
  /** Local path of a file; null if it is not on this machine. */
  pathOf(name: string): string | null;
}
