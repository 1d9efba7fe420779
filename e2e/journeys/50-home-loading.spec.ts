import { getDashboard } from '@careloop/contracts/dashboard';

import { expect, password, test } from '../support/test.ts';

import type { Page, Request } from '@playwright/test';

/** What is asked for until Home is there and the channel is open. */
async function requestsOf(page: Page, act: () => Promise<unknown>): Promise<Request[]> {
  const asked: Request[] = [];
  const note = (request: Request) => void asked.push(request);
  const channel = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  page.on('request', note);
  await act();
  const latest = page.getByRole('main').getByRole('region', { name: 'Latest referrals' });
  await expect(latest.getByRole('listitem').first()).toBeVisible();
  await channel;
  // Whatever the open channel has read again is asked for before this.
  await page.evaluate(async () => await fetch('/api/healthcheck/api'));
  page.off('request', note);
  return asked.slice(0, -1);
}

/** Of all answers, as they came over the network. */
async function kilobytesOf(requests: readonly Request[]): Promise<number> {
  const http = requests.filter((request) => request.url().startsWith('http'));
  const answers = await Promise.all(http.map(async (request) => await request.response()));
  // A request that was canceled has none.
  const answered = answers.filter((answer) => answer !== null).map((answer) => answer.request());
  const sizes = await Promise.all(answered.map(async (request) => await request.sizes()));
  const bytes = sizes.map(({ responseHeadersSize, responseBodySize }) => responseHeadersSize + responseBodySize);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

test('signing in reaches Home with few requests, each call made once', async ({ openAs }) => {
  const page = await openAs(null);
  // The portal is loaded while one types; what is asked for from the first address on counts.
  const asked = await requestsOf(page, async () => {
    await page.goto('/provider');
    await page.getByRole('textbox', { name: 'Username' }).fill('coordinator');
    const typed = page.getByRole('textbox', { name: 'Password' });
    await typed.fill(password);
    // By key: a pointer left on the button would come to rest on a referral, and its page would be loaded ahead.
    await typed.press('Enter');
  });
  expect(asked.length).toBeLessThanOrEqual(25);
  expect(await kilobytesOf(asked)).toBeLessThanOrEqual(450);
  // Something may just have been published, or the server just started; then everything is rightly read again.
  await expect(async () => {
    const calls = (await requestsOf(page, () => page.reload()))
      .map((request) => request.url())
      .filter((address) => address.includes('/api/'));
    expect(calls.length).toBeGreaterThan(5);
    expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted());
  }).toPass();
});

/** Sums up in the page how much of what is seen moves without being asked for. */
const countShift = `
  const root = document.documentElement.dataset;
  const count = (entry) => { root.shift = String(Number(root.shift ?? 0) + entry.value); };
  new PerformanceObserver((list) => list.getEntries().forEach(count)).observe({ type: 'layout-shift', buffered: true });`;
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

test('nothing of Home moves when its answer comes', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const seen = Promise.withResolvers<void>();
  await page.route(`**/api${getDashboard.path}*`, async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.goto('/provider');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(countShift);
  await page.evaluate(twoFrames);
  seen.resolve();
  await expect(page.getByRole('region', { name: 'Latest referrals' }).getByRole('listitem').first()).toBeVisible();
  await page.evaluate(twoFrames);
  expect(await page.evaluate<number>('Number(document.documentElement.dataset.shift ?? 0)')).toBeLessThan(0.1);
});
