/** SQLSTATE codes that mean the server is currently unavailable, whatever the statement. */
const unavailableStates = new Set([
  '53200', // out of memory
  '53300', // too many connections
  '53400', // a configured limit
  '57P01', // terminated by an administrator or a fast shutdown
  '57P02', // another backend crashed
  '57P03', // starting up or shutting down
  '57P05', // idle session timeout
]);

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The server's accept queue is full.
  'EAGAIN',
]);

// The driver reports these without a code.
const driverMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
];

/**
 * Whether the database could not be reached or the connection was lost, as opposed to a refused statement. The same work
 * may succeed later; a write whose COMMIT was in flight may or may not have happened.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined && (unavailableStates.has(code) || code.startsWith('08') || socketCodes.has(code)))
    return true;
  // The socket file of a stopped database does not exist; other missing files are unrelated.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  if (driverMessages.some((message) => error.message.includes(message))) return true;
  if (error instanceof AggregateError) return error.errors.some(isConnectionError);
  return error.cause !== undefined && isConnectionError(error.cause);
}

/** A statement that timed out or was canceled (57014), or waited too long for a lock (55P03). */
const heldUpCodes = new Set(['57014', '55P03']);

/** Whether others held up a statement for as long as it may take. The same statement would take as long again. */
export function isHeldUp(error: unknown): boolean {
  return heldUpCodes.has(codeOf(error) ?? '');
}

const fullDiskCodes = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether the disk of the database or of the documents is full. */
export function isDiskFull(error: unknown): boolean {
  return fullDiskCodes.has(codeOf(error) ?? '');
}

/** Name of the constraint that a statement violated, if any. */
export function constraintOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
}

/** Waits for a statement. If it violates one of these constraints, that constraint's error is thrown instead. */
export async function onConstraint<Result>(
  statement: Promise<Result>,
  errors: Readonly<Record<string, () => Error>>,
): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    const explain = errors[constraintOf(error) ?? ''];
    throw explain === undefined ? error : explain();
  }
}

/** The SQLSTATE or system code of an error, if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
