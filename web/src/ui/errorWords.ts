/** The part of an error that is shown; an `ApiError` fits. */
export interface ShownError {
  message: string;
  /** Error code for support; contains `-TO` for a timeout. */
  reference?: string;
  /** The screen's own heading for the failure; replaces the general one. */
  heading?: string;
  /** HTTP status; 0 if there was no response. */
  status?: number;
  code?: string;
}

export type ErrorKind = 'timeout' | 'offline' | 'denied' | 'refused' | 'unexpected';

export interface ErrorWords {
  kind: ErrorKind;
  title: string;
  text?: string;
}

/** Error texts by kind of failure (docs/domain/screens.md). */
export const errorDisplayTexts = {
  header: 'Error!',
  short: "We're sorry, we've encountered an unexpected error, but rest assured, we're on it!",
  apology:
    'We apologize for the interruption. The error was recorded with the code below, and nothing that you saved before is lost. Please try again; if it happens again, our support team will help.',
  timeoutHeader: 'Whoops!',
  timeout:
    "We're sorry, there is currently a high load of requests on the system and this operation has taken longer than expected.",
  deniedTitle: 'Permission denied',
  deniedText: "You don't have permission to access this page. Please contact your administrator if this is incorrect.",
  offlineTitle: 'Connection interrupted',
  diskFullTitle: "The server's disk is full",
  documentsAwayTitle: 'Documents cannot be reached',
} as const;

/** The failure with the screen's own heading, such as what could not be shown. */
export function inWords(
  heading: string,
  { reference, code, message }: Partial<Pick<ShownError, 'reference' | 'code' | 'message'>>,
): ShownError {
  const hasWords = ['documents_unavailable', 'storage_full'].includes(code ?? '') && message !== undefined;
  return { message: hasWords ? message : heading, heading, reference, code };
}

/** Title and text of a failure: by its kind, with the server's message if it sent one. */
export function errorWords({ message, heading, reference = '', status, code }: ShownError): ErrorWords {
  if (reference.includes('-TO')) {
    return { kind: 'timeout', title: errorDisplayTexts.timeoutHeader, text: errorDisplayTexts.timeout };
  }
  if (code === 'storage_full') {
    return { kind: 'unexpected', title: heading ?? errorDisplayTexts.diskFullTitle, text: message };
  }
  if (code === 'documents_unavailable') {
    return { kind: 'unexpected', title: heading ?? errorDisplayTexts.documentsAwayTitle, text: message };
  }
  if (code === 'network') return { kind: 'offline', title: errorDisplayTexts.offlineTitle, text: message };
  if (status === 403) {
    return { kind: 'denied', title: errorDisplayTexts.deniedTitle, text: errorDisplayTexts.deniedText };
  }
  if (status !== undefined && status >= 200 && status < 500) return { kind: 'refused', title: message };
  return { kind: 'unexpected', title: heading ?? errorDisplayTexts.header, text: errorDisplayTexts.short };
}
