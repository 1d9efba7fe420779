import { reportClientError } from '@careloop/contracts/support/clientErrors';
import type { ClientError, ClientErrorKind } from '@careloop/contracts/support/clientErrors';
import { frontendVersion, frontendVersionHeader, idleSecondsHeader } from '@careloop/contracts/session';
import { isLoadFailure } from '../lib/loadChunk.ts';
import { ApiError } from './errors.ts';

// Reports browser errors to the server's log: kind and position in our code, never the message, which can quote a patient.
// The server accepts nothing but these shapes (contracts/support.ts).

export interface ErrorReport {
  error: unknown;
  /** The error code shown to the user. */
  reference: string;
  kind: ClientErrorKind;
}

/** Maximum number of frames in a report, as the server accepts it. */
const maxFrames = 20;
/** Maximum number of reports per page load: a page that keeps failing adds nothing new. */
const maxReports = 25;

const reported = new Set<string>();
let currentRoute = (): string => '/';

/** Sets the function that names the current screen by its route pattern, /Patient/$patientId, without ids. */
export function nameRoutesBy(name: () => string): void {
  currentRoute = name;
}

/** Reports an error, once per reference. Never throws and is not awaited. */
export function reportError(report: ErrorReport): void {
  try {
    if (reported.has(report.reference) || reported.size >= maxReports || !isWorthReporting(report.error)) return;
    reported.add(report.reference);
    send(clientErrorOf(report, currentRoute()));
  } catch {
    // A failed report must not become another error.
  }
}

/**
 * Calls that were aborted, ended with the session or were refused with a reason are not our errors
 * (docs/domain/support.md).
 */
export function isWorthReporting(error: unknown): boolean {
  if (error instanceof ApiError) {
    const isRefusal = error.status >= 200 && error.status < 500;
    return !error.isSilent && !isRefusal && error.code !== 'network';
  }
  if (!(error instanceof Error)) return false;
  return error.name !== 'AbortError' && !error.message.startsWith('ResizeObserver loop');
}

/** The report of an error. */
export function clientErrorOf({ error, reference, kind }: ErrorReport, route: string): ClientError {
  return {
    reference,
    name: nameOf(error),
    kind: isLoadFailure(error) ? 'chunk' : kind,
    route: /^\/(?:[A-Za-z$-]{1,30}\/?){0,4}$/.test(route) ? route : '/',
    ...(error instanceof ApiError && { status: error.status }),
    frontendVersion,
    frames: error instanceof Error ? framesOf(error.stack ?? '') : [],
  };
}

/** The error's name if it looks like a class name; libraries can set any. */
function nameOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  return /^(?:[A-Z][A-Za-z]{0,30})?(?:Error|Exception)$/.test(name) ? name : 'Error';
}

/** Position of one of our files in a stack line of Chromium, Firefox or Safari. */
const ownFrame =
  /\/provider\/(?:[\w@.$-]+\/)*([\w$-]{1,60}(?:\.[\w-]{1,20}){0,2}\.(?:js|tsx?))(?:\?[^\s:)]*)?:(\d{1,7}):(\d{1,7})\)?$/;

/** Stack frames in our own files. The rest of the stack, above all the message, is not sent. */
export function framesOf(stack: string): ClientError['frames'] {
  const frames = stack.split('\n').flatMap((line) => {
    const [, file, row, column] = ownFrame.exec(line.trim()) ?? [];
    return file === undefined ? [] : [{ file, line: Number(row), column: Number(column) }];
  });
  return frames.slice(0, maxFrames);
}

function send(report: ClientError): void {
  fetch(`/api${reportClientError.path}`, {
    method: reportClientError.method,
    headers: {
      'content-type': 'application/json',
      [frontendVersionHeader]: frontendVersion,
      // Reporting an error is not activity.
      [idleSecondsHeader]: 'unknown',
    },
    credentials: 'same-origin',
    body: JSON.stringify(report),
    // Sent even while the page is being left.
    keepalive: true,
  }).catch(() => undefined);
}
