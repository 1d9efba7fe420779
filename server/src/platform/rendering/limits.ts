/** Limits for rendering a file. */
export const renderLimits = {
  /** A call that takes longer fails, and its process is killed. */
  callMs: 20_000,
  /** Maximum size of a file to render. */
  fileBytes: 110 * 1024 * 1024,
  /** Maximum pixels of a decoded image: a fax page has 4 million, a chest film 10. */
  inputPixels: 120_000_000,
  /** Maximum pixels of a rendered page. */
  outputPixels: 24_000_000,
  outputSide: 8_000,
  pages: 5_000,
  /** JavaScript heap of a rendering process, in MB; decoders allocate outside it. */
  heapMb: 384,
  /** A process with more resident memory than this is killed, even during a call. */
  residentBytes: 1_200 * 1024 * 1024,
  /** Maximum number of calls waiting for a process. */
  waiting: 400,
  /** An idle process ends after this time. */
  idleMs: 5 * 60_000,
} as const;
