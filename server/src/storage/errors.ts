/**
 * `missing`: nothing is kept under the key. `damaged`: what is kept is not what was put. `bad_key`: it is no key. `locked`: it is
 * encrypted, and its master key is not configured. `unavailable`: the service that keeps it cannot be reached or refuses; nothing is known of
 * the document.
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
