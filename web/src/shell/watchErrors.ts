import { toApiError } from '../api/errors.ts';
import { reportError } from '../api/reportError.ts';

/** Reports what nothing caught: a handler that threw, a promise nobody waited for. Once, before anything is shown. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }: ErrorEvent) => report(error));
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => report(reason));
}

function report(error: unknown): void {
  reportError({ error, reference: toApiError(error).reference, kind: 'unhandled' });
}
