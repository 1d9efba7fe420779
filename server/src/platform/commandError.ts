/** An error the operator can fix; printed as one line, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
