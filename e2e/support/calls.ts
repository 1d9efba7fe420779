import type { Page, Request } from '@playwright/test';

import { expect } from './test.ts';

/** As long as this nothing is asked before a page counts as quiet. */
const quiet = 500;

/**
 * Follows what a page asks from now on. The function it answers waits until it has asked for nothing for a moment: what is
 * read one after the other has been read.
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
