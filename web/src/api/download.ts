import type { CallOf, Endpoint } from '@careloop/contracts/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { headersOf, outputOf, emitFailure } from './call.ts';
import { errorWithoutAnswer, type ApiError } from './errors.ts';
import { emitApiEvent } from './events.ts';
import { requestOf } from './request.ts';

/**
 * Saves the file returned by a call.
 * @throws ApiError as `call()` does
 */
export async function downloadFile<E extends Endpoint>(endpoint: E, input: CallOf<E>): Promise<void> {
  const { bytes, fileName } = await fetchFile(endpoint, input);
  save(bytes, fileName);
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
  await reached(async () => {
    const response = await fetched(endpoint, input, signal, { range: 'bytes=0-0' });
    // The server reads a stored file completely before the end of any part, so a damaged one fails here.
    if (response.status === 206) await bytesOf(response);
    else await response.body?.cancel();
  });
}

/** Fetches the file returned by a call. @throws ApiError */
export async function fetchFile<E extends Endpoint>(endpoint: E, input: CallOf<E>, signal?: AbortSignal) {
  return await reached(async () => {
    const response = await fetched(endpoint, input, signal);
    return { bytes: await bytesOf(response), fileName: nameIn(response.headers.get('content-disposition')) };
  });
}

async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    const output = await work();
    emitApiEvent('reached');
    return output;
  } catch (error) {
    emitFailure(error as ApiError);
    throw error;
  }
}

async function fetched<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  signal: AbortSignal | undefined,
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

async function bytesOf(response: Response): Promise<Blob> {
  return await response.blob().catch((cause: unknown) => {
    throw errorWithoutAnswer(cause);
  });
}

function nameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return encoded === undefined ? 'document' : decodeURIComponent(encoded);
}

function save(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers start reading the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
