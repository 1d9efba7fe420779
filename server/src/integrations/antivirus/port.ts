/** Looks for malware in files. */
export interface Antivirus {
  /**
   * The name of what was found in a file of this machine, or in these bytes; null when nothing was.
   * @throws ScannerUnavailable when the file could not be looked at: it is to be tried again
   */
  scan(file: string | Buffer): Promise<string | null>;
}

export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';
}
