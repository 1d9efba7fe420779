import { findSpecialties } from '@careloop/contracts/directory';
import { getContext } from '@careloop/contracts/session';
import { createReferral } from '@careloop/contracts/referrals';
import { sendMessage } from '@careloop/contracts/messages/sending';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { withClient } from '../db/connection.ts';
import { buildCoordinator } from '../../test/factories.ts';
import { loggedLines, startTestApp } from '../../test/harness.ts';
import type { TestApp } from '../../test/harness.ts';

let app: TestApp;
const metricsToken = 'the-token-of-the-monitoring';
beforeAll(async () => {
  app = await startTestApp({ METRICS_TOKEN: metricsToken, TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => app.stop());

const stranger = '203.0.113.9';

describe('what a proxy says', () => {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' };

  test('is believed of the proxies that are named', async () => {
    const { headers: answered } = await app.app.http.inject({ url: '/api/healthcheck/api', headers });
    expect(answered).toHaveProperty('strict-transport-security');
  });

  test('is not believed of anybody else, who cannot call themselves this machine either', async () => {
    const call = (url: string) => app.app.http.inject({ url, headers, remoteAddress: stranger });
    expect((await call('/api/healthcheck/api')).headers).not.toHaveProperty('strict-transport-security');
    expect((await call('/metrics')).statusCode).toBe(404);
  });
});

describe('the metrics', () => {
  const read = (remoteAddress: string, token?: string) =>
    app.app.http.inject({
      url: '/metrics',
      remoteAddress,
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    });

  test('are for this machine and for who carries the token', async () => {
    expect((await read(stranger)).statusCode).toBe(404);
    expect((await read(stranger, 'another-one')).statusCode).toBe(404);
    expect((await read(stranger, metricsToken)).statusCode).toBe(200);
    expect((await read('127.0.0.1')).statusCode).toBe(200);
  });

  test('name calls by their pattern, and nobody', async () => {
    const caller = await app.as(await buildCoordinator(app.db));
    await caller.ok(getContext, {});
    const { body } = await read('127.0.0.1');
    expect(body).toContain('careloop_http_request_seconds_count{method="GET",path="/get-context",status="200"} 1');
  });
});

test.each(['{"__proto__": {"permissions": ["ManageSite"]}}', '{"constructor": {"prototype": {"isAdmin": true}}}'])(
  'no prototype is changed by %s',
  async (payload) => {
    const caller = await app.as(await buildCoordinator(app.db));
    for (const { path } of [createReferral, sendMessage]) {
      const { statusCode, body } = await app.app.http.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
        payload,
      });
      expect({ statusCode, body }).toMatchObject({ statusCode: expect.toSatisfy((code: number) => code < 500) });
      expect(body).toContain('"wasSuccessful":false');
    }
    expect({}).not.toHaveProperty('isAdmin');
    expect({}).not.toHaveProperty('permissions');
  },
);

test('a failure of ours tells a reference, which the log has too, and nothing of what is inside', async () => {
  const caller = await app.as(await buildCoordinator(app.db));
  const rename = (from: string, to: string) =>
    withClient({ url: app.databaseUrl, applicationName: 'test' }, (client) =>
      client.query(`alter table ${from} rename to ${to}`),
    );
  await rename('healthcare_provider_specialty', 'gone');
  const failure = await caller.fail(findSpecialties, { searchTerm: 'canary' });
  await rename('gone', 'healthcare_provider_specialty');
  expect(failure).toMatchObject({ status: 500, code: 'internal', reference: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(JSON.stringify(failure)).not.toMatch(/specialty|relation|select|stack|node_modules/i);
  const line = loggedLines.find((one) => one.includes(String(failure.reference)));
  expect(line).toContain('"code":"internal"');
  expect(line).not.toMatch(/canary|relation \\"/);
});
