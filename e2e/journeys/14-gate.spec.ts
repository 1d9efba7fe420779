import type { OutputOf } from '@careloop/contracts/endpoint';
import { logoutReasonTexts, signIn, type getContext } from '@careloop/contracts/session';
import type { Browser, Page, Route } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { address } from '../support/address.ts';
import { call } from '../support/api.ts';
import { minutes, openTabs, seconds, sleep } from '../support/clock.ts';
import { untilConnected } from '../support/realtime.ts';
import { endSession } from '../support/sessions.ts';
import { expect, password, test } from '../support/test.ts';

// Every state in which the portal is unavailable, each with its own message and next step. Server failures are
// simulated at the network.

const context = '**/api/get-context*';
const health = '**/api/healthcheck/api';
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const portal = (page: Page) => heading(page, /^Good /);
const refusal = (code: string, reference?: string) => ({ wasSuccessful: false, code, validationErrors: {}, reference });

test('an interrupted connection is re-established', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.route('**/api/**', async (route) => await route.abort());
  await page.goto('/provider/Referrals');
  await expect(heading(page, 'Connection interrupted')).toBeVisible();
  await expectAccessible(page, 'interrupted');

  const asked = Promise.withResolvers<Route>();
  await page.route(health, (route) => asked.resolve(route));
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect(heading(page, 'Re-establishing connection…')).toBeVisible();
  await expectAccessible(page, 'reconnecting');
  await page.unroute('**/api/**');
  await (await asked.promise).continue();
  await expect(heading(page, 'Referrals')).toBeVisible();
});

test('an interrupted connection that recovers needs no click', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.clock.install();
  await page.route('**/api/**', async (route) => await route.abort());
  await page.goto('/provider');
  await expect(heading(page, 'Connection interrupted')).toBeVisible();
  await page.unroute('**/api/**');
  await page.clock.runFor(seconds(5));
  await expect(portal(page)).toBeVisible();
});

test('loading session', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  const asked = Promise.withResolvers<Route>();
  await page.route(context, (route) => asked.resolve(route));
  await page.goto('/provider');
  await expect(heading(page, 'Loading your session…')).toBeVisible();
  // Fast-forwards to the message that appears after some seconds.
  await page.evaluate(`
    for (const one of document.getAnimations()) if (one.effect.getComputedTiming().delay > 0) one.finish();
  `);
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectAccessible(page, 'loading');
  await (await asked.promise).continue();
  await expect(portal(page)).toBeVisible();
});

test('denied', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.route(context, async (route) => await route.fulfill({ status: 403, json: refusal('forbidden') }));
  await page.goto('/provider');
  await expect(heading(page, 'You cannot use this portal')).toBeVisible();
  await expectAccessible(page, 'denied');
  await page.getByRole('button', { name: 'Log in as somebody else' }).click();
  await expect(page.getByText('You have signed out.')).toBeVisible();
  await expect.poll(async () => (await page.request.get(`${address()}/api/get-context`)).status()).toBe(401);
});

test('an error shows its code, and a retry succeeds', async ({ browser, openAs }) => {
  // Not monitored for errors, because the server failure is intended.
  const page = await unwatched(browser, await openAs('drnguyen'));
  await page.clock.install();
  const internal = async (route: Route) => await route.fulfill({ status: 500, json: refusal('internal', 'E-4711') });
  await page.route(context, internal);
  await page.goto('/provider');
  await expect(heading(page, 'Error!')).toBeVisible();
  await expect(page.getByText('Error Code: E-4711')).toBeVisible();
  await expectAccessible(page, 'error');

  // Replaces the other message at once, because it is also retried automatically.
  await page.route(context, async (route) => await route.fulfill({ status: 504, json: refusal('timeout', 'E-4712') }));
  await page.unroute(context, internal);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Error Code: E-4712-TO')).toBeVisible();
  // It is soon retried automatically.
  await page.unroute(context);
  await page.clock.runFor(seconds(5));
  await expect(portal(page)).toBeVisible();
  await page.context().close();
});

test('a user without a person record', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.route(context, async (route) => {
    const answer = (await (await route.fetch()).json()) as OutputOf<typeof getContext>;
    const user = { ...answer.user, firstName: '', lastName: ' ' };
    await route.fulfill({ json: { ...answer, user } });
  });
  const logout = page.waitForRequest('**/api/logout');
  await page.goto('/provider');
  expect((await logout).postDataJSON()).toEqual({ reason: 2 });
  await expect(page.getByText(logoutReasonTexts[2])).toBeVisible();
  await expectAccessible(page, 'session-issue');
});

test('logged out, expired, and logged out due to inactivity', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.goto('/provider/Referrals');
  await page.getByRole('button', { name: /account and settings$/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('You have signed out.')).toBeVisible();
  await expectAccessible(page, 'logged-out');

  const other = await openAs('drpatel');
  await endSession(other);
  await ageToken(other);
  await other.goto('/provider');
  await expect(other.getByText('Your session was ended from another place.')).toBeVisible();
  await expectAccessible(other, 'ended-elsewhere');

  const expired = await openAs('drpatel');
  await forgetToken(expired);
  await ageToken(expired);
  await expired.goto('/provider');
  await expect(expired.getByText('Your session has expired.')).toBeVisible();

  const [idle] = (await openTabs(await openAs('drobrien'), 1)) as [Page];
  await sleep(idle, minutes(120));
  const dialog = idle.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toContainText(logoutReasonTexts[1]);
  await expectAccessible(idle, 'inactivity-over-the-portal');
  await dialog.getByRole('button', { name: 'Leave and start over' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(idle.getByText(logoutReasonTexts[1])).toBeVisible();
});

const signInErrors = {
  denied: 'Sign-in was canceled or refused.',
  state: 'Sign-in took too long or was started in another window.',
  unavailable: "Your organization's sign-in page cannot be reached.",
  not_linked: 'No Careloop account belongs to this sign-in.',
  locked: 'Your Careloop account is not active.',
};

test('a failed single sign-on is explained above the form and removed from the URL', async ({ openAs }) => {
  const page = await openAs(null);
  for (const [code, title] of Object.entries(signInErrors)) {
    await page.goto(`/provider/Referrals?signInError=${code}&status=declined`);
    await expect(page.getByRole('alert')).toContainText(title);
    await expect(page).toHaveURL('/provider/Referrals?status=declined');
  }
  await expectAccessible(page, 'sign-in-error');
});

/** For a page that may redirect before it has loaded. */
const leaving = { waitUntil: 'commit' } as const;

test('with single sign-on the portal redirects at once, and returns to the original page', async ({ openAs }) => {
  const page = await openAs(null);
  await offerSingleSignOnOnly(page);
  // No content, so the browser stays on the page.
  await page.route('**/api/single-sign-on/start*', async (route) => await route.fulfill({ status: 204 }));
  const asked = page.waitForRequest('**/api/single-sign-on/start*');
  await page.goto('/provider/Referrals?status=declined', leaving);
  const { searchParams } = new URL((await asked).url());
  expect(searchParams.get('returnTo')).toBe('/provider/Referrals?status=declined');
  await expect(heading(page, 'Taking you to sign in…')).toBeVisible();
  await expectAccessible(page, 'redirecting');
});

test('with single sign-on a user who just signed out is not signed in again', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await offerSingleSignOnOnly(page);
  await page.goto('/provider');
  await page.getByRole('button', { name: /account and settings$/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const logIn = page.getByRole('link', { name: 'Log in' });
  await expect(logIn).toHaveAttribute('href', '/api/single-sign-on/start?returnTo=%2Fprovider%2F');
  await expectAccessible(page, 'sso-logged-out');
  await page.reload();
  await expect(heading(page, 'You have signed out.')).toBeVisible();

  await page.goto('/provider/?signInError=not_linked');
  await expect(heading(page, signInErrors.not_linked)).toBeVisible();
  await expect(logIn).toBeVisible();
  await expectAccessible(page, 'sso-refused');

  // The requested page is kept after a failed attempt.
  await page.goto('/provider/Referrals?status=declined');
  const start = '/api/single-sign-on/start?returnTo=%2Fprovider%2FReferrals%3Fstatus%3Ddeclined';
  await expect(logIn).toHaveAttribute('href', start);
  await page.goto('/provider?signInError=denied');
  await expect(heading(page, signInErrors.denied)).toBeVisible();
  await expect(logIn).toHaveAttribute('href', start);
});

test('with single sign-on an account without access causes no redirect loop', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await offerSingleSignOnOnly(page);
  let isAsked = false;
  await page.route('**/api/single-sign-on/start*', async (route) => {
    isAsked = true;
    await route.fulfill({ status: 204 });
  });
  await forgetToken(page);
  await page.goto('/provider');
  await expect(heading(page, logoutReasonTexts[2])).toBeVisible();
  await page.reload();
  await expect(heading(page, logoutReasonTexts[2])).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(isAsked).toBe(false);

  await call(page.request, signIn, { username: 'drnguyen', password });
  await forgetToken(page);
  await ageToken(page);
  const asked = page.waitForRequest('**/api/single-sign-on/start*');
  await page.goto('/provider', leaving);
  await asked;
});

test('with single sign-on a session ended elsewhere is not restarted without asking', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await offerSingleSignOnOnly(page);
  await endSession(page);
  await page.goto('/provider');
  await expect(heading(page, 'Your session was ended from another place.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('with single sign-on the input is kept while the user signs in in another tab', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await offerSingleSignOnOnly(page);
  await endedAtWork(page);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByRole('link', { name: 'Log in' })).toHaveAttribute('target', '_blank');
  await expectAccessible(page, 'sso-over-the-portal');

  // As the return from single sign-on does.
  await call(page.request, signIn, { username: 'drnguyen', password });
  await (await page.context().newPage()).goto('/provider');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveValue('Krish');
});

/** Sets an unknown token, like one that expired long ago and was deleted. */
async function forgetToken(page: Page): Promise<void> {
  const token = (await page.context().cookies()).find(({ httpOnly }) => httpOnly);
  await page.context().addCookies([{ ...token!, value: 'x'.repeat(43) }]);
}

/** Sets the browser's data for a token that has ten minutes left. */
async function ageToken(page: Page): Promise<void> {
  const info = (await page.context().cookies()).find(({ name }) => name.endsWith('-info'));
  const value = `${info?.value.split('.')[0] ?? ''}.${Date.now() + 600_000}`;
  await page.context().addCookies([{ ...info!, value }]);
}

/** Ends the session while the user is typing; the realtime channel reports it. */
async function endedAtWork(page: Page): Promise<void> {
  const isConnected = untilConnected(page);
  await page.goto('/provider');
  await page.getByRole('searchbox').fill('Krish');
  await isConnected;
  await endSession(page);
}

/** Responds as a server without password sign-in does. */
async function offerSingleSignOnOnly(page: Page): Promise<void> {
  const options = { productName: 'Careloop', environmentName: null, portalType: 1, singleSignOnLabel: 'Contoso' };
  await page.route(
    '**/api/sign-in-options',
    async (route) => await route.fulfill({ json: { wasSuccessful: true, ...options } }),
  );
}

async function unwatched(browser: Browser, signedIn: Page): Promise<Page> {
  const storageState = await signedIn.context().storageState();
  return await (await browser.newContext({ baseURL: address(), storageState })).newPage();
}
