import {
  expectedUserHeader,
  getContext,
  healthcheckApi,
  healthcheckDatabase,
  lockReasonTexts,
  logout,
  refreshToken,
  signIn,
} from '@careloop/contracts/session';
import { createReferral } from '@careloop/contracts/referrals';
import { getWorkQueues } from '@careloop/contracts/work-queues';
import { fallbackTexts } from '@careloop/contracts/zodTexts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addProxy, buildProvider, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { removeExpired } from './jobs.ts';
import type { TestApp } from '../../../test/harness.ts';
import { hashPassword } from '../../access/passwords.ts';

const password = 'correct horse battery';
let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  app = await startTestApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => app.stop());

/** Signs in as a browser does, and answers the Cookie header it would send next. */
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

describe('signing in', () => {
  test('starts a session that the token opens', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const answer = await app.nobody.ok(signIn, { username: ` ${user.username.toUpperCase()} `, password });
    expect(answer).toMatchObject({ wasSuccessful: true, userId: user.userId });
    const response = await app.app.http.inject({
      url: '/api/get-context',
      headers: { authorization: `Bearer ${answer.token}` },
    });
    expect(response.json()).toMatchObject({
      wasSuccessful: true,
      user: { userId: user.userId },
      permissions: ['ManageWorkQueues'],
    });
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['kind', 'action', 'outcome'])
      .where('user_id', '=', user.userId)
      .execute();
    expect(audited).toEqual([{ kind: 'security', action: 'session.sign-in', outcome: 'ok' }]);
  });

  test('sets a cookie no script can read, and one that holds only the id and the expiry', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const { cookies } = await signInWithCookies(user.username);
    expect(cookies[0]).toMatchObject({ name: 'careloop-session', httpOnly: true, secure: true, sameSite: 'Lax' });
    expect(cookies[1]?.name).toBe('careloop-session-info');
    expect(cookies[1]?.value).toMatch(new RegExp(`^${user.userId}\\.\\d{13}$`));
  });

  test('is refused alike for a wrong password and for a name nobody bears', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const wrong = await app.nobody.fail(signIn, { username: user.username, password: 'wrong' });
    const unknown = await app.nobody.fail(signIn, { username: 'nobody-here', password: 'wrong' });
    expect(wrong).toMatchObject({ status: 200, message: lockReasonTexts[1] });
    expect(unknown).toEqual(wrong);
  });

  test('locks a name after five failures, whether anybody bears it or not', async () => {
    const user = await buildUser(app.db, { passwordHash });
    for (const username of [user.username, 'nobody-at-all']) {
      for (let failure = 0; failure < 5; failure += 1) {
        expect((await app.nobody.fail(signIn, { username, password: 'wrong' })).message).toBe(lockReasonTexts[1]);
      }
      expect((await app.nobody.fail(signIn, { username, password })).message).toBe(lockReasonTexts[4]);
    }
    await app.db
      .updateTable('sign_in_failure')
      .set({ last_failed_at: new Date(0) })
      .execute();
    await app.nobody.ok(signIn, { username: user.username, password });
  });

  test('many attempts at once are no way around the lock', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => app.nobody.fail(signIn, { username: user.username, password: 'wrong' })),
    );
    expect(answers.filter((answer) => answer.message === lockReasonTexts[1])).toHaveLength(5);
    expect((await app.nobody.fail(signIn, { username: user.username, password })).message).toBe(lockReasonTexts[4]);
  });

  test('a good one forgets the failures before it', async () => {
    const user = await buildUser(app.db, { passwordHash });
    for (let round = 0; round < 2; round += 1) {
      for (let failure = 0; failure < 4; failure += 1)
        await app.nobody.fail(signIn, { username: user.username, password: 'wrong' });
      await app.nobody.ok(signIn, { username: user.username, password });
    }
  });

  test('is refused to an account that is not active', async () => {
    const user = await buildUser(app.db, { passwordHash, isActive: false });
    expect((await app.nobody.fail(signIn, { username: user.username, password })).message).toBe(lockReasonTexts[2]);
    expect((await app.nobody.fail(signIn, { username: user.username, password: 'wrong' })).message).toBe(
      lockReasonTexts[1],
    );
  });

  test.each([
    [{}, { username: fallbackTexts.required, password: fallbackTexts.required }],
    [
      { username: '', password: '' },
      { username: 'Username is required', password: 'Password is required' },
    ],
  ])('tells what is missing in %j', async (input, errors) => {
    expect(await app.nobody.fail(signIn, input)).toMatchObject({ code: 'invalid_input', validationErrors: errors });
  });

  test('from a page of another site is refused', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const failure = await app.nobody.fail(
      signIn,
      { username: user.username, password },
      { origin: 'https://evil.example' },
    );
    expect(failure.status).toBe(403);
  });
});

describe('a session', () => {
  test('is opened by nothing else', async () => {
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

  test('goes on with the token that refreshing issues', async () => {
    const user = await app.as(await buildUser(app.db));
    const { token } = await user.ok(refreshToken, {});
    expect(token).not.toBe(user.token);
    const response = await app.app.http.inject({
      url: '/api/get-context',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.statusCode).toBe(200);
    // Calls under way still use the old one; it ends within a minute.
    const rows = await app.db
      .selectFrom('session_token as t')
      .innerJoin('user_session as s', 's.session_id', 't.session_id')
      .select('t.expires_at')
      .where('s.user_id', '=', user.userId)
      .orderBy('t.expires_at')
      .execute();
    expect(rows[0]?.expires_at.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  test('ends at once by logging out, with all its tokens', async () => {
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

  test('is not taken for another user’s: a tab that still shows somebody else is refused', async () => {
    const user = await app.as(await buildUser(app.db));
    expect((await user.call(getContext, {}, { [expectedUserHeader]: String(user.userId) })).status).toBe(200);
    expect(await user.fail(getContext, {}, { [expectedUserHeader]: String(user.userId + 1) })).toMatchObject({
      status: 401,
    });
  });

  test('ends when the account is switched off', async () => {
    const user = await app.as(await buildUser(app.db));
    await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', user.userId).execute();
    expect((await user.fail(getContext, {})).status).toBe(401);
  });
});

describe('a call with the cookie', () => {
  const own = { origin: 'http://localhost', host: 'localhost', 'frontend-version': '1' };

  test.each([
    ['no header of ours', { origin: own.origin, host: own.host }],
    ['no origin', { host: own.host, 'frontend-version': '1' }],
    ['another origin', { ...own, origin: 'https://evil.example' }],
    ['an opaque origin', { ...own, origin: 'null' }],
  ])('that changes something is refused with %s', async (_name, headers) => {
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

  test('acting for somebody is open to their proxies alone', async () => {
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

test('what has served its time is removed, the rest stays', async () => {
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
  await removeExpired(app.db);
  const left = await app.db.selectFrom('idempotency_key').select('key').where('user_id', '=', user.userId).execute();
  expect(left).toEqual([{ key: 'just-now' }]);
  await user.ok(getContext, {});
});

test('the health checks need no session', async () => {
  await app.nobody.ok(healthcheckApi, {});
  await app.nobody.ok(healthcheckDatabase, {});
});
