import { getDocumentText } from '@careloop/contracts/charts/viewer';
import { chartTexts, listCharts } from '@careloop/contracts/charts';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { logoutReasonTexts, signIn } from '@careloop/contracts/session';
import { listPatients } from '@careloop/contracts/patients';
import { listReferrals } from '@careloop/contracts/referrals';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { hurryTo } from '../support/clock.ts';
import { offerNotifications, startConversation } from '../support/messages.ts';
import { ageSessions, createPerson, takeName } from '../support/people.ts';
import { blockRealtime } from '../support/realtime.ts';
import { portal, signInAgain, statusOf } from '../support/sessionDialogs.ts';
import { expect, staged, test } from '../support/test.ts';

// The frame around every screen when a session is about to end or space is limited.

/** Number of pixels by which the page overflows its width. */
const beyond = `document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth`;
const password = 'a heron in the reeds';

async function openHome(page: Page, username: string): Promise<void> {
  await call(page.request, signIn, { username, password });
  await page.goto('/provider');
  await expect(portal(page)).toBeVisible();
}

test('a long session announces its end, and the user can sign in again in time', async ({ openAs }) => {
  const person = await createPerson('robin.allday', password);
  const page = await openAs(null);
  await openHome(page, person.username);
  await expect(page.getByText('Your session ends in')).toHaveCount(0);
  await ageSessions(person, '11 hours 48 minutes');
  await page.reload();
  await expect(page.getByText('Your session ends in 12 minutes', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a session that is about to end');
  const search = page.getByRole('searchbox', { name: 'Find a patient' });
  await search.fill('Lavoie');

  await test.step('the screen stays', async () => {
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect(signInAgain(page)).toContainText('No session lasts longer than 12 hours.');
    await expect.poll(() => statusOf(page)).toBe(401);
    await signInAgain(page).getByRole('textbox', { name: 'Password' }).fill(password);
    await signInAgain(page).getByRole('button', { name: 'Sign in' }).click();
    await expect(signInAgain(page)).toHaveCount(0);
    await expect(search).toHaveValue('Lavoie');
    await expect(page.getByText('Your session ends in')).toHaveCount(0);
  });
});

test('a session that reaches the maximum length ends and says why', async ({ openAs }) => {
  const person = await createPerson('robin.allnight', password);
  const page = await openAs(null);
  await page.clock.install();
  // The channel is silenced, because it would notice the missing pings while time passes.
  await blockRealtime(page);
  await openHome(page, person.username);
  await ageSessions(person, '11 hours 59 minutes');
  await page.reload();
  await expect(page.getByText('Your session ends in 1 minute', { exact: true })).toBeVisible();
  await ageSessions(person, '12 hours 1 minute');
  await page.clock.runFor(80_000);
  await expect(signInAgain(page)).toContainText('No session lasts longer than 12 hours.');
});

test('a user without a person record is told so once, wherever it is detected', async ({ openAs }) => {
  const person = await createPerson('robin.nobody', password);
  const page = await openAs(null);
  await openHome(page, person.username);
  await takeName(person);
  await page.reload();
  const told = page.getByText(logoutReasonTexts[2]);
  await expect(told).toHaveCount(1);

  await page.getByLabel('Username').fill(person.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  const refused = page.waitForResponse((response) => response.url().includes('/get-context'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect((await refused).status()).toBe(401);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  await expect(told).toHaveCount(1);
  await expect(page.getByText(/The server has indicated/)).toHaveCount(0);
});

test('Home shows no queue alone in its row, and fits a narrow screen', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.goto('/provider');
  const tiles = page.getByRole('region', { name: 'Work queues' }).getByRole('listitem');
  await expect(tiles).toHaveCount(5);
  for (const width of [1920, 1280, 1024, 960, 820, 700, 600]) {
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

test('a sign-in button with a long label fits a narrow screen', async ({ openAs }) => {
  const singleSignOnLabel = 'Sign in with the Contoso Health Network of Central Massachusetts and Rhode Island';
  const options = { productName: 'Careloop', environmentName: null, portalType: 2, singleSignOnLabel };
  const page = await openAs(null);
  const answer = { wasSuccessful: true, ...options };
  await page.route('**/api/sign-in-options', async (route) => await route.fulfill({ json: answer }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/provider');
  const way = page.getByRole('link', { name: singleSignOnLabel });
  await expect(way).toBeVisible();
  await expect.poll(() => page.evaluate(beyond.replaceAll(`'main'`, `'html'`))).toBe(0);
  const label = way.getByText(singleSignOnLabel);
  expect((await label.boundingBox())?.width).toBeLessThan((await way.boundingBox())?.width ?? 0);
  await expectAccessible(page, 'signing in by a long name');
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

test('charts that failed to load are named, with their code and a retry', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  const fails = async (path: string) =>
    await page.route(
      `**/api${path}*`,
      async (route) => await route.fulfill({ status: 500, headers: staged, json: {} }),
    );
  await page.goto('/provider/Patients');
  await page.getByRole('searchbox', { name: 'Search patients' }).fill('Krishnamurthy');
  await page.getByRole('link', { name: /Krishnamurthy/i }).click();
  await expect(page.getByRole('tab', { name: /^Documents/ })).toBeVisible();
  await fails(listCharts.path);
  await page.clock.install();
  await page.getByRole('tab', { name: /^Documents/ }).click();
  const state = page.getByRole('alert').filter({ hasText: chartTexts.listFailed });
  await hurryTo(state);
  await expect(state).toContainText(/Error Code: FE-[0-9a-z]+/);
  await page.unroute(`**/api${listCharts.path}*`);
  await fails(getDocumentText.path.replace(':patientDocumentId', '*'));
  await state.getByRole('button', { name: 'Retry' }).click();
  await page.getByLabel('Search documents').fill('note');
  await page.getByRole('treeitem', { level: 2 }).first().click();
  await hurryTo(page.getByRole('alert').filter({ hasText: chartTexts.failed }));
});

test('a list that failed to load without a connection says just that', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.route(`**/api${getUserConversations.path}*`, async (route) => await route.abort());
  await page.clock.install();
  await page.goto('/provider/Messages');
  const state = page.getByRole('alert').filter({ hasText: 'Error loading conversations.' });
  await hurryTo(state);
  await expect(state).toHaveCount(1);
  await expect(state).toContainText('Connection interrupted');
  await expect(page.getByText(/FE-[0-9a-z]+/)).toBeHidden();
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
  const sender = await openAs('drrosenberg');
  const conversationKey = await startConversation(sender, ['Caldwell'], 'The elevator is working again.');
  for (const width of [390, 800, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
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

test('every screen has exactly one main heading, wide or narrow', async ({ openAs }) => {
  const [page, admin] = [await openAs('coordinator'), await openAs('admin')];
  const { items } = await call(page.request, listPatients, {});
  const [referral] = (await call(page.request, listReferrals, {})).items;
  const { items: conversations } = await call(page.request, getUserConversations, {});
  const places: [Page, string[]][] = [
    [
      page,
      [
        '',
        'Patients',
        'Referrals',
        `Referrals?referralId=${referral?.referralId}`,
        'WorkQueues',
        'Messages',
        `Messages?conversationKey=${conversations[0]?.conversationKey}`,
        `Patient/${items[0]?.patientId}`,
        `Patient/${items[0]?.patientId}?section=documents`,
        'Profile',
        'Sitemap',
        'Unauthorized',
      ],
    ],
    [admin, ['Site', 'Site/Documents', 'Site/SupportRequests']],
  ];
  for (const [who, paths] of places) {
    for (const path of paths) {
      // Opened narrow, where a list selects nothing; widened, it also shows its first item.
      await who.setViewportSize({ width: 390, height: 800 });
      await who.goto(`/provider/${path}`);
      await expect(who.getByRole('main')).toBeVisible();
      for (const width of [390, 1280]) {
        await who.setViewportSize({ width, height: 800 });
        await expect(who.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(who.locator('[data-loading], [aria-busy=true]')).toHaveCount(0);
        await expect(who.getByRole('heading', { level: 1 }), `${path} at ${width}`).toHaveCount(1);
      }
    }
  }
});
