import { reportClientError } from '@careloop/contracts/support/clientErrors';
import type { ClientError } from '@careloop/contracts/support/clientErrors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { loggedLines, startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  // Trusts a proxy header for the address, so that each test can use its own.
  app = await startTestApp();
});
afterAll(() => app.stop());

let address = 0;
let from: { 'x-forwarded-for': string };
beforeEach(() => {
  address += 1;
  from = { 'x-forwarded-for': `192.0.2.${address}` };
});

const report: ClientError = {
  reference: 'FE-t5x0zd',
  name: 'TypeError',
  kind: 'render',
  route: '/Patient/$patientId',
  status: 500,
  frontendVersion: '6.0.1-20250505.2',
  frames: [{ file: 'PatientPage-DkX3a_9z.js', line: 1, column: 20_480 }],
};

/** The lines logged by `work`. */
async function linesOf(work: () => Promise<unknown>) {
  const before = loggedLines.length;
  await work();
  return loggedLines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a browser error is logged in one line, with the user', async () => {
  const user = await app.as(await buildUser(app.db));
  const warn = 40;
  expect(await linesOf(() => user.ok(reportClientError, report, from))).toEqual([
    expect.objectContaining({ level: warn, msg: 'Client error', clientError: { ...report, userId: user.userId } }),
  ]);
  expect(await linesOf(() => app.nobody.ok(reportClientError, report, from))).toEqual([
    expect.objectContaining({ clientError: { ...report, userId: null } }),
  ]);
});

test('an invalid session is not logged, and a valid one does not count as activity', async () => {
  const forged = { ...from, authorization: 'Bearer nonsense' };
  expect(await linesOf(() => app.nobody.ok(reportClientError, report, forged))).toEqual([
    expect.objectContaining({ clientError: { ...report, userId: null } }),
  ]);
});

test.each([
  { reference: '12-FE-t5x0zd-TO' },
  { reference: '7b0a4f6e-2f53-4d0c-9f0e-0c9f4f4b9d11' },
  { name: 'ApiError' },
  { name: 'Error' },
  { route: '/' },
  { route: '/Site/SupportRequests' },
  { frames: [] },
  { frames: [{ file: 'index.js', line: 0, column: 0 }] },
  { frames: [{ file: 'PatientPage.tsx', line: 12, column: 4 }] },
])('accepts %j', async (changed) => {
  await app.nobody.ok(reportClientError, { ...report, ...changed }, from);
});

test.each([
  { message: 'Canarybird was not found' },
  { stack: 'Error: Canarybird' },
  { reference: 'Canarybird' },
  { reference: 'FE-Canarybird sings' },
  { name: 'Canarybird' },
  { name: 'Error: Canarybird' },
  { name: 'Canary bird Error' },
  { kind: 'canary' },
  { route: '/Patient/77' },
  { route: '/Patients?searchTerm=Canarybird' },
  { route: 'Canarybird' },
  { route: '/Patients/Canarybird, Grace' },
  { frontendVersion: 'Canarybird' },
  { status: 'Canarybird' },
  { status: 1_000 },
  { frames: [{ file: 'Canarybird', line: 1, column: 1 }] },
  { frames: [{ file: 'https://evil.example/canary.js', line: 1, column: 1 }] },
  { frames: [{ file: 'a.js', line: 1, column: 1, function: 'Canarybird' }] },
  { frames: [{ file: 'a.js', line: -1, column: 1 }] },
  { frames: [{ file: 'a.js', line: 1.5, column: 1 }] },
  { frames: Array.from({ length: 21 }, () => ({ file: 'a.js', line: 1, column: 1 })) },
  { patientId: 77 },
])('rejects anything else: %j', async (changed) => {
  const lines = await linesOf(async () => {
    expect(await app.nobody.fail(reportClientError, { ...report, ...changed }, from)).toMatchObject({
      status: 200,
      code: 'invalid_input',
    });
  });
  expect(lines).toEqual([]);
  expect(loggedLines.join('\n')).not.toMatch(/canary/i);
});

test('a page that fails repeatedly does not flood the log', async () => {
  const lines = await linesOf(async () => {
    for (let count = 0; count < 30; count += 1) await app.nobody.ok(reportClientError, report, from);
    const refusal = await app.nobody.fail(reportClientError, report, from);
    expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' });
    await app.nobody.ok(reportClientError, report, { 'x-forwarded-for': '198.51.100.1' });
  });
  expect(lines).toHaveLength(31);
});

test('nor does a client with all addresses of a network', async () => {
  const statuses: number[] = [];
  for (let count = 1; count <= 31; count += 1) {
    const headers = { 'x-forwarded-for': `2001:db8::${count}` };
    statuses.push((await app.nobody.call(reportClientError, report, headers)).status);
  }
  expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429]);
});
