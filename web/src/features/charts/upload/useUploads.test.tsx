import { uploadTexts } from '@careloop/contracts/charts/upload';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useUploads, type UploadInput } from './useUploads.ts';

afterEach(() => vi.unstubAllGlobals());

/** Uploads a file and returns the message next to it, if the server answers with this status and body. */
async function problemAfter(status: number, body: object): Promise<string | undefined> {
  class Answered extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = status;
    readonly responseText = JSON.stringify({ wasSuccessful: false, ...body });
    open(): void {}
    setRequestHeader(): void {}
    send(): void {
      this.dispatchEvent(new Event('load'));
      this.dispatchEvent(new Event('loadend'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Answered);
  const file = new File(['%PDF-1.4'], 'knee.png');
  const { result } = renderHook(() => useUploads([file]), {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  });
  await act(async () => void (await result.current.start(result.current.files, {} as UploadInput)));
  return result.current.files[0]?.problem;
}

test("a refused file shows the server's reason", async () => {
  const reason = uploadTexts.mismatch('knee.png', 'a PDF document');
  expect(reason).toBe('The file name ends in .png, but the file is a PDF document.');
  expect(
    await problemAfter(400, {
      code: 'invalid_input',
      message: uploadTexts.problem,
      validationErrors: { file: reason },
    }),
  ).toBe(reason);
});

test('a failure without a reason names the usual ones', async () => {
  expect(await problemAfter(500, { code: 'internal' })).toBe(uploadTexts.problem);
});
