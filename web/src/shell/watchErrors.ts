import { toApiError } from '../api/errors.ts';
import { reportError } from '../api/reportError.ts';

/** Reports uncaught errors and unhandled promise rejections. Call once, before anything is rendered. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }: ErrorEvent) => report(error));
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => report(reason));
}

function report(error: unknown): void {
  reportError({ error, reference: toApiError(error).reference, kind: 'unhandled' });
}
