import type { CallOf, Endpoint } from '@careloop/contracts/endpoint';
import { headersOf, outputOf, emitFailure } from './call.ts';
import { errorWithoutAnswer, type ApiError } from './errors.ts';
import { emitApiEvent } from './events.ts';
import { requestOf } from './request.ts';

/**
 * Has the browser save the file that a call answers with.
 * @throws ApiError as `call()` does
 */
export async function downloadFile<E extends Endpoint>(endpoint: E, input: CallOf<E>): Promise<void> {
  try {
    const response = await fetched(endpoint, input);
    // Only a failure is a result in JSON.
    if (response.headers.get('content-type')?.startsWith('application/json') === true || !response.ok) {
      outputOf<E>(response.status, await response.json().catch(() => undefined));
    }
    const bytes = await response.blob().catch((cause: unknown) => {
      throw errorWithoutAnswer(cause);
    });
    emitApiEvent('reached');
    save(bytes, nameIn(response.headers.get('content-disposition')));
  } catch (error) {
    emitFailure(error as ApiError);
    throw error;
  }
}

async function fetched(endpoint: Endpoint, input: object): Promise<Response> {
  const { url } = requestOf(endpoint, { ...input });
  try {
    return await fetch(url, { headers: headersOf(endpoint, {}), credentials: 'same-origin', cache: 'no-store' });
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
  // Some browsers begin to read it only after this.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
