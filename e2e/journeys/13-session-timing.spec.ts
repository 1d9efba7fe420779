import { idleSecondsHeader, logoutReasonTexts, refreshToken, signIn } from '@careloop/contracts/session';
import type { Page } from '@playwright/test';

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
import { countdown, portal, signInAgain, statusOf, untilAsked } from '../support/sessionDialogs.ts';
import { expect, password, test } from '../support/test.ts';

// Time passes on a simulated clock; three tabs share one session.

const unsaved = (tab: Page) =>
  tab.getByRole('dialog', { name: 'Submit a Support Request' }).getByRole('textbox', { name: 'Summary' });
test('a session is refreshed a minute before it expires, once for all tabs', async ({ openAs }) => {
  const first = await openAs('drnguyen');
  await first.context().clock.install();
  // Four minutes are left, regardless of what the page does when it is opened.
  const expiry = await shortenToken(first, minutes(4));
  const refresh = `**/api${refreshToken.path}`;
  await first.context().route(refresh, async (route) => await route.fulfill({ json: { wasSuccessful: true } }));
  let answers = 0;
  first.context().on('requestfinished', (request) => {
    if (request.url().endsWith(refreshToken.path)) answers += 1;
  });
  const tabs = await openTabs(first, 3);
  const [tab] = tabs as [Page];
  await expect.poll(() => answers).toBe(3);
  await tab.context().unroute(refresh);
  const refreshes = countCalls(tab.context(), refreshToken.path);
  await pass(tab, expiry - (await timeIn(tab)) - seconds(70));
  expect(refreshes()).toBe(0);
  const answer = refreshAnswer(tab);
  await pass(tab, seconds(20));
  await answer;
  expect(refreshes()).toBe(1);
  await moveMouse(tab);
  await work(tab, minutes(5));
  expect(refreshes()).toBe(1);
  for (const one of tabs) await expect(portal(one)).toBeVisible();
});

test('it is not refreshed while the user is away, but when they return', async ({ openAs }) => {
  const [tab, other] = (await openTabs(await openAs('drnguyen'), 2)) as [Page, Page];
  const refreshes = countCalls(tab.context(), refreshToken.path);
  await work(tab, minutes(5));
  await pass(tab, minutes(6) + seconds(20));
  expect(refreshes()).toBe(0);
  // Activity in any tab counts.
  const answer = refreshAnswer(tab);
  await moveMouse(other);
  await answer;
  expect(refreshes()).toBe(1);
  await pass(other, minutes(2));
  await moveMouse(other);
  expect(refreshes()).toBe(1);
});

test('a user who leaves late in the life of a token is still asked, and can stay', async ({ openAs }) => {
  const tabs = (await openTabs(await openAs('drnguyen'), 2)) as [Page, Page];
  const [tab, other] = tabs;
  const refreshes = countCalls(tab.context(), refreshToken.path);
  await work(tab, minutes(14));
  expect(refreshes()).toBe(0);
  // With half of its life left, the token is refreshed on activity; one refresh is enough for all tabs.
  await pass(tab, minutes(2));
  const answer = refreshAnswer(tab);
  await moveMouse(tab);
  await answer;
  await work(tab, minutes(8));
  await moveMouse(other);
  expect(refreshes()).toBe(1);
  // The new token has less than ten minutes left from its 20th minute on: twelve minutes after the last movement.
  await pass(tab, minutes(11) + seconds(20));
  for (const one of tabs) await expect(countdown(one)).toHaveCount(0);
  await pass(tab, seconds(75));
  for (const one of tabs) await expect(countdown(one)).toBeVisible();
  await countdown(tab).getByRole('button', { name: 'Stay Logged In' }).click();
  await expect.poll(refreshes).toBe(2);
  for (const one of tabs) await expect(portal(one)).toBeVisible();
});

test('automatic calls report how long the user has been idle in all tabs', async ({ openAs }) => {
  const [tab, other] = (await openTabs(await openAs('drnguyen'), 2)) as [Page, Page];
  await moveMouse(tab);
  await pass(tab, minutes(4));
  const idle = async (one: Page) => {
    const request = one.waitForRequest((made) => made.headers()[idleSecondsHeader] !== undefined);
    await comeBack(one);
    return Number((await request).headers()[idleSecondsHeader]);
  };
  expect(await idle(other)).toBeGreaterThan(235);
  await moveMouse(tab);
  await pass(other, minutes(1));
  const afterMove = await idle(other);
  expect(afterMove).toBeGreaterThan(55);
  expect(afterMove).toBeLessThan(120);
});

test('after twelve idle minutes a dialog asks in every tab; one answer is enough', async ({ openAs }) => {
  const tabs = (await openTabs(await openAs('drnguyen'), 3)) as [Page, Page, Page];
  const [tab, other] = tabs;
  const title = await tab.title();
  const refreshes = countCalls(tab.context(), refreshToken.path);
  await work(tab, minutes(10));
  await pass(tab, minutes(11) + seconds(20));
  for (const one of tabs) await expect(countdown(one)).toHaveCount(0);
  await pass(tab, seconds(75));
  for (const one of tabs) await expect(countdown(one)).toBeVisible();

  await test.step('the title counts down too', async () => {
    const left = async () => Number.parseInt(await tab.title(), 10);
    const before = await left();
    expect(before).toBeGreaterThan(15);
    await pass(tab, seconds(10));
    await expect.poll(left).toBeLessThanOrEqual(before - 10);
    await expect.poll(async () => (await countdown(tab).innerText()).includes(` ${await left()} seconds`)).toBe(true);
  });
  await expectAccessible(tab, 'auto-logout dialog');

  await test.step('the last seconds are readable, too', async () => {
    await pass(tab, seconds(Number.parseInt(await tab.title(), 10) - 8));
    await expect(countdown(tab)).toContainText('8 seconds');
    await expectAccessible(tab, 'auto-logout-last-seconds');
  });

  await test.step('moving the mouse does not count as an answer', async () => {
    await moveMouse(other);
    await expect(countdown(other)).toBeVisible();
    expect(refreshes()).toBe(0);
  });

  await expect(countdown(other).getByRole('button', { name: 'Stay Logged In' })).toBeFocused();
  await other.keyboard.press('Enter');
  for (const one of tabs) {
    await expect(countdown(one)).toHaveCount(0);
    await expect(one).toHaveTitle(title);
  }
  await expect.poll(refreshes).toBe(1);
});

test('without an answer all tabs are logged out, and one sign-in restores all of them', async ({ openAs }) => {
  const tabs = (await openTabs(await openAs('drnguyen'), 3)) as [Page, Page, Page];
  const [tab, other] = tabs;
  await untilAsked(tabs);
  await pass(tab, seconds(61));
  for (const one of tabs) {
    await expect(signInAgain(one)).toContainText(logoutReasonTexts[1]);
    await expect(countdown(one)).toHaveCount(0);
    await expect(one).not.toHaveTitle(/until you are logged out/);
  }
  await expect.poll(() => statusOf(tab)).toBe(401);

  await test.step('the reason is still shown after a reload', async () => {
    await tab.reload();
    await expect(tab.getByText(logoutReasonTexts[1])).toBeVisible();
    await expectAccessible(tab, 'logged out due to inactivity');
  });

  await signInAgain(other).getByRole('textbox', { name: 'Password' }).fill(password);
  await signInAgain(other).getByRole('button', { name: 'Sign in' }).click();
  for (const one of tabs) {
    await expect(portal(one)).toBeVisible();
    await expect(signInAgain(one)).toHaveCount(0);
  }
});

test('a session that another tab refreshed continues at zero', async ({ openAs }) => {
  const tabs = (await openTabs(await openAs('drnguyen'), 3)) as [Page, Page, Page];
  const [tab] = tabs;
  await untilAsked(tabs);
  await call(tab.request, refreshToken, {});
  // The cookie as it would be if the server's clock had been advanced as well.
  await shortenToken(tab, minutes(29));
  await pass(tab, seconds(61));
  for (const one of tabs) {
    await expect(countdown(one)).toHaveCount(0);
    await expect(portal(one)).toBeVisible();
    await expect(signInAgain(one)).toHaveCount(0);
  }
});

test('a computer that slept wakes up logged out', async ({ openAs }) => {
  const tabs = (await openTabs(await openAs('drnguyen'), 2)) as [Page, Page];
  await sleep(tabs[0], minutes(180));
  for (const one of tabs) await expect(signInAgain(one)).toContainText(logoutReasonTexts[1]);
});

test('changes of the session in one tab apply to all tabs', async ({ openAs }) => {
  const tabs = (await openTabs(await openAs('drnguyen'), 3)) as [Page, Page, Page];
  const [tab, other, third] = tabs;
  await third.getByRole('button', { name: 'Help', exact: true }).click();
  await third.getByRole('menuitem', { name: 'Submit a Support Request' }).click();
  await unsaved(third).fill('Not saved yet');
  await tab.getByRole('button', { name: /account and settings$/ }).click();
  await tab.getByRole('menuitem', { name: 'Logout' }).click();
  await test.step('nothing stays readable, and only unsaved input is kept', async () => {
    await expect(other.getByText('You have signed out in another tab.')).toBeVisible();
    await expect(portal(other)).toHaveCount(0);
    await expect(signInAgain(third)).toContainText('signed out in another tab');
    await expect(portal(third)).toBeHidden();
  });

  await test.step('the same user continues in every tab', async () => {
    await fillIn(tab, 'drnguyen');
    for (const one of [tab, other]) await expect(portal(one)).toHaveText(/Linh$/);
    for (const one of tabs) await expect(signInAgain(one)).toHaveCount(0);
    await expect(unsaved(third)).toHaveValue('Not saved yet');
    await third.goto('/provider');
    await expect(portal(third)).toHaveText(/Linh$/);
  });

  await test.step('another user gets fresh pages', async () => {
    await tab.getByRole('button', { name: /account and settings$/ }).click();
    await tab.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(third.getByText('You have signed out in another tab.')).toBeVisible();
    await fillIn(tab, 'drpatel');
    for (const one of tabs) await expect(one.getByRole('button', { name: /Patel: account/ })).toBeVisible();
    for (const one of tabs) await expect(signInAgain(one)).toHaveCount(0);
  });
});

test('a tab that becomes active shows the current state of the session', async ({ openAs }) => {
  const [page] = (await openTabs(await openAs('drnguyen'), 1)) as [Page];
  await page.context().clearCookies();
  await comeBack(page);
  await expect(signInAgain(page)).toContainText('Your session has expired.');

  await call(page.request, signIn, { username: 'drnguyen', password });
  await comeBack(page);
  await expect(signInAgain(page)).toHaveCount(0);
  await expect(portal(page)).toHaveText(/Linh$/);

  await call(page.request, signIn, { username: 'drpatel', password });
  // The screen belonged to the first user; the second one gets a new page.
  await comeBack(page);
  await expect(page.getByRole('button', { name: /Patel: account/ })).toBeVisible();
});

/** Waits for the response to the next refresh. No time may pass before that, or the call would time out. */
async function refreshAnswer(tab: Page): Promise<void> {
  const response = await tab.context().waitForEvent('response', (one) => one.url().endsWith(refreshToken.path));
  await response.finished();
  // The page has processed it, too.
  await tab.evaluate(`navigator.locks.request('careloop-refresh', () => undefined)`);
}

/** Sets the remaining life of the token as the tabs see it; returns the time of expiry. */
async function shortenToken(tab: Page, time: number): Promise<number> {
  const context = tab.context();
  const info = (await context.cookies()).find(({ name }) => name.endsWith('-info'));
  const expiry = (await timeIn(tab)) + time;
  await context.addCookies([{ ...info!, value: `${info?.value.split('.')[0] ?? ''}.${expiry}` }]);
  return expiry;
}

async function fillIn(tab: Page, username: string): Promise<void> {
  await tab.getByLabel('Username').fill(username);
  await tab.getByRole('textbox', { name: 'Password' }).fill(password);
  await tab.getByRole('button', { name: 'Sign in' }).click();
}
