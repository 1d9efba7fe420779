/** Malware scanner. */
export interface Antivirus {
  /**
   * Name of the malware found in a local file (path) or in bytes; null if clean.
   * @throws ScannerUnavailable if the file could not be scanned; it can be retried
   * @throws TooLargeToScan if the scanner accepts no file of this size
   */
  scan(file: string | Buffer): Promise<string | null>;
}

export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';
}

export class TooLargeToScan extends Error {
  override readonly name = 'TooLargeToScan';
}
