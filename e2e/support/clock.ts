import type { BrowserContext, Locator, Page } from '@playwright/test';

import { expect } from './test.ts';

export const seconds = (count: number) => count * 1000;
export const minutes = (count: number) => seconds(count * 60);

/**
 * Opens the home screen in `count` tabs of the page's browser and stops the browser's clock, so that only the time a
 * journey asks for passes, however slow the machine is. Short timers still fire. The server's clock is not affected.
 */
export async function openTabs(first: Page, count: number): Promise<readonly Page[]> {
  const context = first.context();
  await context.clock.install();
  const tabs = [first];
  while (tabs.length < count) tabs.push(await context.newPage());
  for (const tab of tabs) {
    const watched = Promise.withResolvers<void>();
    await holdChannel(tab, watched.resolve);
    await tab.goto('/provider');
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(/^Good /);
    await watched.promise;
  }
  await first.clock.setFixedTime(await timeIn(first));
  return tabs;
}

/** Waits for an element that appears after the page's automatic retries, and fast-forwards the pauses between them. */
export async function hurryTo(target: Locator): Promise<void> {
  await expect(async () => {
    await target.page().clock.runFor(seconds(2));
    await expect(target).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** The current time in the page's browser. */
export async function timeIn(page: Page): Promise<number> {
  return await page.evaluate(() => Date.now());
}

/** Lets time pass in the page's browser, firing all timers. Then stops the clock again. */
export async function pass(tab: Page, time: number): Promise<void> {
  await whileItRuns(tab, time, () => tab.clock.runFor(time));
}

/** Simulates a sleeping computer: timers that became due fire once, at the end. */
export async function sleep(tab: Page, time: number): Promise<void> {
  await whileItRuns(tab, time, () => tab.clock.fastForward(time));
}

/**
 * Playwright cannot advance a fixed clock. This releases the clock, advances it and fixes it again, without extra time
 * passing.
 */
async function whileItRuns(tab: Page, time: number, turn: () => Promise<void>): Promise<void> {
  const now = await timeIn(tab);
  await tab.clock.pauseAt(now);
  await tab.clock.setSystemTime(now);
  await turn();
  await tab.clock.setFixedTime(now + time);
  await tab.clock.resume();
}

/**
 * Calls `onOpen` when the page opens its realtime channel, from when it monitors its session. The channel is kept
 * silent, because it would notice minutes without pings and ask the server for the time. Call it before the page is
 * loaded, which would otherwise open the channel first.
 */
async function holdChannel(tab: Page, onOpen: () => void): Promise<void> {
  await tab.routeWebSocket(/\/signalr/, onOpen);
}

let column = 0;

/** Moves the mouse. */
export async function moveMouse(tab: Page): Promise<void> {
  column = (column + 7) % 200;
  await tab.mouse.move(600 + column, 400);
}

/** Lets `time` pass and moves the mouse every few minutes, and at the end. */
export async function work(tab: Page, time: number): Promise<void> {
  const pause = minutes(4);
  for (let left = time; left > 0; left -= pause) {
    await pass(tab, Math.min(left, pause));
    await moveMouse(tab);
  }
}

/** Counts the calls to one API path from now on, from any tab. */
export function countCalls(context: BrowserContext, path: string): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api${path}`) count += 1;
  });
  return () => count;
}

/** Brings the window back to the front after one second. */
export async function comeBack(tab: Page): Promise<void> {
  await pass(tab, seconds(1));
  await tab.evaluate(`
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
}
