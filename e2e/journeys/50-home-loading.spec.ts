import { expect, password, test } from '../support/test.ts';

import type { Page } from '@playwright/test';

/** What is asked for until Home is there and the channel is open. */
async function requestsOf(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const note = (request: { url: () => string }) => void asked.push(request.url());
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

test('signing in reaches Home with few requests, each call made once', async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto('/provider');
  await page.getByRole('textbox', { name: 'Username' }).fill('coordinator');
  const typed = page.getByRole('textbox', { name: 'Password' });
  await typed.fill(password);
  // By key: a pointer left on the button would come to rest on a referral, and its page would be loaded ahead.
  const asked = await requestsOf(page, () => typed.press('Enter'));
  expect(asked.length).toBeLessThanOrEqual(25);
  // Something may just have been published, or the server just started; then everything is rightly read again.
  await expect(async () => {
    const calls = (await requestsOf(page, () => page.reload())).filter((address) => address.includes('/api/'));
    expect(calls.length).toBeGreaterThan(5);
    expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted());
  }).toPass();
});
