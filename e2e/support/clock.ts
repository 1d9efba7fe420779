import type { BrowserContext, Locator, Page } from '@playwright/test';

import { expect } from './test.ts';

export const seconds = (count: number) => count * 1000;
export const minutes = (count: number) => seconds(count * 60);

/**
 * Opens the home screen in `count` tabs of the page's browser, whose clock stands from then on: however slow the computer
 * is, no more time passes than a journey says, though what waits for a moment goes on. The server's clock is the real one:
 * what it sent before time passed is as old as the browser believes.
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

/** Waits for what comes once the page has tried again by itself: on a clock that can be turned, the pauses are short. */
export async function hurryTo(target: Locator): Promise<void> {
  await expect(async () => {
    await target.page().clock.runFor(seconds(2));
    await expect(target).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** What the clock of the page's browser shows. */
export async function timeIn(page: Page): Promise<number> {
  return await page.evaluate(() => Date.now());
}

/** Time passes in the page's browser, with all that happens in it. Then the clock stands again. */
export async function pass(tab: Page, time: number): Promise<void> {
  await whileItRuns(tab, time, () => tab.clock.runFor(time));
}

/** The computer sleeps: what should have happened meanwhile happens once, at the end. */
export async function sleep(tab: Page, time: number): Promise<void> {
  await whileItRuns(tab, time, () => tab.clock.fastForward(time));
}

/** A clock that stands is not turned. It is let go, without a moment that nobody wanted. */
async function whileItRuns(tab: Page, time: number, turn: () => Promise<void>): Promise<void> {
  const now = await timeIn(tab);
  await tab.clock.pauseAt(now);
  await tab.clock.setSystemTime(now);
  await turn();
  await tab.clock.setFixedTime(now + time);
  await tab.clock.resume();
}

/**
 * Tells when the page opens its realtime channel: it watches over its session from then on. The channel stays silent: it
 * would notice that minutes passed without a sign of life, and ask the server for the time. Before the page is loaded,
 * which else may open the channel first.
 */
async function holdChannel(tab: Page, onOpen: () => void): Promise<void> {
  await tab.routeWebSocket(/\/signalr/, onOpen);
}

let column = 0;

/** Somebody moves the mouse. */
export async function moveMouse(tab: Page): Promise<void> {
  column = (column + 7) % 200;
  await tab.mouse.move(600 + column, 400);
}

/** Lets `time` pass while somebody moves the mouse every few minutes, at the end too. */
export async function work(tab: Page, time: number): Promise<void> {
  const pause = minutes(4);
  for (let left = time; left > 0; left -= pause) {
    await pass(tab, Math.min(left, pause));
    await moveMouse(tab);
  }
}

/** The calls to one path of the API from now on, from any tab. */
export function countCalls(context: BrowserContext, path: string): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api${path}`) count += 1;
  });
  return () => count;
}

/** The window comes back to the front, after a moment. */
export async function comeBack(tab: Page): Promise<void> {
  await pass(tab, seconds(1));
  await tab.evaluate(`
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
}
