import { logout, signIn } from '@careloop/contracts/session';
import type { Page, Route } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { countCalls, openTabs, pass, seconds } from '../support/clock.ts';
import { countdown, portal, signInAgain, statusOf, untilAsked } from '../support/sessionDialogs.ts';
import { expect, password, test } from '../support/test.ts';

// A user who is signed out in the browser is also signed out on the server, or is told that this is still pending.

test('"Log out" does not wait for zero', async ({ openAs }) => {
  const tabs = (await openTabs(await openAs('drnguyen'), 3)) as [Page, Page, Page];
  const [tab, ...others] = tabs;
  await untilAsked(tabs);
  await countdown(tab).getByRole('button', { name: 'Log out' }).click();
  await expect(tab.getByText('You have signed out.')).toBeVisible();
  for (const one of others) await expect(one.getByText('You have signed out in another tab.')).toBeVisible();
});

const untold = 'The server will be notified as soon as it can be reached.';
const logoutPath = `**/api${logout.path}`;

test('"Log out" without a connection says what failed, and does it as soon as possible', async ({ openAs }) => {
  const tabs = (await openTabs(await openAs('drnguyen'), 1)) as [Page];
  const [tab] = tabs;
  await untilAsked(tabs);
  await tab.route(logoutPath, async (route) => await route.abort());
  await countdown(tab).getByRole('button', { name: 'Log out' }).click();
  await expect(tab.getByText(untold)).toBeVisible();
  expect(await statusOf(tab)).toBe(200);
  await expectAccessible(tab, 'signed out, but the server does not know');

  await test.step('also after a reload, and before anyone can sign in', async () => {
    await tab.reload();
    await expect(tab.getByText(untold)).toBeVisible();
    expect(await statusOf(tab)).toBe(200);
    await tab.unroute(logoutPath);
    await tab.evaluate(`window.dispatchEvent(new Event('online'))`);
    await expect(tab.getByText(untold)).toHaveCount(0);
    await expect(tab.getByText('You have signed out.')).toBeVisible();
    await expect.poll(() => statusOf(tab)).toBe(401);
  });
});

test('"Logout" without a connection signs out the browser at once, and the server as soon as possible', async ({
  openAs,
}) => {
  const page = await openAs('drobrien');
  await page.goto('/provider/Patients');
  await expect(page.getByRole('heading', { name: 'My Patients' })).toBeVisible();
  await page.getByRole('button', { name: /account and settings$/ }).click();
  await page.route('**/api/**', async (route) => await route.abort());
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText(untold)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My Patients' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await statusOf(page)).toBe(200);
  await page.unroute('**/api/**');
  await page.evaluate(`window.dispatchEvent(new Event('online'))`);
  await expect(page.getByText(untold)).toHaveCount(0);
  await expect.poll(() => statusOf(page)).toBe(401);
});

test('a logout that was not sent when the page was left is sent when it is opened, but never for a new session', async ({
  openAs,
}) => {
  const tabs = (await openTabs(await openAs('drnguyen'), 1)) as [Page];
  const [tab] = tabs;
  await untilAsked(tabs);
  await tab.route(logoutPath, async (route) => await route.abort());
  await countdown(tab).getByRole('button', { name: 'Log out' }).click();
  await expect(tab.getByText(untold)).toBeVisible();
  await tab.goto('about:blank');
  await tab.unroute(logoutPath);
  await tab.goto('/provider');
  await expect(tab.getByText('You have signed out.')).toBeVisible();
  await expect(tab.getByText(untold)).toHaveCount(0);
  await expect.poll(() => statusOf(tab)).toBe(401);

  await tab.evaluate(`localStorage.setItem('careloop-logout-pending', 'yes')`);
  await call(tab.request, signIn, { username: 'drnguyen', password });
  await tab.reload();
  await expect(portal(tab)).toBeVisible();
  expect(await statusOf(tab)).toBe(200);
  expect(await tab.evaluate(`localStorage.getItem('careloop-logout-pending')`)).toBeNull();
});

test('a sign-in waits for the pending logout, whose response deletes cookies', async ({ openAs }) => {
  const tabs = (await openTabs(await openAs('drnguyen'), 1)) as [Page];
  const [tab] = tabs;
  await untilAsked(tabs);
  const held = Promise.withResolvers<Route>();
  await tab.route(logoutPath, (route) => held.resolve(route));
  const signIns = countCalls(tab.context(), signIn.path);
  await pass(tab, seconds(Number.parseInt(await tab.title(), 10) + 1));
  const route = await held.promise;
  await signInAgain(tab).getByRole('textbox', { name: 'Password' }).fill(password);
  const button = signInAgain(tab).getByRole('button', { name: 'Sign in' });
  await button.click();
  await expect(button).toHaveAttribute('data-loading', 'true');
  expect(signIns()).toBe(0);
  await route.continue();
  await expect(portal(tab)).toBeVisible();
  expect(await statusOf(tab)).toBe(200);
});
