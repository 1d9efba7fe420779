import {
  AccessDenied,
  errorTexts,
  failureMessage,
  type ErrorCode,
  type FailedResult,
  type SessionEnding,
} from '@careloop/contracts/result';

/** Error codes in the browser: the server's, plus our own for a missing response and an aborted call. */
export type ApiErrorCode = ErrorCode | 'network' | 'aborted';

interface ApiErrorInit {
  code: ApiErrorCode;
  /** HTTP status; 0 if there was no response. */
  status: number;
  message: string;
  validationErrors?: Record<string, string>;
  current?: FailedResult['current'];
  sessionEnding?: SessionEnding | undefined;
  existingDocument?: FailedResult['existingDocument'];
  namedPatient?: FailedResult['namedPatient'];
  reference: string;
}

/** A failed call. Nothing was changed on the server unless `code` is `network` or `timeout`. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly validationErrors: Record<string, string>;
  /** With `stale_version`: the current version of the row, and who changed what. */
  readonly current: FailedResult['current'];
  /** With a 401: why the session ended, if the server knows. */
  readonly sessionEnding: SessionEnding | undefined;
  /** With a refused upload: the document of the chart that has the same bytes. */
  readonly existingDocument: FailedResult['existingDocument'];
  /** With a refused upload: somebody else whom the file names as its patient. */
  readonly namedPatient: FailedResult['namedPatient'];
  /** Error code for support: the server's reference, or one made here (`FE-…`, `-TO` for timeouts). */
  readonly reference: string;

  constructor(init: ApiErrorInit) {
    super(init.message);
    this.name = 'ApiError';
    this.code = init.code;
    this.status = init.status;
    this.validationErrors = init.validationErrors ?? {};
    this.current = init.current;
    this.sessionEnding = init.sessionEnding;
    this.existingDocument = init.existingDocument;
    this.namedPatient = init.namedPatient;
    this.reference = init.reference;
  }

  /** True if the session ended or the caller aborted: nothing is shown (docs/domain/screens.md). */
  get isSilent(): boolean {
    return this.code === 'aborted' || this.status === 401;
  }

  /** Whether the call took too long rather than failed. */
  get isTimeout(): boolean {
    return this.reference.includes('-TO');
  }

  /** The error code to show: a refusal says its reason, and a lost connection is nothing that support could look up. */
  get supportCode(): string | undefined {
    return this.status >= 500 || this.isTimeout ? this.reference : undefined;
  }

  /**
   * Whether the user may repeat the action: it was neither refused nor did it time out, after which the page is loaded again
   * to see whether it was done.
   */
  get isRepeatable(): boolean {
    return !this.isSilent && !this.isTimeout && (this.status === 0 || this.status >= 500);
  }

  /** Whether a change may have been made all the same: no answer came, or one that does not tell. */
  get isOutcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** Whether retrying the same call may succeed. */
  get isTransient(): boolean {
    if (this.code === 'storage_full') return false;
    return this.code === 'network' || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** `FE-` and the seconds since 1970 in base 36, with `-TO` for timeouts (docs/domain/support.md). */
export function frontendReference(now: number, isTimeout: boolean): string {
  return `FE-${Math.floor(now / 1000).toString(36)}${isTimeout ? '-TO' : ''}`;
}

/** Server failures whose message is written for the user. */
const worded: readonly (ErrorCode | undefined)[] = ['storage_full', 'documents_unavailable'];

const sessionHadEnded = 'Your session had ended. Please try again.';

const isTimeoutStatus = (status: number) => status === 503 || status === 504;

const codeByStatus: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'stale_version',
  413: 'too_large',
  429: 'too_many_requests',
  503: 'unavailable',
  504: 'timeout',
};

/**
 * The error of a response that is not a success.
 * @param status HTTP status
 * @param failure failed result in the body, if there was one
 */
export function errorOfAnswer(status: number, failure: Partial<FailedResult> | undefined, now = Date.now()): ApiError {
  const isWorded = worded.includes(failure?.code);
  const isRefusal = (status < 500 || isWorded) && failure?.wasSuccessful === false;
  const isTimeout = isTimeoutStatus(status) && !isWorded;
  const reference = failure?.reference ?? frontendReference(now, isTimeout);
  return new ApiError({
    code: failure?.code ?? codeByStatus[status] ?? 'internal',
    status,
    message: messageOf(status, isRefusal ? failureMessage(failure) : errorTexts.server),
    validationErrors: failure?.validationErrors,
    current: failure?.current,
    sessionEnding: failure?.sessionEnding,
    existingDocument: failure?.existingDocument,
    namedPatient: failure?.namedPatient,
    reference: isTimeout && !reference.includes('-TO') ? `${reference}-TO` : reference,
  });
}

/** A 401 has no words of its own. They are read once the user has signed in again: beside a reply that was not sent, say. */
function messageOf(status: number, message: string): string {
  const isWordless = message === errorTexts.processing || message === errorTexts.server;
  return status === 401 && isWordless ? sessionHadEnded : message;
}

/** The error of a call without a response: the network, our own time limit, or the caller's abort. */
export function errorWithoutAnswer(cause: unknown, now = Date.now()): ApiError {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'AbortError') {
    return new ApiError({ code: 'aborted', status: 0, message: 'Canceled', reference: frontendReference(now, false) });
  }
  const isTimeout = name === 'TimeoutError';
  return new ApiError({
    code: isTimeout ? 'timeout' : 'network',
    status: 0,
    message: isTimeout ? errorTexts.server : 'The connection was interrupted. Check your network and try again.',
    reference: frontendReference(now, isTimeout),
  });
}

/** The error of a row that is missing from a list read again. */
export function notFoundError(message: string, now = Date.now()): ApiError {
  return new ApiError({ code: 'not_found', status: 404, message, reference: frontendReference(now, false) });
}

/** Any thrown value as an ApiError, so that every screen shows failures the same way. */
export function toApiError(error: unknown, now = Date.now()): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({
    code: 'internal',
    status: 0,
    message: errorTexts.server,
    reference: frontendReference(now, false),
  });
}

/** Whether the server refused the call, as opposed to failing or not answering: it would refuse it again. */
export function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status >= 200 && status < 500 && status !== 401 && status !== 429;
}

/** Why the user may not see a patient, if that is what the error says (docs/domain/patients.md). */
export function accessDeniedReason(error: unknown): (typeof AccessDenied)[keyof typeof AccessDenied] | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const reason = error.validationErrors['unauthorized'];
  if (reason === undefined && error.code !== 'unauthorized_patient') return undefined;
  return Object.values(AccessDenied).find((value) => String(value) === reason) ?? AccessDenied.default;
}
