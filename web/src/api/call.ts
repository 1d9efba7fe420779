import type { CallOf, Endpoint, OutputOf } from '@careloop/contracts/endpoint';
import type { FailedResult } from '@careloop/contracts/result';
import {
  expectedUserHeader,
  frontendVersion,
  frontendVersionHeader,
  idempotencyKeyHeader,
  idleSecondsHeader,
} from '@careloop/contracts/session';
import { accessDeniedReason, errorOfAnswer, errorWithoutAnswer, type ApiError } from './errors.ts';
import { emitApiEvent } from './events.ts';
import { expectedUser } from './expectedUser.ts';
import { idleTime } from './idleTime.ts';
import { requestOf } from './request.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** If the endpoint takes one: the server returns its first response again for a repeated key. */
  idempotencyKey?: string | undefined;
  /** Expected user id; defaults to the user shown on the page. `anybody` for calls that find out who is signed in. */
  user?: number | 'anybody' | undefined;
  /** Completes even if the page is closed, unless the body is too long for that. */
  outlivesPage?: boolean | undefined;
  /** Receives the HTTP response, for its headers. */
  onResponse?: ((response: Response) => void) | undefined;
}

/** Milliseconds after which a call fails with a timeout. */
const timeLimit = 60_000;

/** Longest body, in bytes, that browsers send after the page is closed. */
const maxKeepaliveBytes = 60_000;

/** The headers of every call. */
export function headersOf(endpoint: Endpoint, options: CallOptions): Record<string, string> {
  return {
    accept: 'application/json',
    [frontendVersionHeader]: frontendVersion,
    // Automatic calls must not count as activity.
    [idleSecondsHeader]: String(Math.floor(idleTime() / 1000)),
    ...userHeader(endpoint, options.user ?? expectedUser()),
    ...(options.idempotencyKey !== undefined && { [idempotencyKeyHeader]: options.idempotencyKey }),
  };
}

function userHeader(endpoint: Endpoint, user: number | 'anybody' | undefined): Record<string, string> {
  if (user === undefined || user === 'anybody' || endpoint.access.kind === 'public') return {};
  return { [expectedUserHeader]: String(user) };
}

/**
 * The output of a response.
 * @throws ApiError if the call did not succeed
 */
export function outputOf<E extends Endpoint>(status: number, answer: unknown): OutputOf<E> {
  const body = answer as ({ wasSuccessful: true } & OutputOf<E>) | FailedResult | undefined;
  if (status < 200 || status > 299 || body?.wasSuccessful !== true) {
    throw errorOfAnswer(status, body as FailedResult | undefined);
  }
  emitApiEvent('reached');
  return body;
}

async function send(endpoint: Endpoint, input: object, options: CallOptions): Promise<Response> {
  const { url, body } = requestOf(endpoint, { ...input });
  const limit = AbortSignal.timeout(timeLimit);
  try {
    return await fetch(url, {
      method: endpoint.method,
      headers: {
        ...headersOf(endpoint, options),
        ...(endpoint.method === 'POST' && { 'content-type': 'application/json' }),
      },
      credentials: 'same-origin',
      cache: 'no-store',
      body,
      keepalive: options.outlivesPage === true && new Blob([body ?? '']).size < maxKeepaliveBytes,
      signal: options.signal === undefined ? limit : AbortSignal.any([options.signal, limit]),
    });
  } catch (cause) {
    throw errorWithoutAnswer(cause);
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    // A response cut off halfway is a network failure; a response that is not JSON is a failed call without a result.
    if (cause instanceof SyntaxError) return undefined;
    throw errorWithoutAnswer(cause);
  }
}

/** Notifies the session and the connection callout of a failed call, whichever way it was made. */
export function emitFailure(error: ApiError): void {
  if (error.status === 401) emitApiEvent('unauthenticated', error.sessionEnding);
  if (error.status === 403) emitApiEvent('forbidden');
  if (error.isTransient) emitApiEvent('unreachable');
}

/**
 * Calls an endpoint and returns its output.
 * @throws ApiError for everything else: refused, not permitted, no response, canceled through `signal`
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  try {
    const response = await send(endpoint, input as object, options);
    options.onResponse?.(response);
    return outputOf<E>(response.status, await bodyOf(response));
  } catch (error) {
    emitFailure(error as ApiError);
    emitDenial(input, error as ApiError);
    throw error;
  }
}

/** Notifies the patient's page that access was denied, whichever call was refused. */
function emitDenial(input: { patientId?: unknown }, error: ApiError): void {
  const reason = accessDeniedReason(error);
  if (reason !== undefined && input.patientId !== undefined) {
    emitApiEvent('patientDenied', { patientId: Number(input.patientId), reason });
  }
}
