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

/** Fetches the file returned by a call. @throws ApiError */
export async function fetchFile<E extends Endpoint>(endpoint: E, input: CallOf<E>, signal?: AbortSignal) {
  try {
    const response = await fetched(endpoint, input, signal);
    // Only failures are JSON.
    if (response.headers.get('content-type')?.startsWith('application/json') === true || !response.ok) {
      outputOf<E>(response.status, await response.json().catch(() => undefined));
    }
    const bytes = await response.blob().catch((cause: unknown) => {
      throw errorWithoutAnswer(cause);
    });
    emitApiEvent('reached');
    return { bytes, fileName: nameIn(response.headers.get('content-disposition')) };
  } catch (error) {
    emitFailure(error as ApiError);
    throw error;
  }
}

async function fetched(endpoint: Endpoint, input: object, signal?: AbortSignal): Promise<Response> {
  const { url } = requestOf(endpoint, { ...input });
  const headers = headersOf(endpoint, {});
  try {
    return await fetch(url, { headers, credentials: 'same-origin', cache: 'no-store', signal });
  } catch (cause) {
    throw errorWithoutAnswer(cause);
  }
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
