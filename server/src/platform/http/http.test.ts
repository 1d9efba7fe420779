import { createHash } from 'node:crypto';

import { permissions } from '@careloop/contracts/access';
import { findSpecialties } from '@careloop/contracts/directory';
import { getPatientInfo } from '@careloop/contracts/patients';
import { createReferral } from '@careloop/contracts/referrals';
import { errorTexts } from '@careloop/contracts/result';
import { fallbackTexts } from '@careloop/contracts/zodTexts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import {
  buildCoordinator,
  buildPatient,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { loggedLines, startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const inject = (url: string) => app.app.http.inject({ url });

describe('responses', () => {
  test('carry the security headers', async () => {
    const { headers } = await inject('/api/healthcheck/api');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
  });

  test('carry HSTS only for calls that came over TLS', async () => {
    const by = (protocol: string) =>
      app.app.http.inject({ url: '/api/healthcheck/api', headers: { 'x-forwarded-proto': protocol } });
    expect((await by('https')).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect((await by('http')).headers).not.toHaveProperty('strict-transport-security');
  });

  test.each(['/', '/provider', '/metrics', '/api/healthcheck/api', '/api/openapi.json'])(
    '%s refuses TRACE and sends no CORS headers',
    async (url) => {
      const headers = { origin: 'https://evil.example', cookie: 'careloop-session=canary' };
      const response = await app.app.http.inject({ method: 'TRACE', url, headers });
      expect(response.statusCode).toBe(404);
      expect(response.body).not.toContain('canary');
      for (const method of ['GET', 'OPTIONS'] as const) {
        const answer = await app.app.http.inject({ method, url, headers });
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
        expect(answer.headers['content-security-policy']).toMatch(
          /base-uri 'none'.*object-src 'none'.*frame-ancestors 'none'/,
        );
      }
    },
  );

  test('an unknown path returns 404 in the result envelope', async () => {
    const response = await inject('/api/no/such/call');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ wasSuccessful: false, code: 'not_found' });
  });

  test('validation messages are our own texts, never those of the library', async () => {
    const caller = await app.as(await buildCoordinator(app.db));
    const { validationErrors } = await caller.fail(createReferral, { patientId: 'seven' });
    expect(validationErrors).toMatchObject({
      patientId: 'Invalid value',
      referralReason: 'Referral Reason is required.',
    });
    expect((await caller.fail(createReferral, {})).validationErrors).toMatchObject({
      patientId: 'This field is required',
    });
  });

  test('a failure carries the one text to show, with or without a message of its own', async () => {
    const user = await buildUser(app.db);
    const caller = await app.as(user);
    expect(await caller.fail(findSpecialties, { misspelled: 1 })).toMatchObject({
      code: 'invalid_input',
      errorMessage: fallbackTexts.undeclared,
    });
    expect(await caller.fail(getPatientInfo, { patientId: 999_999 })).toMatchObject({
      message: errorTexts.noPatientAccess,
      errorMessage: errorTexts.noPatientAccess,
    });
    expect(await app.nobody.fail(getPatientInfo, { patientId: 1 })).toMatchObject({
      code: 'unauthenticated',
      errorMessage: errorTexts.processing,
    });
  });

  test('a body that is not a JSON object or is too large is refused with a code', async () => {
    const post = (payload: string) =>
      app.app.http.inject({
        method: 'POST',
        url: '/api/sign-in',
        payload,
        headers: { 'content-type': 'application/json' },
      });
    expect((await post('{"username":')).json()).toMatchObject({ wasSuccessful: false, code: 'invalid_input' });
    expect((await post('[1]')).json()).toMatchObject({ wasSuccessful: false, code: 'invalid_input' });
    const huge = await post(JSON.stringify({ username: 'x'.repeat(2_000_000) }));
    expect(huge.statusCode).toBe(413);
    expect(huge.json()).toMatchObject({ code: 'too_large' });
  });
});

describe('the API description', () => {
  test('lists every endpoint', async () => {
    const document = (await inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, { summary: string }>>;
    }>();
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routed = app.app.endpoints.map(
      (endpoint) => `${endpoint.method} /api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.toSorted()).toEqual(routed.toSorted());
  });

  test('loads all assets of its page from this server', async () => {
    const page = await inject('/api/docs');
    expect(page.statusCode).toBe(200);
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(sources.length).toBeGreaterThan(2);
    for (const source of sources) expect((await inject(source)).statusCode).toBe(200);
  });
});

/** One of many values that a parser must survive; `seed` selects it. */
function hostileValue(seed: number): unknown {
  const values = [
    null,
    -1,
    0,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    '',
    ' ',
    'NaN',
    '1',
    '9'.repeat(400),
    '\u0000',
    '‮abc',
    '𝕏'.repeat(50),
    "'; drop table patient; --",
    '<script>alert(1)</script>',
    '%',
    '{{7*7}}',
    [],
    [[]],
    {},
    { a: { b: { c: [] } } },
    true,
    '2026-02-31',
    'x'.repeat(20_000),
    '__proto__',
    { __proto__: { a: 1 } },
    '1970-01-01T00:00:00Z',
    ['1', '2'],
  ];
  return values[seed % values.length];
}

/** Calls with random input per endpoint. */
const roundsPerEndpoint = 10;

test('random input never causes an internal error', async () => {
  // With every permission, so that no call is refused before its input is parsed.
  const caller = await app.as(await buildCoordinator(app.db, { permissions: [...permissions] }));
  const endpoints = app.app.endpoints.filter(
    ({ path, redirects }) => !redirects && !['/logout', '/refresh-token'].includes(path),
  );
  let calls = 0;
  for (const endpoint of endpoints) {
    const fields = Object.keys(endpoint.input.shape);
    // Seeded per endpoint, so that a new endpoint does not change the input of the others.
    let seed =
      createHash('sha256').update(`${endpoint.method} ${endpoint.path}`).digest().readUInt32BE() % 2_147_483_647;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < roundsPerEndpoint; round += 1) {
      const input = Object.fromEntries(
        fields.filter(() => next() % 4 > 0).map((field) => [field, hostileValue(next())]),
      );
      const { status } = await caller.call(endpoint, input as never);
      calls += 1;
      expect({ path: endpoint.path, round, input, status }).toMatchObject({
        status: expect.toSatisfy((code: number) => code < 500),
      });
    }
  }
  expect(calls).toBe(endpoints.length * roundsPerEndpoint);
}, 180_000);

test('undeclared output fields are dropped', () => {
  for (const endpoint of app.app.endpoints) {
    expect(endpoint.output).toBeInstanceOf(z.ZodObject);
    expect(endpoint.output.safeParse({ passwordHash: 'secret' }).data ?? {}).not.toHaveProperty('passwordHash');
  }
});

test('the log contains no patient data', async () => {
  const user = await buildCoordinator(app.db);
  const patient = await buildPatient(app.db, { clientId: user.clientId, lastName: 'Canarybird', mrn: 'CANARY-77' });
  const caller = await app.as(user);
  const parties = { ...(await buildReferralParties(app)), patient };
  await caller.ok(getPatientInfo, { patientId: patient.patientId });
  await caller.ok(createReferral, { ...referralInput(parties), referralReason: 'Canarybird sings' });
  await caller.call(createReferral, { ...referralInput(parties), referralReason: 'Canarybird\u0000' });
  expect(loggedLines.join('\n')).not.toMatch(/canary/i);
});
