import type { ClientError, ClientErrorKind } from '@careloop/contracts/support';
import { frontendVersion, frontendVersionHeader, idleSecondsHeader } from '@careloop/contracts/session';
import { ApiError } from './errors.ts';

// Reports errors of the browser to the server's log: kind and position in our code. Never the message, which can
// quote a patient. The server takes nothing but these shapes (contracts/support.ts).

export interface ErrorReport {
  error: unknown;
  /** The code that was shown to the user. */
  reference: string;
  kind: ClientErrorKind;
}

/** Frames of a report at most, as the server takes them. */
const mostFrames = 20;
/** Reports of one page at most: one that breaks again and again says nothing new. */
const mostReports = 25;

const reported = new Set<string>();
let currentRoute = (): string => '/';

/** Sets how the open screen is named: by its route pattern, /Patient/$patientId, without ids. */
export function nameRoutesBy(name: () => string): void {
  currentRoute = name;
}

/** Reports an error, once for each reference. Never throws, and nobody waits for it. */
export function reportError(report: ErrorReport): void {
  try {
    if (reported.has(report.reference) || reported.size >= mostReports || !isWorthReporting(report.error)) return;
    reported.add(report.reference);
    send(clientErrorOf(report, currentRoute()));
  } catch {
    // A report that fails must not become an error of its own.
  }
}

/** Calls given up, ended with the session or refused with reasons are not our errors (docs/domain/support.md). */
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
    kind,
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

/** Where a file of ours stands in a line of a stack, as Chromium, Firefox and Safari write it. */
const ownFrame =
  /\/provider\/(?:[\w@.$-]+\/)*([\w$-]{1,60}(?:\.[\w-]{1,20}){0,2}\.(?:js|tsx?))(?:\?[^\s:)]*)?:(\d{1,7}):(\d{1,7})\)?$/;

/** The places of a stack that are in our own files. Everything else of it, the message first of all, stays here. */
export function framesOf(stack: string): ClientError['frames'] {
  const frames = stack.split('\n').flatMap((line) => {
    const [, file, row, column] = ownFrame.exec(line.trim()) ?? [];
    return file === undefined ? [] : [{ file, line: Number(row), column: Number(column) }];
  });
  return frames.slice(0, mostFrames);
}

function send(report: ClientError): void {
  fetch('/api/client-errors', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [frontendVersionHeader]: frontendVersion,
      // Reporting an error is not activity.
      [idleSecondsHeader]: 'unknown',
    },
    credentials: 'same-origin',
    body: JSON.stringify(report),
    // Goes out even when the page is being left.
    keepalive: true,
  }).catch(() => undefined);
}
