import { getDocumentPage } from '@careloop/contracts/charts/viewer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchFile } from './download.ts';

const page = { patientDocumentId: 7, page: 1, width: 800 };

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A file whose bytes are sent by the returned function. It fails as in browsers that do not name the reason. */
function serveFile(): (text: string) => void {
  let file: ReadableStreamDefaultController<Uint8Array> | undefined;
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        file = controller;
      },
    });
    signal?.addEventListener('abort', () => file?.error(new DOMException('Aborted', 'AbortError')));
    return new Response(body, { headers: { 'content-type': 'image/png' } });
  });
  return (text) => file?.enqueue(new TextEncoder().encode(text));
}

it('fails with a timeout once a file has sent nothing for 120 s', async () => {
  const send = serveFile();
  const failure = fetchFile(getDocumentPage, page).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(119_999);
  send('slow');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await failure).toMatchObject({ code: 'timeout', isSilent: false });
});

it('is silent about a file that the caller no longer wants', async () => {
  serveFile();
  const caller = new AbortController();
  const failure = fetchFile(getDocumentPage, page, caller.signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1);
  caller.abort();
  expect(await failure).toMatchObject({ code: 'aborted', isSilent: true });
});
