/** The embedded database cannot be started for a reason that the operator can fix; the one-line message says which. */
export class DatabaseStartError extends Error {
  override readonly name: string = 'DatabaseStartError';
}
