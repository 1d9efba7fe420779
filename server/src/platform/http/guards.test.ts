import { fallbackTexts } from '@careloop/contracts/zodTexts';
import { uploadDocuments } from '@careloop/contracts/charts/upload';
import { findSpecialties } from '@careloop/contracts/directory';
import { getContext } from '@careloop/contracts/session';
import { listPatients } from '@careloop/contracts/patients';
import { createReferral } from '@careloop/contracts/referrals';
import { sendMessage } from '@careloop/contracts/messages/sending';
import { submitSupportRequest } from '@careloop/contracts/support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { withClient } from '../db/connection.ts';
import { buildCoordinator } from '../../../test/factories.ts';
import { loggedLines, startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { buildUploader } from '../../../test/uploads.ts';

let app: TestApp;
const metricsToken = 'the-token-of-the-monitoring';
beforeAll(async () => {
  app = await startTestApp({ METRICS_TOKEN: metricsToken, TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => app.stop());

const stranger = '203.0.113.9';

describe('forwarded headers', () => {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' };

  test('are trusted from configured proxies', async () => {
    const { headers: answered } = await app.app.http.inject({ url: '/api/healthcheck/api', headers });
    expect(answered).toHaveProperty('strict-transport-security');
  });

  test('are not trusted from any other address, not even to claim the loopback address', async () => {
    const call = (url: string) => app.app.http.inject({ url, headers, remoteAddress: stranger });
    expect((await call('/api/healthcheck/api')).headers).not.toHaveProperty('strict-transport-security');
    expect((await call('/metrics')).statusCode).toBe(404);
  });
});

describe('/metrics', () => {
  const read = (remoteAddress: string, token?: string) =>
    app.app.http.inject({
      url: '/metrics',
      remoteAddress,
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    });

  test('is open to this machine and to the bearer token', async () => {
    expect((await read(stranger)).statusCode).toBe(404);
    expect((await read(stranger, 'another-one')).statusCode).toBe(404);
    expect((await read(stranger, metricsToken)).statusCode).toBe(200);
    expect((await read('127.0.0.1')).statusCode).toBe(200);
  });

  test('labels calls by route pattern, without ids or names', async () => {
    const caller = await app.as(await buildCoordinator(app.db));
    await caller.ok(getContext, {});
    const { body } = await read('127.0.0.1');
    expect(body).toContain('careloop_http_request_seconds_count{method="GET",path="/get-context",status="200"} 1');
  });
});

test.each(['{"__proto__": {"permissions": ["ManageSite"]}}', '{"constructor": {"prototype": {"isAdmin": true}}}'])(
  '%s pollutes no prototype',
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

describe('an onBehalfOfUserId that is not an id', () => {
  const invalid = { code: 'invalid_input', validationErrors: { onBehalfOfUserId: 'Invalid value' } };
  const values: unknown[] = [
    {},
    { toString: 1, valueOf: 1 },
    [],
    [1],
    [[1]],
    true,
    -1,
    1.5,
    1e308,
    'NaN',
    '0x7',
    '1e3',
    '9'.repeat(40),
  ];

  test.each(values.map((value) => ({ value })))('is refused in JSON: $value', async ({ value: onBehalfOfUserId }) => {
    const caller = await app.as(await buildCoordinator(app.db));
    expect(await caller.fail(createReferral, { onBehalfOfUserId })).toMatchObject({ status: 200, ...invalid });
  });

  test.each(['onBehalfOfUserId=1&onBehalfOfUserId=2', 'onBehalfOfUserId=NaN', 'onBehalfOfUserId=1e999'])(
    'is refused in a query: %s',
    async (query) => {
      const caller = await app.as(await buildCoordinator(app.db));
      const headers = { authorization: `Bearer ${caller.token}` };
      const { statusCode, body } = await app.app.http.inject({ url: `/api${listPatients.path}?${query}`, headers });
      expect({ statusCode, body: JSON.parse(body) as unknown }).toMatchObject({ statusCode: 200, body: invalid });
    },
  );

  test.each(['[1]', '{"toString": 1}', '"x"'])('is refused in a form: %s', async (value) => {
    const { caller, form } = await buildUploader(app);
    const head = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n`;
    const fields = Object.entries(form).map(([name, field]) => `${head(name)}\r\n${String(field)}\r\n`);
    const { statusCode, body } = await app.app.http.inject({
      method: 'POST',
      url: `/api${uploadDocuments.path}`,
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'multipart/form-data; boundary=b' },
      payload: `${fields.join('')}${head('onBehalfOfUserId')}content-type: application/json\r\n\r\n${value}\r\n--b--\r\n`,
    });
    expect({ statusCode, body: JSON.parse(body) as unknown }).toMatchObject({ statusCode: 200, body: invalid });
  });
});

test('a deeply nested field that is not declared is refused', async () => {
  const user = await buildCoordinator(app.db);
  const { token } = await app.as(user);
  const request = {
    name: 'Robin Reyes',
    email: 'robin@example.org',
    clientId: user.clientId,
    summary: 'The list of referrals stays empty',
    errorCodes: '',
    description: 'Since this morning.',
    impact: 1,
  };
  const nested = '['.repeat(50_000) + ']'.repeat(50_000);
  const response = await app.app.http.inject({
    method: 'POST',
    url: `/api${submitSupportRequest.path}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'a-nested-request',
    },
    payload: JSON.stringify(request).replace(/}$/, `,"other":${nested}}`),
  });
  expect(response.json()).toMatchObject({ validationErrors: { other: fallbackTexts.undeclared } });
});

test('an internal error returns a reference that is also logged, and no internals', async () => {
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
