/** A Binary resource that was on a line of its own and was stored before the documents that refer to it. */
export interface StoredBinary {
  storageKey: string;
  byteCount: number;
}
