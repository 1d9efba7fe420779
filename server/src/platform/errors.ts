import { addressProblems, type AddressLines } from '@careloop/contracts/fields/address';
import { changedProblems, type RulesOnFile } from '@careloop/contracts/fields/onFile';
import type { ErrorCode, FailedResult, SessionEnding, ValidationErrors } from '@careloop/contracts/result';
import type { LockReason } from '@careloop/contracts/session/authStates';

/**
 * The error of every refused or failed call. Its code determines the HTTP status and is in the response and the
 * log; no code depends on its text.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly validationErrors: ValidationErrors;
  readonly current: FailedResult['current'];
  readonly sessionEnding: SessionEnding | undefined;
  readonly lockReason: LockReason | undefined;
  readonly existingDocument: FailedResult['existingDocument'];
  readonly namedPatient: FailedResult['namedPatient'];

  constructor(
    code: ErrorCode,
    options: {
      message?: string | undefined;
      validationErrors?: ValidationErrors;
      current?: FailedResult['current'];
      sessionEnding?: SessionEnding | undefined;
      lockReason?: LockReason | undefined;
      existingDocument?: FailedResult['existingDocument'];
      namedPatient?: FailedResult['namedPatient'];
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? '', { cause: options.cause });
    this.code = code;
    this.validationErrors = options.validationErrors ?? {};
    this.current = options.current;
    this.sessionEnding = options.sessionEnding;
    this.lockReason = options.lockReason;
    this.existingDocument = options.existingDocument;
    this.namedPatient = options.namedPatient;
  }
}

/** An error for invalid input; `errors` by field name, with the empty name for the whole form. */
export function invalidInput(errors: ValidationErrors): AppError {
  return new AppError('invalid_input', { validationErrors: errors });
}

/** Refuses an address that lacks a part or has a wrong one, unless it is the stored one. */
export function requireValidAddress(
  address: AddressLines & Record<string, unknown>,
  stored: AddressLines | null | undefined,
  isRequired = false,
): void {
  const problems = addressProblems(address, { isRequired, stored });
  if (problems.size > 0) throw invalidInput(Object.fromEntries(problems));
}

/** @throws AppError with the fields of texts that are neither valid nor as on file */
export function requireValidTexts(
  rules: RulesOnFile,
  values: Readonly<Record<string, unknown>>,
  stored: object | null | undefined,
): void {
  const problems = changedProblems(rules, values, stored);
  if (problems.size > 0) throw invalidInput(Object.fromEntries(problems));
}

/** An error for a business action that is not possible now, with the sentence that says why. */
export function refused(message: string, code: 'refused' | 'wrong_state' = 'refused'): AppError {
  return new AppError(code, { message, validationErrors: { '': message } });
}

/** An error for an action that needs a permission the actor does not have, with the sentence that says which. */
export function forbidden(message: string): AppError {
  return new AppError('forbidden', { message });
}

/** Who changed a row last, when, and how. */
export interface LastChange {
  /** The signed-in user, also if they acted for somebody; null for an import or a job. */
  changedByUserId: number | null;
  changedBy: string | null;
  changedAt: Date | string | null;
  what: string | null;
}

/**
 * Allows a change only if the row still has the version that the caller saw. A caller without a version is not refused.
 * @param message shown to a caller who saw an older version
 * @param findChange loads the last change; only called for a stale version
 * @throws AppError `stale_version`, with the current version of the row
 */
export async function requireVersion(
  seen: number | undefined,
  version: number,
  message: string,
  findChange: () => LastChange | undefined | Promise<LastChange | undefined>,
): Promise<void> {
  if (seen === undefined || seen === version) return;
  const { changedByUserId = null, changedBy = null, changedAt = null, what = null } = (await findChange()) ?? {};
  const moment = changedAt instanceof Date ? changedAt.toISOString() : changedAt;
  const current = { version, changedByUserId, changedBy, changedAt: moment, what };
  throw new AppError('stale_version', { message, current });
}

/**
 * The error for patient data that the actor may not see or that does not exist; both look the same to the caller.
 * @param reason one of `AccessDenied`
 */
export function unauthorizedPatient(reason: 1 | 2 | 3 = 1): AppError {
  return new AppError('unauthorized_patient', {
    message: 'You do not have access to this patient.',
    validationErrors: { unauthorized: String(reason) },
  });
}
