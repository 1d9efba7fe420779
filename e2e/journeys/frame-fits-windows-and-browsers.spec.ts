import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { signIn } from '@careloop/contracts/session';
import { devices, type Locator } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { address } from '../support/address.ts';
import { call } from '../support/api.ts';
import { hurryTo } from '../support/clock.ts';
import { offerNotifications } from '../support/messages.ts';
import { ageSessions, createPerson } from '../support/people.ts';
import { signInAgain, statusOf } from '../support/sessionDialogs.ts';
import { expect, staged, test } from '../support/test.ts';

// The frame around every screen when a session is about to end, space is limited or the browser is too small or old.

/** Number of pixels by which the page overflows its width. */
const beyond = `document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth`;
const password = 'a heron in the reeds';
const mobileNotice =
  "We're sorry. Our mobile site is currently under construction. Please login via a desktop device to access the application.";

test('a long session announces its end, and the user can sign in again in time', async ({ openAs }) => {
  const person = await createPerson('robin.allday', password);
  const page = await openAs(null);
  await call(page.request, signIn, { username: person.username, password });
  await ageSessions(person, '11 hours 48 minutes');
  await page.goto('/provider');
  await expect(page.getByText('Your session ends in 12 minutes', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a session that is about to end');
  const search = page.getByRole('searchbox', { name: 'Find a patient' });
  await search.fill('Lavoie');

  // The screen stays.
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect(signInAgain(page)).toContainText('No session lasts longer than 12 hours.');
  await expect.poll(() => statusOf(page)).toBe(401);
  await signInAgain(page).getByRole('textbox', { name: 'Password' }).fill(password);
  await signInAgain(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(signInAgain(page)).toHaveCount(0);
  await expect(search).toHaveValue('Lavoie');
  await expect(page.getByText('Your session ends in')).toHaveCount(0);
});

test('Home shows no queue alone in its row, and fits a narrow screen', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.goto('/provider');
  const tiles = page.getByRole('region', { name: 'Work queues' }).getByRole('listitem');
  await expect(tiles).toHaveCount(5);
  for (const width of [1920, 1280, 960, 700, 600]) {
    await setWidth(width);
    await expect.poll(async () => Math.min(...(await tilesPerRow())), `at ${width} px`).toBeGreaterThan(1);
  }
  await setWidth(390);
  await expect.poll(() => page.evaluate(beyond)).toBe(0);
  // In two columns, the last of five spans both.
  const widths = await Promise.all((await tiles.all()).map(async (tile) => (await tile.boundingBox())?.width ?? 0));
  expect(widths.at(-1)).toBeGreaterThan((widths[0] ?? 0) * 2);

  async function setWidth(width: number): Promise<void> {
    await page.setViewportSize({ width, height: 720 });
    await expect.poll(() => page.evaluate('innerWidth')).toBe(width);
  }
  async function tilesPerRow(): Promise<number[]> {
    const boxes = await Promise.all((await tiles.all()).map((tile) => tile.boundingBox()));
    const tops = boxes.map((box) => Math.round(box?.y ?? 0));
    return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
  }
});

test('the labels of the navigation do not touch its edges', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/WorkQueues');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  for (const name of ['Work Queues', 'Consultations']) {
    const link = links.filter({ has: page.getByText(name, { exact: true }) });
    const [place, label] = await Promise.all([link.boundingBox(), link.getByText(name, { exact: true }).boundingBox()]);
    expect((place?.width ?? 0) - (label?.width ?? 0), name).toBeGreaterThanOrEqual(6);
  }
});

test('a list that failed to load says so once, and support gets its code', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  const list = `**/api${getUserConversations.path}*`;
  await page.route(list, async (route) => await route.fulfill({ status: 500, headers: staged, json: {} }));
  await page.clock.install();
  await page.goto('/provider/Messages');
  const toast = page.getByRole('alert').filter({ hasText: 'Error loading conversations.' });
  await hurryTo(toast);
  await expect(toast).toHaveCount(1);
  await expect(toast).toContainText(/Error Code: FE-[0-9a-z]+/);
  const code = /FE-[0-9a-z]+/.exec(await toast.innerText())?.[0] ?? '';
  await toast.getByRole('button', { name: 'Submit a Support Request' }).click();
  await expect(page.getByRole('textbox', { name: 'Error Code(s)' })).toHaveValue(code);
});

/** Vertical overlap of two boxes in pixels; 0 if they do not overlap. */
async function overlap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) return Number.NaN;
  const isBeside = a.x >= b.x + b.width || b.x >= a.x + a.width;
  return isBeside ? 0 : Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
}

test('a toast covers neither the input field nor the end of the list', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await offerNotifications(page);
  const { items } = await call(page.request, getUserConversations, {});
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/provider/Messages?conversationKey=${items[0]?.conversationKey}`);
    const messages = page.getByRole('region', { name: 'Messages of the conversation' });
    await expect(messages.getByRole('listitem').last()).toBeVisible();
    const reply = page.getByRole('form', { name: 'Reply' });
    await expect(reply).toBeVisible();
    await messages.click({ position: { x: 4, y: 4 } });
    await page.keyboard.press('u');
    const toast = page.getByRole('status').filter({ hasText: 'Marked unread' });
    await expect(toast).toBeVisible();
    const covered = [reply];
    if (width > 1000) covered.push(page.getByRole('switch', { name: 'Notify me on this device' }));
    for (const place of covered) await expect.poll(() => overlap(toast, place)).toBe(0);
  }
});

test('on a phone the portal says that it is made for desktops, and lets the user continue', async ({
  browser,
  product: _product,
}) => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
  const context = await browser.newContext({ ...phone, baseURL: address() });
  const page = await context.newPage();
  await page.goto('/provider/Patients');
  await expect(page.getByText(mobileNotice)).toBeVisible();
  await expectAccessible(page, 'mobile notice');
  await page.getByRole('button', { name: 'Continue anyway' }).tap();
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
  await expect(page.getByText(mobileNotice)).toHaveCount(0);

  // A link in an email may be opened on a phone.
  await page.evaluate('sessionStorage.clear()');
  await page.goto('/provider/ResetPassword#token');
  await expect(page.getByRole('textbox', { name: 'New password' })).toBeVisible();
  await context.close();
});

test('a browser that is too old gets a message, even without modern features', async ({ openAs }) => {
  const page = await openAs(null);
  await page.addInitScript(`CSS.supports = () => false`);
  await page.goto('/provider');
  await expect(page.getByRole('heading', { name: 'This version of your browser is not supported.' })).toBeVisible();
  await expect(page.getByText('Mozilla Firefox')).toBeVisible();
});
