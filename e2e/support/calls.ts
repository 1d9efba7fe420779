import type { Page, Request } from '@playwright/test';

import { expect } from './test.ts';

/** A page counts as quiet after this long without calls. */
const quiet = 500;

/**
 * Tracks the calls of a page from now on. The returned function waits until no call was made for a moment, so that
 * sequential reads are complete.
 */
export function followCalls(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let changedAt = Date.now();
  const end = (request: Request) => {
    underWay.delete(request);
    changedAt = Date.now();
  };
  page.on('request', (request) => {
    underWay.add(request);
    changedAt = Date.now();
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    await expect.poll(() => underWay.size === 0 && Date.now() - changedAt >= quiet).toBe(true);
  };
}
