/** What a file may be at most. Far above real records, far below what would exhaust the process. */
export interface Limits {
  /** Bytes of a file, unpacked. */
  fileBytes: number;
  /** Bytes of one JSON document: a bundle, or a line of NDJSON. */
  documentBytes: number;
  /** Lists and objects inside each other. */
  depth: number;
  /** Values in one JSON document. */
  values: number;
}

const MB = 1024 * 1024;

export const defaultLimits: Limits = { fileBytes: 4096 * MB, documentBytes: 64 * MB, depth: 100, values: 5_000_000 };

/** 64 MB, as messages say it. */
export function inMegabytes(bytes: number): string {
  return bytes < MB ? `${bytes} bytes` : `${Math.round(bytes / MB)} MB`;
}
