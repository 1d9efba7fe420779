import { listReferrals } from '@careloop/contracts/referrals';
import { idleSecondsHeader, logoutReasonTexts, refreshToken } from '@careloop/contracts/session';
import type { Locator, Page, Route } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import {
  comeBack,
  countCalls,
  minutes,
  moveMouse,
  openTabs,
  pass,
  seconds,
  sleep,
  timeIn,
  work,
} from '../support/clock.ts';
import { findPatient } from '../support/organization.ts';
import { blockRealtime } from '../support/realtime.ts';
import { countdown, portal, signInAgain, statusOf, untilAsked, watchForNewToken } from '../support/sessionDialogs.ts';
import { endSession } from '../support/sessions.ts';
import { expect, password, staged, test, type Username } from '../support/test.ts';
import { chooseProvider, chooseReferrer, goToStep, openWizard } from '../support/wizard.ts';

test('a server that cannot open the portal says why, and what to do', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const refuse = async (route: Route, status: number, code: string) =>
    await route.fulfill({
      status,
      headers: staged,
      json: { wasSuccessful: false, code, validationErrors: {}, reference: 'E-4711' },
    });
  await page.clock.install();
  await page.route('**/api/**', async (route) => await route.abort());
  await page.goto('/provider/Referrals');
  await expect(heading('Connection interrupted')).toBeVisible();
  await expectAccessible(page, 'interrupted');

  // Every call is held, not only the first: the portal also retries by itself, and may do so right before the click.
  const isBack = Promise.withResolvers<void>();
  await page.route('**/api/healthcheck/api', async (route) => {
    await isBack.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect(heading('Re-establishing connection...')).toBeVisible();

  await page.unroute('**/api/**');
  const isAnswered = Promise.withResolvers<void>();
  let answer = async (route: Route): Promise<void> => {
    await isAnswered.promise;
    await refuse(route, 500, 'internal');
  };
  await page.route('**/api/get-context*', (route) => answer(route));
  isBack.resolve();
  await expect(heading('Loading your session...')).toBeVisible();
  // Fast-forwards to the button that appears after some seconds.
  await page.evaluate(`
    for (const one of document.getAnimations()) if (one.effect.getComputedTiming().delay > 0) one.finish();
  `);
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();

  isAnswered.resolve();
  await expect(heading('Error!')).toBeVisible();
  await expect(page.getByText('Error Code: E-4711')).toBeVisible();
  await expectAccessible(page, 'error');
  // It is soon retried automatically.
  answer = async (route) => await route.continue();
  await page.clock.runFor(seconds(5));
  await expect(heading('Referrals')).toBeVisible();

  answer = async (route) => await refuse(route, 403, 'forbidden');
  await page.reload();
  await expect(heading('You cannot use this portal')).toBeVisible();
  await page.getByRole('button', { name: 'Log in as somebody else' }).click();
  await expect(page.getByText('You have signed out.')).toBeVisible();
  await expect.poll(() => statusOf(page)).toBe(401);
});

const reason = 'Short of breath on the stairs since Thanksgiving.';

test('a user who signs in again finds their input and sends it', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Krishnamurthy');
  const wizard = await writeHalfReferral(page, patientId);
  await endSession(page);
  await runIntoTheEnd(page, wizard);
  await test.step('nobody else can read the page or its dialogs in the meantime', async () => {
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.getByText('Krishnamurthy').filter({ visible: true })).toHaveCount(0);
    await expect(page.locator('#root')).toBeHidden();
    await expect(page.locator('#root')).toHaveAttribute('aria-hidden', 'true');
  });
  await expect(signInAgain(page).getByLabel('Username')).toHaveValue('coordinator');
  await expect(signInAgain(page).getByRole('textbox', { name: 'Password' })).toBeFocused();
  await expectAccessible(page, 'sign in again');
  await signInAs(signInAgain(page), 'coordinator');
  await expect(signInAgain(page)).toBeHidden();

  if (await wizard.getByRole('heading', { name: 'Step 2 of 5' }).isVisible()) await goToStep(wizard, 3);
  await goToStep(wizard, 4);
  await goToStep(wizard, 5);
  for (const text of ['Patel, Anjali, MD', 'Nguyen, Linh', reason]) {
    await expect(wizard.getByText(text)).toBeVisible();
  }
  await wizard.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Referral sent')).toBeVisible();
  const { items } = await call(page.request, listReferrals, { patientId });
  expect(items.filter(({ referralReason }) => referralReason === reason)).toHaveLength(1);
});

test('another user who signs in sees none of it', async ({ openAs }) => {
  const page = await openAs('coordinator');
  // A patient both users can see.
  const { patientId } = await findPatient(page, 'Lavoie');
  const wizard = await writeHalfReferral(page, patientId);
  await endSession(page);
  await runIntoTheEnd(page, wizard);
  await signInAs(signInAgain(page), 'drpatel');
  await expect(page.getByRole('button', { name: /Patel: account and settings$/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(reason)).toHaveCount(0);
  await expect(page).toHaveTitle('Careloop | Home');

  await page.goto(`/provider/Patient/${patientId}`);
  await page.getByRole('button', { name: 'New referral' }).click();
  await expect(wizard.getByRole('heading', { name: 'Step 1 of 5' })).toBeVisible();
  await expect(wizard.getByRole('searchbox', { name: 'Provider name' })).toHaveValue('');
  await expect(wizard.getByRole('button', { name: 'Change provider' })).toHaveCount(0);
});

/** Steps 1 and 2 of a referral that is not sent yet. */
async function writeHalfReferral(page: Page, patientId: number): Promise<Locator> {
  // So that only the user’s own work meets the ended session.
  await blockRealtime(page);
  const wizard = await openWizard(page, patientId);
  await chooseReferrer(wizard, 'Nguyen, Linh');
  await chooseProvider(wizard, 'Patel, Anjali');
  await goToStep(wizard, 2);
  await wizard.getByLabel('Referral reason').fill(reason);
  await wizard.getByRole('radio', { name: 'Routine, 30 days' }).click();
  return wizard;
}

/** Goes to step 3, which saves the draft; without a session the server refuses to save it. */
async function runIntoTheEnd(page: Page, wizard: Locator): Promise<void> {
  // The automatic save may already have detected the ended session.
  await wizard
    .getByRole('button', { name: 'Next' })
    .click({ timeout: 5000 })
    .catch(() => undefined);
  await expect(signInAgain(page).getByText('Your session was ended from another place.')).toBeVisible();
}

async function signInAs(within: Page | Locator, username: Username): Promise<void> {
  await within.getByLabel('Username').fill(username);
  await within.getByRole('textbox', { name: 'Password' }).fill(password);
  await within.getByRole('button', { name: 'Sign in' }).click();
}

// From here on, time passes on a simulated clock, and two tabs share one session.

test('a session is refreshed a minute before it expires, once for all tabs', async ({ openAs }) => {
  const first = await openAs('drnguyen');
  await first.context().clock.install();
  // Four minutes are left, regardless of what the page does when it is opened.
  const expiry = await setTokenLife(first, minutes(4));
  const refresh = `**/api${refreshToken.path}`;
  await first.context().route(refresh, async (route) => await route.fulfill({ json: { wasSuccessful: true } }));
  let answers = 0;
  first.context().on('requestfinished', (request) => {
    if (request.url().endsWith(refreshToken.path)) answers += 1;
  });
  const tabs = await openTabs(first, 2);
  const [tab] = tabs as [Page];
  await expect.poll(() => answers).toBe(2);
  await tab.context().unroute(refresh);
  const refreshes = countCalls(tab.context(), refreshToken.path);
  await pass(tab, expiry - (await timeIn(tab)) - seconds(70));
  expect(refreshes()).toBe(0);
  const response = tab.context().waitForEvent('response', (one) => one.url().endsWith(refreshToken.path));
  await pass(tab, seconds(20));
  await (await response).finished();
  await moveMouse(tab);
  await work(tab, minutes(5));
  expect(refreshes()).toBe(1);
  for (const one of tabs) await expect(portal(one)).toBeVisible();
});

test('an idle user is asked in every tab; one answer is enough, and without one all are logged out', async ({
  openAs,
}) => {
  const tabs = (await openTabs(await openAs('drnguyen'), 2)) as [Page, Page];
  const [tab, other] = tabs;
  const title = await tab.title();
  const refreshes = countCalls(tab.context(), refreshToken.path);
  await work(tab, minutes(10));
  await pass(tab, minutes(11) + seconds(20));
  for (const one of tabs) await expect(countdown(one)).toHaveCount(0);
  await test.step('automatic calls report how long the user has been idle in all tabs', async () => {
    const request = other.waitForRequest((made) => made.headers()[idleSecondsHeader] !== undefined);
    await comeBack(other);
    expect(Number((await request).headers()[idleSecondsHeader])).toBeGreaterThan(675);
  });
  // In two steps, as in `untilAsked`.
  await pass(tab, seconds(35));
  await pass(tab, seconds(40));
  for (const one of tabs) await expect(countdown(one)).toBeVisible();

  await test.step('the title counts down too', async () => {
    await pass(tab, seconds(Number.parseInt(await tab.title(), 10) - 8));
    await expect(countdown(tab)).toContainText('8 seconds');
    await expect(tab).toHaveTitle(/^8 /);
    await expectAccessible(tab, 'auto-logout dialog in its last seconds');
  });
  await test.step('moving the mouse does not count as an answer', async () => {
    await moveMouse(other);
    await expect(countdown(other)).toBeVisible();
    expect(refreshes()).toBe(0);
  });
  await expect(countdown(other).getByRole('button', { name: 'Stay Logged In' })).toBeFocused();
  const newToken = await watchForNewToken(tab);
  await other.keyboard.press('Enter');
  for (const one of tabs) {
    await expect(countdown(one)).toHaveCount(0);
    await expect(one).toHaveTitle(title);
  }
  await newToken();
  expect(refreshes()).toBe(1);

  await test.step('without an answer both tabs are logged out, and one sign-in restores both', async () => {
    await untilAsked(tabs);
    await pass(tab, seconds(61));
    for (const one of tabs) {
      await expect(signInAgain(one)).toContainText(logoutReasonTexts[1]);
      await expect(countdown(one)).toHaveCount(0);
      await expect(one).not.toHaveTitle(/until you are logged out/);
    }
    await expect.poll(() => statusOf(tab)).toBe(401);
    await signInAgain(tab).getByRole('button', { name: 'Leave and start over' }).click();
    await expect(signInAgain(tab)).toHaveCount(0);
    await expect(tab.getByText(logoutReasonTexts[1])).toBeVisible();
    await signInAs(signInAgain(other), 'drnguyen');
    for (const one of tabs) {
      await expect(portal(one)).toBeVisible();
      await expect(signInAgain(one)).toHaveCount(0);
    }
  });
  await test.step('a computer that slept wakes up logged out', async () => {
    await sleep(tab, minutes(180));
    for (const one of tabs) await expect(signInAgain(one)).toContainText(logoutReasonTexts[1]);
    await signInAs(signInAgain(other), 'drnguyen');
    for (const one of tabs) await expect(signInAgain(one)).toHaveCount(0);
  });
  await test.step('"Log out" does not wait for zero', async () => {
    await untilAsked(tabs);
    await countdown(tab).getByRole('button', { name: 'Log out' }).click();
    await expect(tab.getByText('You have signed out.')).toBeVisible();
    await expect(other.getByText('You have signed out in another tab.')).toBeVisible();
  });
});

test('signing out and in applies to all tabs', async ({ openAs }) => {
  const tabs = (await openTabs(await openAs('drnguyen'), 2)) as [Page, Page];
  const [tab, other] = tabs;
  const unsaved = other.getByRole('dialog', { name: 'Submit a Support Request' }).getByLabel('Summary');
  const signOut = async () => {
    await tab.getByRole('button', { name: /account and settings$/ }).click();
    await tab.getByRole('menuitem', { name: 'Logout' }).click();
  };
  await signOut();
  // Nothing stays readable.
  await expect(other.getByText('You have signed out in another tab.')).toBeVisible();
  await expect(portal(other)).toHaveCount(0);
  await signInAs(tab, 'drnguyen');
  for (const one of tabs) await expect(portal(one)).toHaveText(/Linh$/);

  await test.step('unsaved input is kept for the same user', async () => {
    await other.getByRole('button', { name: 'Help', exact: true }).click();
    await other.getByRole('menuitem', { name: 'Submit a Support Request' }).click();
    await unsaved.fill('Not saved yet');
    await signOut();
    await expect(signInAgain(other)).toContainText('signed out in another tab');
    await expect(portal(other)).toBeHidden();
    await signInAs(tab, 'drnguyen');
    await expect(signInAgain(other)).toHaveCount(0);
    await expect(unsaved).toHaveValue('Not saved yet');
  });
  await test.step('another user gets fresh pages', async () => {
    await signOut();
    await expect(signInAgain(other)).toBeVisible();
    await signInAs(tab, 'drpatel');
    for (const one of tabs) await expect(one.getByRole('button', { name: /Patel: account/ })).toBeVisible();
    await expect(signInAgain(other)).toHaveCount(0);
    await expect(unsaved).toHaveCount(0);
  });
  await test.step('a tab that becomes active notices that the session is gone', async () => {
    await tab.context().clearCookies();
    await comeBack(other);
    await expect(signInAgain(other)).toContainText('Your session has expired.');
  });
});

/** Sets the remaining life of the token as the tabs see it; returns the time of expiry. */
async function setTokenLife(tab: Page, time: number): Promise<number> {
  const context = tab.context();
  const info = (await context.cookies()).find(({ name }) => name.endsWith('-info'));
  const expiry = (await timeIn(tab)) + time;
  await context.addCookies([{ ...info!, value: `${info?.value.split('.')[0] ?? ''}.${expiry}` }]);
  return expiry;
}
