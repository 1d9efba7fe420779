/** Malware scanner. */
export interface Antivirus {
  /**
   * Name of the malware found in a local file (path) or in bytes; null if clean.
   * @throws ScannerUnavailable if the file could not be scanned; it can be retried
   */
  scan(file: string | Buffer): Promise<string | null>;
}

export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';
}
