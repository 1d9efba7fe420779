import { codeOf } from '../db/errors.ts';
import { NotTakenError } from './sender.ts';

/** Failures before anything was sent: no connection, or nobody by that name. */
const beforeSending = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Asks a vendor over HTTP.
 * @throws NotTakenError when nothing can have reached it; any other error when that is not known
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
