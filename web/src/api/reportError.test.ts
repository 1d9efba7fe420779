import { clientError } from '@careloop/contracts/support/clientErrors';
import { describe, expect, test } from 'vitest';
import { loadChunk } from '../lib/loadChunk.ts';
import { ApiError } from './errors.ts';
import { clientErrorOf, framesOf, isWorthReporting } from './reportError.ts';

const apiError = (status: number, code: ApiError['code'] = 'internal') =>
  new ApiError({ code, status, message: 'Canarybird', reference: 'FE-t5x0zd' });

const chromium = `TypeError: Cannot read properties of Canarybird at https://evil.example/canary.js:1:2
    at PatientPage (http://127.0.0.1:3000/provider/assets/PatientPage-DkX3a_9z.js:1:20480)
    at Object.react_stack_bottom_frame (https://portal.example/provider/assets/index-C0.js:12:3)
    at async https://portal.example/provider/assets/zod-a.js:2:14
    at chrome-extension://abcdef/content.js:1:1
    at https://portal.example/provider/src/features/Page.tsx?t=1763650000:10:5
    at <anonymous>`;

const firefox = `PatientPage@https://portal.example/provider/assets/PatientPage-DkX3a_9z.js:1:20480
@https://portal.example/provider/assets/index-C0.js:12:3
promise callback*t@https://elsewhere.example/assets/other.js:1:1`;

describe('stack frames', () => {
  test('keep only our own files', () => {
    expect(framesOf(chromium)).toEqual([
      { file: 'PatientPage-DkX3a_9z.js', line: 1, column: 20_480 },
      { file: 'index-C0.js', line: 12, column: 3 },
      { file: 'zod-a.js', line: 2, column: 14 },
      { file: 'Page.tsx', line: 10, column: 5 },
    ]);
    expect(framesOf(firefox)).toEqual([
      { file: 'PatientPage-DkX3a_9z.js', line: 1, column: 20_480 },
      { file: 'index-C0.js', line: 12, column: 3 },
    ]);
  });

  test('are empty without a stack, and at most twenty', () => {
    expect(framesOf('')).toEqual([]);
    const line = '    at f (https://portal.example/provider/assets/index.js:1:1)';
    expect(framesOf(Array.from({ length: 50 }, () => line).join('\n'))).toHaveLength(20);
  });
});

describe('a report', () => {
  test('says that code could not be loaded', async () => {
    const tools = {
      isServerThere: () => Promise.resolve(true),
      reloadOnce: () => false,
      pause: () => Promise.resolve(),
    };
    const error: unknown = await loadChunk(() => Promise.reject(new TypeError('gone')), tools).catch(
      (caught: unknown) => caught,
    );
    expect(clientErrorOf({ error, reference: 'FE-t5x0zd', kind: 'render' }, '/')).toMatchObject({ kind: 'chunk' });
  });

  const errorOf = (name: string, stack: string) => Object.assign(new Error('Canarybird'), { name, stack });

  test.each([
    [errorOf('TypeError', chromium), '/Patient/$patientId'],
    [errorOf('Canarybird', firefox), '/Patient/77'],
    [errorOf('', ''), '/Patients?searchTerm=Canarybird'],
    [apiError(503), '/'],
    [apiError(0, 'timeout'), '/Site/SupportRequests'],
    ['Canarybird', '/'],
    [{ message: 'Canarybird' }, '/'],
  ])('is what the server takes, and says nothing else: %#', (error, route) => {
    for (const reference of ['FE-t5x0zd', 'FE-t5x0zd-TO', '7b0a4f6e-2f53-4d0c-9f0e-0c9f4f4b9d11']) {
      const report = clientErrorOf({ error, reference, kind: 'render' }, route);
      expect(clientError.parse(report)).toEqual(report);
      expect(JSON.stringify(report)).not.toMatch(/canary|77/i);
    }
  });
});

describe('isWorthReporting', () => {
  test.each([
    [new TypeError('x'), true],
    [apiError(500), true],
    [apiError(503), true],
    [apiError(0, 'timeout'), true],
    // A connection failure is not our error, and the report would not get through either.
    [apiError(0, 'network'), false],
    [apiError(0, 'aborted'), false],
    [apiError(401, 'unauthenticated'), false],
    [apiError(403, 'forbidden'), false],
    [apiError(404, 'not_found'), false],
    [apiError(409, 'stale_version'), false],
    [apiError(200, 'invalid_input'), false],
    [new DOMException('x', 'AbortError'), false],
    [new Error('ResizeObserver loop completed with undelivered notifications.'), false],
    [undefined, false],
    ['text', false],
  ])('%s: %s', (error, expected) => {
    expect(isWorthReporting(error)).toBe(expected);
  });
});
