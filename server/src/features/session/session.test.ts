import {
  expectedUserHeader,
  getContext,
  healthcheckApi,
  healthcheckDatabase,
  healthcheckSlim,
  healthcheckStorage,
  logout,
  refreshToken,
  signIn,
} from '@careloop/contracts/session';
import { createReferral } from '@careloop/contracts/referrals';
import { getWorkQueues } from '@careloop/contracts/work-queues';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import product from '../../../../package.json' with { type: 'json' };
import { addProxy, buildClient, buildProvider, buildUser } from '../../../test/factories.ts';
import { callerOf, startTestApp } from '../../../test/harness.ts';
import { removeExpired } from './removeExpired.ts';
import type { TestApp } from '../../../test/harness.ts';
import { password, passwordHash } from '../../../test/passwords.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Signs in as a browser does, and returns the Cookie header it would send next. */
async function signInWithCookies(username: string) {
  const response = await app.app.http.inject({ method: 'POST', url: '/api/sign-in', payload: { username, password } });
  const cookies = response.cookies as unknown as {
    name: string;
    value: string;
    httpOnly?: boolean;
    secure?: boolean;
    sameSite?: string;
  }[];
  return { response, cookies, header: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

test('the context of a user who left their first client has only their present clients', async () => {
  const { userId, clientId } = await buildUser(app.db);
  const next = await buildClient(app.db);
  await app.db.updateTable('user_client').set({ client_id: next.clientId }).where('user_id', '=', userId).execute();
  const { user } = await (await app.as({ userId })).ok(getContext, {});
  expect(user.originClientId).toBe(clientId);
  expect(user.clients.map((client) => client.clientId)).toEqual([next.clientId]);
});

describe('a session', () => {
  test('requires a valid token', async () => {
    const user = await app.as(await buildUser(app.db));
    for (const token of ['', 'x', `${user.token}x`, user.token.slice(1), 'a'.repeat(10_000), "' or 1=1"]) {
      const response = await app.app.http.inject({
        url: '/api/get-context',
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.statusCode).toBe(401);
    }
  });

  test('ends at its expiry', async () => {
    const user = await app.as(await buildUser(app.db));
    await app.db
      .updateTable('session_token')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where(
        'session_id',
        'in',
        app.db.selectFrom('user_session').select('session_id').where('user_id', '=', user.userId),
      )
      .execute();
    expect(await user.fail(getContext, {})).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  test('continues with the token issued by a refresh', async () => {
    const user = await app.as(await buildUser(app.db));
    const { token } = await user.ok(refreshToken, {});
    expect(token).not.toBe(user.token);
    const response = await app.app.http.inject({
      url: '/api/get-context',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.statusCode).toBe(200);
    // Concurrent calls still use the old token, which expires within a minute.
    const rows = await app.db
      .selectFrom('session_token as t')
      .innerJoin('user_session as s', 's.session_id', 't.session_id')
      .select('t.expires_at')
      .where('s.user_id', '=', user.userId)
      .orderBy('t.expires_at')
      .execute();
    expect(rows[0]?.expires_at.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  test('can be refreshed a limited number of times per minute, and keeps few tokens', async () => {
    const user = await app.as(await buildUser(app.db));
    let token = user.token;
    const statuses: number[] = [];
    for (let count = 0; count < 40; count += 1) {
      const answer = await callerOf(app.app, user.userId, token).call(refreshToken, {});
      statuses.push(answer.status);
      if (answer.body.wasSuccessful) ({ token } = answer.body);
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), ...Array.from({ length: 10 }, () => 429)]);
    const rows = await app.db
      .selectFrom('session_token as t')
      .innerJoin('user_session as s', 's.session_id', 't.session_id')
      .select('t.expires_at')
      .where('s.user_id', '=', user.userId)
      .execute();
    expect(rows).toHaveLength(5);
    // The session continues with the newest token.
    await callerOf(app.app, user.userId, token).ok(getContext, {});
    const another = await app.as(await buildUser(app.db));
    await another.ok(refreshToken, {});
  });

  test('ends at once on logout, with all its tokens', async () => {
    const user = await app.as(await buildUser(app.db));
    const { token } = await user.ok(refreshToken, {});
    await user.ok(logout, {});
    expect((await user.fail(getContext, {})).status).toBe(401);
    const response = await app.app.http.inject({
      url: '/api/get-context',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.statusCode).toBe(401);
  });

  test('is refused in a tab that still shows another user', async () => {
    const user = await app.as(await buildUser(app.db));
    expect((await user.call(getContext, {}, { [expectedUserHeader]: String(user.userId) })).status).toBe(200);
    expect(await user.fail(getContext, {}, { [expectedUserHeader]: String(user.userId + 1) })).toMatchObject({
      status: 401,
    });
  });

  test('ends when the account is deactivated', async () => {
    const user = await app.as(await buildUser(app.db));
    await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', user.userId).execute();
    expect((await user.fail(getContext, {})).status).toBe(401);
  });
});

describe('signing in with the cookie of an open session', () => {
  test('ends that session, regardless of who signs in; signing in without the cookie ends none', async () => {
    const [user, other] = [await buildUser(app.db, { passwordHash }), await buildUser(app.db, { passwordHash })];
    const first = await signInWithCookies(user.username);
    const second = await signInWithCookies(user.username);
    const again = { username: other.username, password };
    const headers = { cookie: first.header };
    await app.nobody.fail(signIn, { ...again, password: 'wrong' }, headers);
    expect(await statusOf(first.header)).toBe(200);
    await app.nobody.ok(signIn, again, headers);
    expect(await statusOf(first.header)).toBe(401);
    expect(await statusOf(second.header)).toBe(200);
    const ended = await app.db
      .selectFrom('user_session')
      .select('end_reason')
      .where('user_id', '=', user.userId)
      .where('ended_at', 'is not', null)
      .execute();
    expect(ended).toEqual([{ end_reason: 'session' }]);
  });

  async function statusOf(cookie: string): Promise<number> {
    return (await app.app.http.inject({ url: '/api/get-context', headers: { cookie } })).statusCode;
  }
});

describe('a call with the cookie', () => {
  const own = { origin: 'http://localhost', host: 'localhost', 'frontend-version': '1' };

  test.each([
    ['no custom header', { origin: own.origin, host: own.host }],
    ['no origin', { host: own.host, 'frontend-version': '1' }],
    ['another origin', { ...own, origin: 'https://evil.example' }],
    ['an opaque origin', { ...own, origin: 'null' }],
  ])('that changes data is refused with %s', async (_name, headers) => {
    const user = await buildUser(app.db, { passwordHash });
    const { header } = await signInWithCookies(user.username);
    const inject = (extra: Record<string, string>) =>
      app.app.http.inject({ method: 'POST', url: '/api/logout', payload: {}, headers: { cookie: header, ...extra } });
    expect((await inject(headers as Record<string, string>)).statusCode).toBe(403);
    expect((await inject(own)).statusCode).toBe(200);
  });
});

describe('permissions', () => {
  test('a call without its permission is refused and audited', async () => {
    const user = await app.as(await buildUser(app.db, { permissions: [] }));
    expect(await user.fail(getWorkQueues, {})).toMatchObject({ status: 403, code: 'forbidden' });
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['action', 'outcome'])
      .where('user_id', '=', user.userId)
      .execute();
    expect(audited).toEqual([{ action: '/provider/workQueues/info', outcome: 'denied' }]);
  });

  test('only proxies may act for a user', async () => {
    const doctor = await buildProvider(app.db);
    const office = await buildUser(app.db, { clientId: doctor.clientId });
    const caller = await app.as(office);
    const input = { patientId: 1, referralReason: 'x', urgencyDays: 7, onBehalfOfUserId: doctor.userId };
    expect(await caller.fail(createReferral, input)).toMatchObject({ status: 403, code: 'forbidden' });
    await addProxy(app.db, doctor, office);
    expect(await caller.fail(createReferral, input)).toMatchObject({ code: 'unauthorized_patient' });
    expect(await caller.ok(getContext, {})).toMatchObject({
      user: { usersToImpersonate: [{ proxiedUserId: doctor.userId }] },
    });
  });
});

test('a super user cannot be acted for', async () => {
  const admin = await buildUser(app.db, { userType: 'system_administrator', permissions: ['ViewAllPatients'] });
  const office = await buildUser(app.db, { clientId: admin.clientId });
  await expect(addProxy(app.db, admin, office)).rejects.toMatchObject({ constraint: 'user_proxy_super_user' });
});

test('expired rows are removed, the rest stays', async () => {
  const user = await app.as(await buildUser(app.db));
  const old = new Date(Date.now() - 8 * 24 * 3_600_000);
  const key = (name: string, created_at: Date) => ({
    user_id: user.userId,
    endpoint: '/x',
    key: name,
    request_digest: '-',
    created_at,
  });
  await app.db
    .insertInto('idempotency_key')
    .values([key('long-ago', old), key('just-now', new Date())])
    .execute();
  await removeExpired(app);
  const left = await app.db.selectFrom('idempotency_key').select('key').where('user_id', '=', user.userId).execute();
  expect(left).toEqual([{ key: 'just-now' }]);
  await user.ok(getContext, {});
});

test('the application details name the installation and the version of the product', async () => {
  const named = await startTestApp({ CLUSTER_NAME: 'east' });
  try {
    const context = await (await named.as(await buildUser(named.db))).ok(getContext, {});
    expect(context).toMatchObject({ cluster: 'east', apiVersion: product.version });
  } finally {
    await named.stop();
  }
  const caller = await app.as(await buildUser(app.db));
  const context = await caller.ok(getContext, { portalType: 4 });
  expect(context.cluster).toBeNull();
  expect((await caller.fail(getContext, { portalType: 5 })).validationErrors).toEqual({ portalType: 'Invalid value' });
});

test('the health checks need no session', async () => {
  await app.nobody.ok(healthcheckApi, {});
  await app.nobody.ok(healthcheckSlim, {});
  await app.nobody.ok(healthcheckDatabase, {});
  await app.nobody.ok(healthcheckStorage, {});
});
