/** Limits for one file: far above real records, far below what would exhaust the process. */
export interface Limits {
  /** Bytes of a file, decompressed. */
  fileBytes: number;
  /** Bytes of one JSON document: a bundle, or a line of NDJSON. */
  documentBytes: number;
  /** Nesting depth of arrays and objects. */
  depth: number;
  /** Values in one JSON document. */
  values: number;
}

const MB = 1024 * 1024;

export const defaultLimits: Limits = { fileBytes: 4096 * MB, documentBytes: 64 * MB, depth: 100, values: 5_000_000 };

/** For example `64 MB`, as shown in messages. */
export function inMegabytes(bytes: number): string {
  return bytes < MB ? `${bytes} bytes` : `${Math.round(bytes / MB)} MB`;
}
