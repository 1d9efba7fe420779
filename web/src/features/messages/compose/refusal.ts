import { ApiError } from '../../../api/errors.ts';

/** The server's no, in contrast to no answer. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status >= 200 &&
    error.status < 500 &&
    error.status !== 401 &&
    error.status !== 429
  );
}
