import { ApiError } from '../../../api/errors.ts';

/** Whether the server refused the call, as opposed to a missing response. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status >= 200 &&
    error.status < 500 &&
    error.status !== 401 &&
    error.status !== 429
  );
}
