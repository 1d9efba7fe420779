import type { CallOf, Endpoint } from '@careloop/contracts/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { saveBlob } from '../lib/saveBlob.ts';
import { headersOf, outputOf, emitFailure } from './call.ts';
import { errorWithoutAnswer, type ApiError } from './errors.ts';
import { emitApiEvent } from './events.ts';
import { requestOf } from './request.ts';

/** Milliseconds without a response, or without further bytes of the file, after which a call fails with a timeout. */
const timeLimit = 120_000;

/**
 * Saves the file returned by a call.
 * @throws ApiError as `call()` does
 */
export async function downloadFile<E extends Endpoint>(endpoint: E, input: CallOf<E>): Promise<void> {
  const { bytes, fileName } = await fetchFile(endpoint, input);
  saveBlob(bytes, fileName);
}

/** Query for a call that returns an image. Cached without expiry, because a drawn image never changes. */
export function pictureOf<E extends Endpoint>(endpoint: E, input: CallOf<E>) {
  return queryOptions<Blob, ApiError>({
    queryKey: [endpoint.path, input, 'picture'],
    queryFn: async ({ signal }) => (await fetchFile(endpoint, input, signal)).bytes,
    staleTime: Infinity,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/**
 * Query that fails as the call does, but fetches at most one byte: to be asked before the browser loads the file by itself,
 * because a frame or tab would show the failure as JSON.
 */
export function checkOf<E extends Endpoint>(endpoint: E, input: CallOf<E>) {
  return queryOptions<null, ApiError>({
    queryKey: [endpoint.path, input, 'check'],
    queryFn: async ({ signal }) => {
      await checkFile(endpoint, input, signal);
      return null;
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Fetches at most one byte of the file returned by a call. @throws ApiError */
export async function checkFile<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  signal?: AbortSignal,
): Promise<void> {
  await reached(signal, async (limit) => {
    const response = await fetched(endpoint, input, limit.signal, { range: 'bytes=0-0' });
    // The server reads a stored file completely before the end of any part, so a damaged one fails here.
    if (response.status === 206) await bytesOf(response, limit);
    else await response.body?.cancel();
  });
}

/** Fetches the file returned by a call. @throws ApiError */
export async function fetchFile<E extends Endpoint>(endpoint: E, input: CallOf<E>, signal?: AbortSignal) {
  return await reached(signal, async (limit) => {
    const response = await fetched(endpoint, input, limit.signal);
    return { bytes: await bytesOf(response, limit), fileName: nameIn(response.headers.get('content-disposition')) };
  });
}

interface Limit {
  /** Aborted by the caller, or once the time is up. */
  signal: AbortSignal;
  /** Gives the call the whole time again: a large file may take minutes on a slow line. */
  restart: () => void;
}

async function reached<T>(signal: AbortSignal | undefined, work: (limit: Limit) => Promise<T>): Promise<T> {
  const overdue = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => overdue.abort(new DOMException('Loading took too long', 'TimeoutError')), timeLimit);
  };
  restart();
  try {
    const limited = signal === undefined ? overdue.signal : AbortSignal.any([signal, overdue.signal]);
    const output = await work({ signal: limited, restart });
    emitApiEvent('reached');
    return output;
  } catch (thrown) {
    // Browsers may report a file cut off by the time limit as aborted by the caller.
    const isOverdue = overdue.signal.aborted && signal?.aborted !== true;
    const error = isOverdue ? errorWithoutAnswer(overdue.signal.reason) : (thrown as ApiError);
    emitFailure(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function fetched<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  signal: AbortSignal,
  more: Record<string, string> = {},
): Promise<Response> {
  const { url } = requestOf(endpoint, { ...input });
  const headers = { ...headersOf(endpoint, {}), ...more };
  const response = await fetch(url, { headers, credentials: 'same-origin', cache: 'no-store', signal }).catch(
    (cause: unknown) => {
      throw errorWithoutAnswer(cause);
    },
  );
  // Only failures are JSON.
  if (response.headers.get('content-type')?.startsWith('application/json') === true || !response.ok) {
    outputOf<E>(response.status, await response.json().catch(() => undefined));
  }
  return response;
}

async function bytesOf(response: Response, { restart }: Limit): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      restart();
      parts.push(part.value);
    }
  } catch (cause) {
    throw errorWithoutAnswer(cause);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

function nameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return encoded === undefined ? 'document' : decodeURIComponent(encoded);
}
