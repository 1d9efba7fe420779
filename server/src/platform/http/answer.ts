import { randomUUID } from 'node:crypto';

import { fieldErrors } from '@careloop/contracts/fieldErrors';
import { errorTexts, failureMessage } from '@careloop/contracts/result';
import type { ErrorCode, FailedResult } from '@careloop/contracts/result';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';

import { codeOf, isConnectionError, isDiskFull, isHeldUp } from '../db/errors.ts';
import { AppError } from '../errors.ts';
import { StorageError } from '../storage/errors.ts';

/** HTTP status by error code. A refused action or bad input returns 200 (docs/domain/api.md). */
const statusOf: Record<ErrorCode, number> = {
  invalid_input: 200,
  unauthorized_patient: 200,
  no_access: 200,
  wrong_state: 200,
  refused: 200,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  stale_version: 409,
  idempotency_conflict: 409,
  too_large: 413,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  documents_unavailable: 503,
  storage_full: 503,
  timeout: 504,
};

/** PostgreSQL codes of a statement that was chosen to end a deadlock (40P01) or a conflict (40001). */
const conflictCodes = new Set(['40P01', '40001']);

/**
 * PostgreSQL codes that a value of the caller can still cause after it was parsed: a number (22003) or a day (22008) out of
 * range, a forged cursor (22007, 22009, 22023), NUL in a text (22021) or in JSON (22P05), half of a surrogate pair in JSON
 * (22P02). Other data exceptions, such as a division by zero, are faults of our own SQL.
 */
const valueCodes = new Set(['22003', '22007', '22008', '22009', '22021', '22023', '22P02', '22P05']);

/** PostgreSQL code of a value that names a row which does not exist, or no longer does. */
const missingRow = '23503';

/** Converts errors of the framework, the parser and the database; an AppError stays as it is. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return new AppError('invalid_input', { validationErrors: fieldErrors(error) });
  if (isDiskFull(error)) return new AppError('storage_full', { message: errorTexts.storageFull, cause: error });
  if (error instanceof StorageError && error.code === 'unavailable')
    return new AppError('documents_unavailable', { message: errorTexts.documentsAway, cause: error });
  if (isConnectionError(error) || isHeldUp(error) || conflictCodes.has(codeOf(error) ?? ''))
    return new AppError('unavailable', { cause: error });
  if (valueCodes.has(codeOf(error) ?? '')) return unreadable(error);
  if (codeOf(error) === missingRow)
    return new AppError('invalid_input', { validationErrors: { '': errorTexts.referenceGone }, cause: error });
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (status === 413) return new AppError('too_large', { message: 'The request is too large.' });
  if (status === 404) return new AppError('not_found');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return unreadable(error);
  }
  return new AppError('internal', { cause: error });
}

function unreadable(cause: unknown): AppError {
  return new AppError('invalid_input', { validationErrors: { '': 'The request could not be read.' }, cause });
}

/**
 * Status and body of a failed request. A 5xx is logged under a reference that is also in the body; the cause is only
 * logged. A value that the database refused is logged too, because our own SQL may be the cause.
 */
export function failureAnswer(error: AppError, log: FastifyBaseLogger): { status: number; body: FailedResult } {
  const status = statusOf[error.code];
  const body: FailedResult = {
    wasSuccessful: false,
    code: error.code,
    validationErrors: error.validationErrors,
    ...(error.message !== '' && { message: error.message }),
    errorMessage: failureMessage(error),
    ...(error.current !== undefined && { current: error.current }),
    ...(error.sessionEnding !== undefined && { sessionEnding: error.sessionEnding }),
    ...(error.lockReason !== undefined && { lockReason: error.lockReason }),
    ...(error.existingDocument !== undefined && { existingDocument: error.existingDocument }),
    ...(error.namedPatient !== undefined && { namedPatient: error.namedPatient }),
  };
  const refusedCode = codeOf(error.cause) ?? '';
  if (valueCodes.has(refusedCode) || refusedCode === missingRow) {
    log.warn({ err: describe(error.cause) }, 'The database refused a value of a request');
  }
  if (status < 500) return { status, body };
  const reference = randomUUID();
  log.error({ reference, code: error.code, err: describe(error.cause ?? error) }, 'A request failed');
  return {
    status,
    body: {
      ...body,
      errorMessage: wordsOf(error),
      reference,
    },
  };
}

function wordsOf({ code, message }: AppError): string {
  return code === 'storage_full' || code === 'documents_unavailable' ? message : errorTexts.server;
}

/** Loggable parts of an error. Never a database message, which can quote a row. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const fromDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
  return { type: error.name, code, constraint, table, stack: fromDatabase ? stackOnly(error) : error.stack };
}

function stackOnly(error: Error): string | undefined {
  return error.stack?.split('\n').slice(1).join('\n');
}
