/** Limits for rendering a file. */
export const renderLimits = {
  /** A call that uses more processor time fails, and its process is killed. */
  processorMs: 10_000,
  /** The same for the time that passes, which depends on what else the machine does. */
  callMs: 30_000,
  /**
   * A call that uses more processor time may be ended and started again later, so that a process stays free for short ones.
   * A page of a letter takes 100 ms.
   */
  shortMs: 750,
  /** After one of their calls used more, all of an asker's calls count as long for this time. */
  longForMs: 60_000,
  /** Maximum size of a file to render. */
  fileBytes: 110 * 1024 * 1024,
  /** Maximum pixels of a decoded image: a fax page has 4 million, a chest film 10. */
  inputPixels: 120_000_000,
  /** Maximum pixels of all pictures drawn on one page of a PDF. */
  pagePixels: 240_000_000,
  /** Maximum objects of a PDF page whose pictures are counted; a drawing has some 100,000. */
  pageObjects: 2_000_000,
  /** Maximum pixels of a rendered page. */
  outputPixels: 24_000_000,
  outputSide: 8_000,
  pages: 5_000,
  /** JavaScript heap of a rendering process, in MB; decoders allocate outside it. */
  heapMb: 384,
  /** A process with more resident memory than this is killed, even during a call. */
  residentBytes: 1_200 * 1024 * 1024,
  /** Maximum number of calls waiting for a process, and of those for one asker. */
  waiting: 400,
  waitingPerAsker: 100,
  /** An idle process ends after this time. */
  idleMs: 5 * 60_000,
} as const;
