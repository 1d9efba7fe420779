import { signIn } from '@careloop/contracts/session';
import { expect, test as base } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';

import { address, setPlace } from './address.ts';
import { call } from './api.ts';
import { startMailbox } from './mailbox.ts';
import { startProductOnCopy } from './template.ts';
import { password, type Username } from './users.ts';

export { password, type Username };

interface Fixtures {
  /** A browser of its own for each person: nobody, or a user who is signed in already. No page is open yet. */
  openAs: (username: Username | null) => Promise<Page>;
}

interface WorkerFixtures {
  /** One product for all journeys of a file. The run fails when it logged anything. */
  product: undefined;
}

/**
 * A journey. Whatever it is about, it fails when a page throws, writes an error into the console, gets a 5xx or asks
 * anybody but the product.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, provide) => {
      const mailbox = await startMailbox();
      const product = await startProductOnCopy({
        env: { SMTP_URL: mailbox.url, SUPPORT_PORTAL_URL: 'https://support.example.org/careloop' },
      });
      setPlace(product);
      await provide(undefined);
      const log = await product.stop();
      await mailbox.stop();
      if (log.length > 0) throw new Error(`The server logged during the journeys:\n${log.join('\n')}`);
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  openAs: async ({ browser }, provide) => {
    const contexts: BrowserContext[] = [];
    const faults: string[] = [];
    await provide(async (username) => {
      const context = await browser.newContext({ baseURL: address() });
      contexts.push(context);
      if (username !== null) await call(context.request, signIn, { username, password });
      watch(context, username ?? 'nobody', faults);
      return await context.newPage();
    });
    for (const context of contexts) await context.close();
    expect(faults, 'what went wrong behind the screens').toEqual([]);
  },
});

const stagedHeader = 'x-staged';
/** Headers of a failure that a journey itself answers with. */
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
    // That an answer was a refusal is the journey's business; Chromium writes a line for each.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) report(message.text());
  });
}

export { expect };
