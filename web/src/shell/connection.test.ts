import { afterEach, expect, it, vi } from 'vitest';
import { checkConnection } from './connection.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('gives up a check that gets no response, so that the next click checks again', async () => {
  vi.useFakeTimers();
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  let checks = 0;
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    checks += 1;
    if (checks > 1) return Response.json({ wasSuccessful: true });
    return await new Promise<Response>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Too long', 'TimeoutError')));
    });
  });
  const unanswered = checkConnection();
  limit.abort();
  await unanswered;
  await checkConnection();
  expect(checks).toBe(2);
});
