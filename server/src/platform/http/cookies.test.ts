import {
  frontendVersion,
  frontendVersionHeader,
  getContext,
  logout,
  refreshToken,
  signIn,
} from '@careloop/contracts/session';
import { startSingleSignOn } from '@careloop/contracts/session/singleSignOn';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { startIdentityProvider } from '../../../test/identityProvider.ts';
import type { IdentityProvider } from '../../../test/identityProvider.ts';
import { hashPassword } from '../identity/passwords.ts';

const publicUrl = 'https://portal.example';
const password = 'a quiet walk along the river';
let provider: IdentityProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startIdentityProvider({ redirectUris: [`${publicUrl}/api/single-sign-on/callback`] });
  app = await startTestApp({ ...provider.env, PUBLIC_URL: publicUrl, ENVIRONMENT_NAME: 'Test' });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

/** Attributes that browsers require of a cookie whose name begins with `__Host-`. */
const bound = { path: '/', secure: true, sameSite: 'Lax' };

async function signInAsSomebody() {
  const user = await buildUser(app.db, { passwordHash: await hashPassword(password) });
  const payload = { username: user.username, password };
  return app.app.http.inject({ method: 'POST', url: `/api${signIn.path}`, payload });
}

const page = { origin: publicUrl, [frontendVersionHeader]: frontendVersion };

async function statusWith(cookie: string, method: 'GET' | 'POST' = 'GET', path: string = getContext.path) {
  const payload = method === 'POST' ? { payload: {} } : {};
  return app.app.http.inject({ method, url: `/api${path}`, headers: { ...page, cookie }, ...payload });
}

describe('with an https PUBLIC_URL', () => {
  test('session cookies are bound to the host that sets them', async () => {
    const { cookies } = await signInAsSomebody();
    expect(cookies.map(({ name }) => name)).toEqual([
      '__Host-careloop-session-test',
      '__Host-careloop-session-test-info',
    ]);
    for (const cookie of cookies) {
      expect(cookie).toMatchObject(bound);
      expect(cookie).not.toHaveProperty('domain');
    }
  });

  test('HSTS is sent, even if the proxy does not report the protocol', async () => {
    const { headers } = await app.app.http.inject({ url: '/provider' });
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  test('a cookie without the __Host- prefix, which a sibling host could set, is not accepted', async () => {
    const { cookies } = await signInAsSomebody();
    const token = cookies[0]?.value ?? '';
    expect((await statusWith(`__Host-careloop-session-test=${token}`)).statusCode).toBe(200);
    expect((await statusWith(`careloop-session-test=${token}`)).statusCode).toBe(401);
  });

  test('session cookies are renewed and cleared under the same names', async () => {
    const { cookies } = await signInAsSomebody();
    const renewed = await statusWith(`${cookies[0]?.name}=${cookies[0]?.value}`, 'POST', refreshToken.path);
    expect(renewed.cookies.map(({ name }) => name)).toEqual(cookies.map(({ name }) => name));
    const cookie = `${renewed.cookies[0]?.name}=${renewed.cookies[0]?.value}`;
    const ended = await statusWith(cookie, 'POST', logout.path);
    expect(ended.statusCode).toBe(200);
    expect(ended.cookies.map(({ name }) => name)).toEqual(cookies.map(({ name }) => name));
    for (const taken of ended.cookies) expect(taken).toMatchObject({ value: '', path: '/', secure: true });
    expect((await statusWith(cookie)).statusCode).toBe(401);
  });

  test('the single sign-on cookie is bound to the host too', async () => {
    const { cookies } = await app.app.http.inject({ url: `/api${startSingleSignOn.path}` });
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatchObject({ ...bound, name: '__Host-careloop-session-test-sign-on', httpOnly: true });
  });
});
