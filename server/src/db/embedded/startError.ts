/** The embedded database cannot be started for a reason that the operator can mend; the message says which in one line. */
export class DatabaseStartError extends Error {
  override readonly name: string = 'DatabaseStartError';
}
