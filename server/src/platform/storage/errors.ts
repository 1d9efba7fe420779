/**
 * `missing`: nothing is stored under the key. `damaged`: the stored bytes differ from what was put. `bad_key`: not a valid
 * key. `locked`: encrypted with a master key that is not configured. `unavailable`: the storage service cannot be reached or
 * refuses, so the state of the document is unknown.
 */
export type StorageErrorCode = 'missing' | 'damaged' | 'bad_key' | 'locked' | 'unavailable';

export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
