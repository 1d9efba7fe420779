import type { CallOf, Endpoint, OutputOf } from '@careloop/contracts/endpoint';
import { actingInput } from './actingFor.ts';
import { headersOf, outputOf, emitFailure, type CallOptions } from './call.ts';
import { errorWithoutAnswer, type ApiError } from './errors.ts';

export interface UploadOptions extends Omit<CallOptions, 'onResponse'> {
  /** Called with the progress, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Milliseconds without progress after which an upload fails; there is no limit on its total time. */
const stallLimit = 60_000;

/**
 * Calls an endpoint with a file. Uses XMLHttpRequest, because `fetch` does not report upload progress.
 * @throws ApiError as `call()` does
 */
export async function uploadFile<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  file: File,
  options: UploadOptions = {},
): Promise<OutputOf<E>> {
  try {
    const { status, text } = await send(endpoint, formOf({ ...actingInput(endpoint), ...input }, file), options);
    return outputOf<E>(status, parsed(text));
  } catch (error) {
    emitFailure(error as ApiError);
    throw error;
  }
}

/** The file comes last, so that the server has the other fields before it arrives. */
function formOf(fields: Readonly<Record<string, unknown>>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(name, String(value as string | number | boolean));
  }
  form.append('file', file, file.name);
  return form;
}

function send(endpoint: Endpoint, form: FormData, options: UploadOptions): Promise<{ status: number; text: string }> {
  const { signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fail = (name: string) => reject(errorWithoutAnswer(new DOMException('No answer', name)));
    const abort = () => request.abort();
    const keepWaiting = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        fail('TimeoutError');
        request.abort();
      }, stallLimit);
    };
    request.open(endpoint.method, `/api${endpoint.path}`);
    for (const [name, value] of Object.entries(headersOf(endpoint, options))) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      keepWaiting();
      onProgress?.(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => fail('NetworkError'));
    request.addEventListener('abort', () => fail('AbortError'));
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
    if (signal?.aborted === true) {
      fail('AbortError');
      return;
    }
    signal?.addEventListener('abort', abort);
    keepWaiting();
    request.send(form);
  });
}

/** A response that is not JSON is a failed call without a result. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
