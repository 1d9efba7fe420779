import { getPendingInviteCount } from '@careloop/contracts/care-teams';
import type { ClientError } from '@careloop/contracts/support';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from './call.ts';
import type { ApiError } from './errors.ts';

let reports: ClientError[];
let answer: () => Promise<Response>;
let minutes = 0;
beforeEach(() => {
  reports = [];
  // A code names the second it was made in, and each code is reported once.
  minutes += 1;
  vi.spyOn(Date, 'now').mockReturnValue(1_850_000_000_000 + minutes * 60_000);
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (!url.endsWith('/client-errors')) return answer();
    reports.push(JSON.parse(body ?? '') as ClientError);
    return Response.json({ wasSuccessful: true });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const failure = () => call(getPendingInviteCount, {}).catch((error: unknown) => error as ApiError);

test.each([
  ['no response in time', 0, () => Promise.reject(new DOMException('', 'TimeoutError'))],
  ['a timeout of a proxy', 504, () => Promise.resolve(new Response('Gateway Timeout', { status: 504 }))],
])('%s is reported with the code shown', async (_name, status, given) => {
  answer = given;
  const { reference } = (await failure()) as ApiError;
  expect(reference).toMatch(/^FE-[0-9a-z]+-TO$/);
  expect(reports).toMatchObject([{ reference, kind: 'api', status }]);
});

test.each<[string, () => Promise<Response>]>([
  ['a code of the server', () => Promise.resolve(refusal(504, 'timeout', '7b0a4f6e-2f53-4d0c-9f0e-0c9f4f4b9d11'))],
  ['a refusal', () => Promise.resolve(refusal(200, 'refused'))],
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an aborted call', () => Promise.reject(new DOMException('', 'AbortError'))],
])('%s is not reported', async (_name, given) => {
  answer = given;
  await failure();
  expect(reports).toEqual([]);
});

test('an outage leaves reports for other errors', async () => {
  vi.resetModules();
  const fresh = { ...(await import('./call.ts')), ...(await import('./reportError.ts')) };
  answer = () => Promise.reject(new DOMException('', 'TimeoutError'));
  const startedAt = Date.now();
  for (let second = 0; second < 30; second += 1) {
    vi.spyOn(Date, 'now').mockReturnValue(startedAt + second * 1_000);
    await fresh.call(getPendingInviteCount, {}).catch(() => undefined);
  }
  fresh.reportError({ error: new TypeError('x'), reference: '1-FE-crash', kind: 'render' });
  expect(reports.map(({ kind }) => kind)).toEqual(['api', 'api', 'api', 'api', 'api', 'render']);
});

function refusal(status: number, code: string, reference?: string): Response {
  return Response.json({ wasSuccessful: false, code, validationErrors: {}, reference }, { status });
}
