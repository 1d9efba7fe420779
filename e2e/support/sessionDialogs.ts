import type { Locator, Page } from '@playwright/test';

import { address } from './address.ts';
import { minutes, pass, seconds } from './clock.ts';
import { expect } from './test.ts';

// The dialogs shown over the portal when its session has ended or is about to end.

export const countdown = (tab: Page): Locator => tab.getByRole('dialog', { name: 'Are you still there?' });
export const signInAgain = (tab: Page): Locator => tab.getByRole('dialog', { name: 'Sign in again' });
/** The home screen. */
export const portal = (tab: Page): Locator => tab.getByRole('heading', { level: 1, name: /^Good / });

/**
 * Stays idle until the dialog appears in every tab. In two steps, because each tab has its own clock: the tab that asks first
 * must not be a whole countdown ahead of the others.
 */
export async function untilAsked(tabs: readonly Page[]): Promise<void> {
  if (tabs[0] !== undefined) {
    await pass(tabs[0], minutes(19) + seconds(55));
    await pass(tabs[0], seconds(40));
  }
  for (const one of tabs) await expect(countdown(one)).toBeVisible();
}

/**
 * Returns a function that waits until `tab` has been told of a new token by the tab that got it. Before, both would count
 * down the old one.
 */
export async function watchForNewToken(tab: Page): Promise<() => Promise<void>> {
  await tab.evaluate(`void (globalThis.newToken = new Promise((resolve) => {
    new BroadcastChannel('careloop-session').addEventListener('message', ({ data }) => {
      if (data.type === 'refreshed') resolve();
    });
  }))`);
  return async () => await tab.evaluate('globalThis.newToken');
}

/** The state of the browser's session on the server. */
export async function statusOf(tab: Page): Promise<number> {
  return (await tab.request.get(`${address()}/api/get-context`)).status();
}
