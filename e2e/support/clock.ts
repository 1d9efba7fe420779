import type { BrowserContext, Page } from '@playwright/test';

import { expect } from './test.ts';

export const seconds = (count: number) => count * 1000;
export const minutes = (count: number) => seconds(count * 60);

/**
 * Opens the home screen in `count` tabs of the page's browser, whose clock can be turned from now on. The server's
 * clock is the real one: what it sent before the clock was turned is as old as the browser believes.
 */
export async function openTabs(first: Page, count: number): Promise<readonly Page[]> {
  const context = first.context();
  await context.clock.install();
  const tabs = [first];
  while (tabs.length < count) tabs.push(await context.newPage());
  for (const tab of tabs) {
    const isWatched = untilWatched(tab);
    await tab.goto('/provider');
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(/^Good /);
    await isWatched;
  }
  return tabs;
}

/**
 * Until the page watches over its session, and its realtime channel after that. The channel stays silent: it would
 * notice that minutes passed without a sign of life, and ask the server for the time.
 */
async function untilWatched(tab: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await tab.routeWebSocket(/\/signalr/, () => resolve());
  await promise;
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
    await tab.clock.runFor(Math.min(left, pause));
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
  await tab.clock.runFor(seconds(1));
  await tab.evaluate(`
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
}
