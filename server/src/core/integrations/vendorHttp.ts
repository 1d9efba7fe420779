import { codeOf } from '../../platform/db/errors.ts';
import { NotTakenError } from './sender.ts';

/** Failures before anything was sent: no connection, or unknown host. */
const beforeSending = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Sends an HTTP request to a vendor.
 * @throws NotTakenError if the request cannot have reached it; any other error if that is unknown
 */
export async function askVendor(url: string, init: RequestInit, answerWithinMs: number): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'error', ...init, signal: AbortSignal.timeout(answerWithinMs) });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = codeOf(cause) ?? '';
    const { host } = new URL(url);
    if (beforeSending.has(code)) throw new NotTakenError(`${host} could not be reached (${code})`, { cause: error });
    throw new Error(`${host} did not answer${code === '' ? '' : ` (${code})`}`, { cause: error });
  }
}

export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
