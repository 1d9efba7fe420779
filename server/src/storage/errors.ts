/** `missing`: nothing is kept under the key. `damaged`: what is kept is not what was put. `bad_key`: it is no key. */
export type StorageErrorCode = 'missing' | 'damaged' | 'bad_key';

export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
