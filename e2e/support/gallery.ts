import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { build, preview } from 'vite';

const root = path.join(import.meta.dirname, '..', '..', 'web');

/** Builds the gallery, which is not part of the product's build, into a separate folder and serves it. */
async function startGallery(): Promise<{ address: string; stop: () => Promise<void> }> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), 'careloop-gallery-'));
  const input = path.join(root, 'gallery.html');
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true, rolldownOptions: { input } } });
  const server = await preview({
    root,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const bound = server.httpServer.address();
  if (bound === null || typeof bound === 'string') throw new Error('The gallery has no port');
  const stop = async () => {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  };
  return { address: `http://127.0.0.1:${bound.port}/provider/gallery.html`, stop };
}

/** A test of widgets on the gallery page. It fails if the page throws or logs an error. */
export const test = base.extend<{ gallery: Page }, { galleryAddress: string }>({
  galleryAddress: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern
    async ({}, provide) => {
      const { address, stop } = await startGallery();
      await provide(address);
      await stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  gallery: async ({ page, galleryAddress }, provide) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(galleryAddress);
    await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
    await provide(page);
    expect(faults, 'what went wrong behind the widgets').toEqual([]);
  },
});

function widget(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true });
}

/** A widget in one state. */
export function sample(page: Page, name: string, state: string): Locator {
  return widget(page, name).getByRole('group', { name: state, exact: true });
}
