import { logout, signIn } from '@careloop/contracts/session';
import type { Route } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { countCalls } from '../support/clock.ts';
import { findPatient, nameOf, sendReferral } from '../support/organization.ts';
import { portal, statusOf } from '../support/sessionDialogs.ts';
import { expect, password, test } from '../support/test.ts';

test('Ctrl-K finds a patient, a screen and an action, using only the keyboard', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Mohamed');
  await page.goto('/provider/Referrals');
  await expect(page.getByRole('listbox', { name: 'Referrals' })).toBeVisible();

  const palette = page.getByRole('dialog', { name: 'Go to or do' });
  const search = palette.getByLabel('Search patients, screens and actions');
  const isSelected = (name: string | RegExp) =>
    expect(palette.getByRole('option', { name })).toHaveAttribute('data-combobox-selected', 'true');
  // Text typed while the code of the palette loads appears in it.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Moha');
  await expect(search).toBeFocused();
  await page.keyboard.type('med');
  await expect(search).toHaveValue('Mohamed');
  await isSelected(nameOf(patient));
  await expectAccessible(page, 'palette with a patient');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/provider/Patient/${patient.patientId}`);
  await expect(palette).toBeHidden();

  await expect(page.getByRole('button', { name: 'New referral' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await search.fill('new referral');
  await isSelected(/^New referral/);
  await page.keyboard.press('Enter');
  const wizard = page.getByRole('dialog', { name: 'Request Patient Referral' });
  await expect(wizard).toBeVisible();
  // Over a dialog it would navigate away from unsaved input.
  await page.keyboard.press('Control+k');
  await expect(palette).toBeHidden();
  await wizard.getByRole('button', { name: 'Close' }).click();
  await expect(wizard).toBeHidden();

  await page.keyboard.press('Control+k');
  await search.fill('zzzzzz');
  await expect(palette.getByText('No results found')).toBeVisible();
  await isSelected(/^Search beyond my list/);
  await search.fill('work q');
  await isSelected(/^Work Queues/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/provider\/WorkQueues/);
  await expect(palette).toBeHidden();
});

test('the sitemap lists only what the user may open, and other URLs lead Home', async ({ openAs }) => {
  const page = await openAs('outsider');
  await page.goto('/provider/Nowhere/at/all');
  await expect(page).toHaveURL(/\/provider\/?$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sitemap' }).click();
  await expect(page).toHaveTitle('Careloop | Sitemap');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /^My Patients/ })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Administration' })).toBeHidden();
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect(documents.getByRole('link')).toHaveText([/^Release notes/, /^Privacy policy/, /^Terms of use/]);
  await expectAccessible(page, 'sitemap');
  // Letters of other languages are displayed in the same font.
  const ranges = await page.evaluate<string[]>(
    `document.fonts.load("16px 'Inter Variable'", 'Łukasz').then((faces) => faces.map((face) => face.unicodeRange))`,
  );
  expect(ranges).toContainEqual(expect.stringContaining('U+100-'));

  await page.goto('/provider/Site');
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await expectAccessible(page, 'permission denied');
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL(/\/provider\/?$/);
});

test('acting for someone shows their name and their data until it ends', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const { patient } = await sendReferral(sender, {
    patient: 'Papadopoulos',
    to: 'Patel',
    for: 'Washington',
    reason: 'Palpitations on exertion.',
  });
  const office = await openAs('office');
  await office.goto('/provider/Sitemap');
  const menu = office.getByRole('button', { name: /account and settings/ });
  await menu.click();
  await office.getByRole('menuitemradio', { name: 'Anjali Patel' }).click();
  await expect(menu).toContainText('as Anjali Patel');
  await expect(office).toHaveURL(/onBehalfOfUserId=\d+/);
  await expectAccessible(office, 'working as somebody');

  // It stays active on other screens.
  await office
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Work Queues/ })
    .click();
  await expect(office).toHaveURL(/WorkQueues\?.*onBehalfOfUserId=\d+/);
  await expect(office.getByRole('option', { name: nameOf(patient) }).first()).toBeVisible();
  await menu.click();
  await office.getByRole('menuitemradio', { name: 'Myself' }).click();
  await expect(menu).not.toContainText('as Anjali');
  await expect(office).not.toHaveURL(/onBehalfOfUserId/);

  // A person the user may not act for is ignored.
  await office.goto('/provider/?onBehalfOfUserId=1');
  await expect(office.getByText('You are working as yourself again')).toBeVisible();
  await expect(office).not.toHaveURL(/onBehalfOfUserId/);
});

test('"Logout" without a connection signs out the browser at once, and the server before the next sign-in', async ({
  openAs,
}) => {
  const page = await openAs('drobrien');
  await page.goto('/provider/Patients');
  await expect(page.getByRole('heading', { name: 'My Patients' })).toBeVisible();
  await page.getByRole('button', { name: /account and settings$/ }).click();
  const logoutPath = `**/api${logout.path}`;
  await page.route(logoutPath, async (route) => await route.abort());
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const pending = page.getByText('The server will be notified as soon as it can be reached.');
  await expect(pending).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My Patients' })).toHaveCount(0);
  await expectAccessible(page, 'signed out, but the server does not know');
  await page.reload();
  await expect(pending).toBeVisible();
  expect(await statusOf(page)).toBe(200);

  // Its response deletes cookies, so a sign-in waits for it.
  const held = Promise.withResolvers<Route>();
  await page.unroute(logoutPath);
  await page.route(logoutPath, (route) => held.resolve(route));
  await page.evaluate(`window.dispatchEvent(new Event('online'))`);
  const call = await held.promise;
  const signIns = countCalls(page.context(), signIn.path);
  await page.getByRole('textbox', { name: 'Username' }).fill('drobrien');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await button.click();
  await expect(button).toHaveAttribute('data-loading', 'true');
  expect(signIns()).toBe(0);
  const ended = page.waitForResponse(logoutPath);
  await call.continue();
  expect((await ended).ok()).toBe(true);
  await expect(portal(page)).toBeVisible();

  // A logout that was stored for an earlier session does not end this one.
  await page.evaluate(`localStorage.setItem('careloop-logout-pending', 'yes')`);
  await page.reload();
  await expect(portal(page)).toBeVisible();
  await expect.poll(() => page.evaluate(`localStorage.getItem('careloop-logout-pending')`)).toBeNull();
  expect(await statusOf(page)).toBe(200);
});
