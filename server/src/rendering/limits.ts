/** What rendering one file may cost. */
export const renderLimits = {
  /** A call that takes longer is given up, and its process ended. */
  callMs: 20_000,
  /** Largest file that is opened for rendering. */
  fileBytes: 110 * 1024 * 1024,
  /** Pixels of an image that is decoded: a fax page has 4 million, a chest film 10. */
  inputPixels: 120_000_000,
  /** Pixels of a page that is drawn. */
  outputPixels: 24_000_000,
  outputSide: 8_000,
  pages: 5_000,
  /** Heap of a rendering process, in MB; decoders hold their memory beside it. */
  heapMb: 384,
  /** A process that holds more than this in all is ended, even in the middle of a call. */
  residentBytes: 1_200 * 1024 * 1024,
  /** Calls that wait for a process. */
  waiting: 400,
  /** A process that had nothing to do for so long ends. */
  idleMs: 5 * 60_000,
} as const;
