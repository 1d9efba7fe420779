import type { Endpoint } from '@careloop/contracts/endpoint';
import type { Page } from '@playwright/test';

import { expect } from './test.ts';

/** Calls reach the server and succeed, but their responses are lost until the network is restored. */
export async function loseAnswers(
  page: Page,
  endpoint: Endpoint,
): Promise<{ keys: (string | undefined)[]; heal: () => Promise<void> }> {
  const path = `**/api${endpoint.path}`;
  const keys: (string | undefined)[] = [];
  await page.route(path, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const answer = await route.fetch();
    expect(answer.status()).toBe(200);
    await route.abort('connectionreset');
  });
  return { keys, heal: async () => await page.unroute(path) };
}
