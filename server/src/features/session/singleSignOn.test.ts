import { expectedUserHeader, getContext, getSignInOptions } from '@careloop/contracts/session';
import { finishSingleSignOn, startSingleSignOn } from '@careloop/contracts/session/singleSignOn';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { callerOf, loggedLines, startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { signInAtProvider, startIdentityProvider, turnRoundAtProvider } from '../../../test/identityProvider.ts';
import type { IdentityProvider } from '../../../test/identityProvider.ts';
import { takeJobs } from '../../../test/mails.ts';
import { LinkError, linkIdentityByHand } from './linkIdentity.ts';

const redirectUris = [`http://localhost/api${finishSingleSignOn.path}`];
let provider: IdentityProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startIdentityProvider({ redirectUris });
  app = await startTestApp({ ...provider.env, OIDC_IDENTITY_TYPE: 'azure_ad' });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

/** Visits the product as a browser does. Returns the redirect target and cookies. */
async function visit(address: URL | string, cookie = '', { at = app } = {}) {
  const { pathname, search } = new URL(address, 'http://localhost');
  const response = await at.app.http.inject({ url: `${pathname}${search}`, headers: { cookie } });
  expect(response.statusCode).toBe(302);
  const cookies = new Map((response.cookies as { name: string; value: string }[]).map((one) => [one.name, one]));
  return {
    sentTo: String(response.headers.location),
    cookies,
    cookie: [...cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; '),
  };
}

const setOut = (returnTo = '/provider', options = {}) =>
  visit(`/api${startSingleSignOn.path}?returnTo=${encodeURIComponent(returnTo)}`, '', options);

/** The complete sign-in of the user with this login at the provider. */
async function signInAs(login: string, { at = app, returnTo = '/provider' } = {}) {
  const start = await setOut(returnTo, { at });
  const back = await signInAtProvider(start.sentTo, login);
  return { start, back, ...(await visit(back, start.cookie, { at })) };
}

const sessionTokenIn = (cookies: Map<string, { value: string }>) => cookies.get('careloop-session')?.value;
const failed = (code: string) => `/provider?signInError=${code}`;

/** A user whose email address the provider knows. */
async function buildKnownUser(login: string, options: Parameters<typeof buildUser>[1] = {}) {
  provider.accounts.set(login, { email: `${login}@Example.org` });
  return buildUser(app.db, { email: `${login}@example.org`, ...options });
}

async function lastAudit(action: string) {
  return app.db
    .selectFrom('audit_event')
    .select(['outcome', 'user_id', 'details'])
    .where('action', '=', action)
    .orderBy('audit_event_id', 'desc')
    .executeTakeFirst();
}

describe('signing in at the provider', () => {
  test('links the one user with the verified address, and starts a session on the requested page', async () => {
    const user = await buildKnownUser('first');
    const returnTo = '/provider/Referrals?referralId=7&tab=1#notes';
    const { sentTo, cookies, start } = await signInAs('first', { returnTo });
    expect(start.cookies.get('careloop-session-sign-on')).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      path: '/api/single-sign-on',
    });
    expect(sentTo).toBe(returnTo);
    const caller = callerOf(app.app, user.userId, sessionTokenIn(cookies) ?? '');
    await caller.ok(getContext, {}, { [expectedUserHeader]: String(user.userId) });
    expect(await lastAudit('session.identity-linked')).toEqual({
      outcome: 'ok',
      user_id: user.userId,
      details: { issuer: provider.issuer, identityType: 'azure_ad', by: 'email' },
    });
    expect(await takeJobs(app, 'tell-credential-change')).toEqual([
      expect.objectContaining({ userId: user.userId, change: 'identity_linked' }),
    ]);
    expect(await lastAudit('session.sign-in')).toEqual({
      outcome: 'ok',
      user_id: user.userId,
      details: { singleSignOn: provider.issuer },
    });
  });

  test('recognizes the user by the identity, even if the address has changed', async () => {
    const user = await buildKnownUser('again');
    await signInAs('again');
    provider.accounts.set('again', {});
    await app.db.updateTable('user_account').set({ email: null }).where('user_id', '=', user.userId).execute();
    const { cookies } = await signInAs('again');
    await callerOf(app.app, user.userId, sessionTokenIn(cookies) ?? '').ok(getContext, {});
    expect(await app.db.selectFrom('login_identity').selectAll().where('user_id', '=', user.userId).execute()).toEqual([
      expect.objectContaining({ issuer: provider.issuer, subject: 'again', identity_type: 'azure_ad' }),
    ]);
  });

  test('requests the address if the ID token has none', async () => {
    const reticent = await startIdentityProvider({ redirectUris, tellsInIdToken: false });
    const other = await startTestApp(reticent.env);
    reticent.accounts.set('quiet', { email: 'quiet@example.org' });
    await buildUser(other.db, { email: 'quiet@example.org' });
    expect(sessionTokenIn((await signInAs('quiet', { at: other })).cookies)).toHaveLength(43);
    await other.stop();
    await reticent.stop();
  });

  test('works in two tabs at once, each returning to its own page', async () => {
    await buildKnownUser('tabs');
    const first = await setOut('/provider/a');
    const second = await visit('/api/single-sign-on/start?returnTo=/provider/b', first.cookie);
    const [backToFirst, backToSecond] = [
      await signInAtProvider(first.sentTo, 'tabs'),
      await signInAtProvider(second.sentTo, 'tabs'),
    ];
    expect((await visit(backToSecond, second.cookie)).sentTo).toBe('/provider/b');
    expect((await visit(backToFirst, second.cookie)).sentTo).toBe('/provider/a');
  });
});

test('signing in ends the browser’s previous session', async () => {
  const user = await buildKnownUser('carrier');
  const before = await app.as(user);
  const start = await setOut();
  const back = await signInAtProvider(start.sentTo, 'carrier');
  const { cookies } = await visit(back, `${start.cookie}; careloop-session=${before.token}`);
  expect((await before.call(getContext, {})).status).toBe(401);
  await callerOf(app.app, user.userId, sessionTokenIn(cookies) ?? '').ok(getContext, {});
});

describe('sign-in is refused', () => {
  test.each([
    ['unknown', () => provider.accounts.set('unknown', { email: 'unknown@example.org' })],
    ['nameless', () => provider.accounts.set('nameless', {})],
    [
      'unverified',
      async () => {
        await buildKnownUser('unverified');
        provider.accounts.set('unverified', { email: 'unverified@example.org', isVerified: false });
      },
    ],
    [
      'shared',
      async () => {
        await buildKnownUser('shared');
        await buildKnownUser('shared', { email: 'Shared@example.org' });
      },
    ],
    ['gone', () => buildKnownUser('gone', { isActive: false })],
    ['root', () => buildKnownUser('root', { userType: 'system_administrator' })],
    [
      'careful.one',
      async () => {
        const { userId } = await buildKnownUser('careful.one');
        const factor = { user_id: userId, encrypted_secret: Buffer.from('any'), enabled_at: new Date() };
        await app.db.insertInto('second_factor').values(factor).execute();
      },
    ],
  ])('if the user cannot be linked with certainty: %s', async (login, prepare) => {
    await prepare();
    const { sentTo, cookies } = await signInAs(login);
    expect(sentTo).toBe(failed('not_linked'));
    expect(sessionTokenIn(cookies)).toBeUndefined();
    expect(await lastAudit('session.single-sign-on')).toMatchObject({
      outcome: 'denied',
      details: { code: 'not_linked' },
    });
  });

  test('for a second identity that only shares the address', async () => {
    await buildKnownUser('owner');
    await signInAs('owner');
    provider.accounts.set('pretender', { email: 'owner@example.org' });
    expect((await signInAs('pretender')).sentTo).toBe(failed('not_linked'));
  });

  test('if the account is inactive', async () => {
    const user = await buildKnownUser('left');
    await signInAs('left');
    await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', user.userId).execute();
    const { sentTo, cookies } = await signInAs('left');
    expect(sentTo).toBe(failed('locked'));
    expect(sessionTokenIn(cookies)).toBeUndefined();
    expect(await lastAudit('session.sign-in')).toMatchObject({ outcome: 'denied', user_id: user.userId });
  });

  test('if the user cancels at the provider', async () => {
    const start = await setOut();
    const back = await turnRoundAtProvider(start.sentTo);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect((await visit(back, start.cookie)).sentTo).toBe(failed('denied'));
  });

  test.each([
    ['another state', (back: URL) => back.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (back: URL) => back.searchParams.delete('state')],
    ['two states', (back: URL) => back.searchParams.append('state', 'x')],
    ['an oversized state', (back: URL) => back.searchParams.set('state', 'x'.repeat(8_000))],
  ])('for a callback with %s; the valid callback still works', async (_name, tamper) => {
    await buildKnownUser('careful');
    const start = await setOut();
    const back = await signInAtProvider(start.sentTo, 'careful');
    const tampered = new URL(back);
    tamper(tampered);
    const { sentTo, cookies } = await visit(tampered, start.cookie);
    expect(sentTo).toBe(failed('state'));
    expect(sessionTokenIn(cookies)).toBeUndefined();
    expect(await lastAudit('session.single-sign-on')).toMatchObject({ outcome: 'denied', details: { code: 'state' } });
    expect((await visit(back, start.cookie)).sentTo).toBe('/provider');
  });

  test('for a callback from another browser, a second time, or too late', async () => {
    await buildKnownUser('once');
    const start = await setOut();
    const back = await signInAtProvider(start.sentTo, 'once');
    const elsewhere = await setOut();
    for (const cookie of ['', 'careloop-session-sign-on=x', elsewhere.cookie]) {
      expect((await visit(back, cookie)).sentTo).toBe(failed('state'));
    }
    expect((await visit(back, start.cookie)).sentTo).toBe('/provider');
    expect((await visit(back, start.cookie)).sentTo).toBe(failed('state'));
    const late = await signInAtProvider(elsewhere.sentTo, 'once');
    await app.db
      .updateTable('single_sign_on_attempt')
      .set({ expires_at: sql<Date>`now()` })
      .execute();
    expect((await visit(late, elsewhere.cookie)).sentTo).toBe(failed('state'));
  });

  test.each([
    ['a forged code', (back: URL) => back.searchParams.set('code', 'forged'), {}],
    ['another issuer', (back: URL) => back.searchParams.set('iss', 'https://evil.example'), {}],
    ['a token for another sign-in', () => undefined, { nonce: 'x' }],
    ['a code from another user’s sign-in', () => undefined, { code_verifier: 'x'.repeat(43) }],
  ])('with %s', async (_name, tamper, expected) => {
    await buildKnownUser('honest');
    const start = await setOut();
    const back = await signInAtProvider(start.sentTo, 'honest');
    tamper(back);
    if (Object.keys(expected).length > 0) await app.db.updateTable('single_sign_on_attempt').set(expected).execute();
    const { sentTo, cookies } = await visit(back, start.cookie);
    expect(sentTo).toBe(failed('denied'));
    expect(sessionTokenIn(cookies)).toBeUndefined();
  });
});

test.each([
  'https://evil.example',
  '//evil.example',
  String.raw`/\evil.example`,
  '/\t/evil.example',
  'provider',
  '/providers',
  '/provider/../api/docs',
  '/provider/%2e%2e/api/docs',
  '/api/docs',
  'javascript:alert(1)',
  '/provider\r\nset-cookie: a=b'.repeat(400),
  `/provider/${'a'.repeat(500)}`,
  '',
])('%j is not a valid page to return to', async (returnTo) => {
  await buildKnownUser('astray');
  expect((await signInAs('astray', { returnTo })).sentTo).toBe('/provider');
});

test('an unavailable provider is reported, and tried again later', async () => {
  let unreliable = await startIdentityProvider({ redirectUris });
  const other = await startTestApp(unreliable.env);
  unreliable.accounts.set('patient', { email: 'patient@example.org' });
  await buildUser(other.db, { email: 'patient@example.org' });
  const start = await setOut('/provider', { at: other });
  const back = await signInAtProvider(start.sentTo, 'patient');
  await unreliable.stop();
  expect((await visit(back, start.cookie, { at: other })).sentTo).toBe(failed('unavailable'));

  // Another process, which has not discovered the provider before.
  const fresh = await startTestApp(unreliable.env);
  expect((await setOut('/provider', { at: fresh })).sentTo).toBe(failed('unavailable'));
  unreliable = await startIdentityProvider({ redirectUris, port: Number(new URL(unreliable.issuer).port) });
  expect((await setOut('/provider', { at: fresh })).sentTo).toContain(unreliable.issuer);
  await unreliable.stop();
  for (const one of [other, fresh]) await one.stop();
});

test('an installation with its provider down, or without one, still responds', async () => {
  for (const env of [{ ...provider.env, OIDC_ISSUER: 'http://127.0.0.1:9' }, {}]) {
    const other = await startTestApp(env);
    for (const way of ['start', 'callback?state=x']) {
      const { sentTo } = await visit(`/api/single-sign-on/${way}`, '', { at: other });
      expect(sentTo).toBe(failed(way === 'start' || !('OIDC_ISSUER' in env) ? 'unavailable' : 'state'));
    }
    await other.stop();
  }
});

test('the page learns how to sign in', async () => {
  expect(await app.nobody.ok(getSignInOptions, {})).toMatchObject({
    productName: 'Careloop',
    environmentName: null,
    portalType: 2,
    singleSignOnLabel: `Sign in with ${new URL(provider.issuer).host}`,
  });
  const other = await startTestApp({ ...provider.env, PORTAL_TYPE: 'sso', OIDC_LABEL: 'Sign in with Contoso' });
  expect(await other.nobody.ok(getSignInOptions, {})).toMatchObject({
    portalType: 1,
    singleSignOnLabel: 'Sign in with Contoso',
  });
  await other.stop();
});

test('an administrator links an identity by hand', async () => {
  const [user, other] = [await buildUser(app.db, { email: null }), await buildUser(app.db)];
  const link = { issuer: provider.issuer, subject: 'by-hand', identityType: 'google' as const };
  await takeJobs(app, 'tell-credential-change');
  await linkIdentityByHand(app.db, { ...link, subject: 'mistyped', username: user.username });
  expect(await takeJobs(app, 'tell-credential-change')).toEqual([
    expect.objectContaining({ userId: user.userId, change: 'identity_linked' }),
  ]);
  await linkIdentityByHand(app.db, { ...link, username: user.username.toUpperCase() });
  const { cookies } = await signInAs('by-hand');
  await callerOf(app.app, user.userId, sessionTokenIn(cookies) ?? '').ok(getContext, {});
  expect((await signInAs('mistyped')).sentTo).toBe(failed('not_linked'));
  await expect(linkIdentityByHand(app.db, { ...link, username: other.username })).rejects.toThrow(LinkError);
  await expect(linkIdentityByHand(app.db, { ...link, username: 'nobody-here' })).rejects.toThrow(LinkError);
  expect(await lastAudit('session.identity-linked')).toMatchObject({
    user_id: user.userId,
    details: { by: 'administrator' },
  });
});

test('starts and failures are limited per network', async () => {
  const from = async (path: string) => {
    const url = `/api/single-sign-on/${path}`;
    const response = await app.app.http.inject({ url, headers: { 'x-forwarded-for': '203.0.113.50' } });
    return String(response.headers.location);
  };
  const kept = async () =>
    (await app.db.selectFrom('audit_event').select('ip').where('ip', '=', '203.0.113.50').execute()).length;
  for (let times = 0; times < 300; times += 1) expect(await from('callback?state=x')).toBe(failed('state'));
  expect(await kept()).toBe(50);
  expect(await from('start')).toBe(failed('unavailable'));
  expect((await setOut()).sentTo).toContain(provider.issuer);
});

test('the log has the name and code of the cause', () => {
  const lines = loggedLines.filter((line) => line.includes('Single sign-on failed'));
  expect(lines.join('\n')).toContain(
    '"code":"denied","causes":["ResponseBodyError OAUTH_RESPONSE_BODY_ERROR invalid_grant',
  );
  expect(lines.join('\n')).toContain('"code":"unavailable","causes":[');
});

test('the log contains no authorization codes, tokens or email addresses', () => {
  expect(loggedLines.join('\n')).not.toMatch(/code=|id_token|example\.org|client_secret/);
});
