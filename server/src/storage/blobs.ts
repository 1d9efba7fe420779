import type { Readable } from 'node:stream';

/** Where files lie, by name: a folder, or a bucket. What they mean is the matter of `documents.ts`. */
export interface Blobs {
  /** The bytes of a file; null when there is none. */
  open(name: string): Promise<Readable | null>;
  /** How many bytes a file has; null when there is none. */
  sizeOf(name: string): Promise<number | null>;
  /** Keeps a file of this machine under a name, whole or not at all; what was there is replaced. The file may be moved. */
  keep(name: string, path: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Where a file lies on this machine; null when it is elsewhere. */
  pathOf(name: string): string | null;
}
