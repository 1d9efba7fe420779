import { signIn } from '@careloop/contracts/session';
import { expect, test as base } from '@playwright/test';
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

import { address } from './address.ts';
import { call } from './api.ts';
import { createFileProduct, type FileProduct } from './fileProduct.ts';
import { password, type Username } from './users.ts';

export { password, type Username };

interface Fixtures {
  /** The product of this file is running. `openAs` needs it; other journeys that use it name it. */
  product: undefined;
  /** Like `openAs`, for journeys with a product of their own: no other one is started. */
  openAt: Open;
  /** Opens an empty page in a separate browser context: signed in as the user, or not signed in if null. */
  openAs: Open;
}

type Open = (username: Username | null, place?: Pick<BrowserContextOptions, 'timezoneId'>) => Promise<Page>;

interface WorkerFixtures {
  /**
   * A worker runs many files in one browser, because starting both takes longer than some files. Each file has its own
   * product. The run fails if one of them logged anything.
   */
  fileProduct: FileProduct;
}

/**
 * A journey. In addition to its own expectations, it fails if a page throws, logs a console error, gets a 5xx response
 * or calls any other host.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  fileProduct: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern
    async ({}, provide) => {
      const product = createFileProduct();
      await provide(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  product: [
    async ({ fileProduct }, provide, { file }) => {
      await fileProduct.startFor(file);
      await provide(undefined);
    },
    { timeout: 180_000 },
  ],
  openAt: async ({ browser }, provide) => {
    const contexts: BrowserContext[] = [];
    const faults: string[] = [];
    await provide(async (username, place) => {
      const context = await browser.newContext({ baseURL: address(), ...place });
      contexts.push(context);
      if (username !== null) await call(context.request, signIn, { username, password });
      watch(context, username ?? 'nobody', faults);
      return await context.newPage();
    });
    for (const context of contexts) await context.close();
    expect(faults, 'what went wrong behind the screens').toEqual([]);
  },
  openAs: async ({ openAt, product: _product }, provide) => await provide(openAt),
});

const stagedHeader = 'x-staged';
/** Headers that mark a failure simulated by a journey. */
export const staged = { [stagedHeader]: 'yes' };

function watch(context: BrowserContext, who: string, faults: string[]): void {
  const report = (fault: string) => faults.push(`${who}: ${fault}`);
  context.on('weberror', (error) => report(error.error().stack ?? error.error().message));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== address()) report(`asked ${url.origin}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500 && !(stagedHeader in response.headers()))
      report(`${response.status()} from ${response.url()}`);
  });
  context.on('console', (message) => {
    // Chromium logs a line for each refused call; whether a refusal is expected is up to the journey.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) report(message.text());
  });
}

export { expect };
