/** SQLSTATE classes and codes that say the server cannot be talked to now, whatever the statement was. */
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
  // A socket that nobody has time to look at.
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
 * Whether the database could not be reached or went away, as opposed to refusing the statement. The same work may
 * succeed later; a write whose commit was under way may or may not have happened.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined && (unavailableStates.has(code) || code.startsWith('08') || socketCodes.has(code)))
    return true;
  // The socket of a database that is not running is not there; any other missing file is none of this.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  if (driverMessages.some((message) => error.message.includes(message))) return true;
  if (error instanceof AggregateError) return error.errors.some(isConnectionError);
  return error.cause !== undefined && isConnectionError(error.cause);
}

const fullDiskCodes = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether a disk, of the database or of the documents, has no room left. */
export function isDiskFull(error: unknown): boolean {
  return fullDiskCodes.has(codeOf(error) ?? '');
}

/** The name of the constraint that a statement broke, if it broke one. */
export function constraintOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
}

/** The SQLSTATE or system code of an error, if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
