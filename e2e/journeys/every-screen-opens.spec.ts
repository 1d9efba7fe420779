import path from 'node:path';

import { screens } from '../screens/registry.ts';
import { takeScreens } from '../screens/takeScreens.ts';
import { expect, test } from '../support/test.ts';

// Runs the tool of `npm run screens` for one role, to check that it works and that its registry matches the screens.

test('every screen of an administrator opens without errors, cut-off text or layout shifts', async ({
  browser,
  product: _product,
}, testInfo) => {
  const folder = path.join(testInfo.outputDir, 'screens');
  // The dialogs are opened by the journeys that use them.
  const opened = screens.filter(({ open }) => open === undefined);
  const choice = { screens: opened, roles: ['admin'] as const, widths: [1024], schemes: ['light'] as const };
  test.setTimeout(300_000);
  let looks = 0;
  for await (const { name, state, found } of takeScreens(browser, {
    ...choice,
    shouldFail: false,
    shouldCheckAxe: false,
    folder,
  })) {
    looks += 1;
    const { errors, failed, headings } = found;
    const cut = found.cut.filter((text) => !text.startsWith('shortened'));
    expect({ errors, failed, cut, headings }, `${name}, ${state}`).toEqual({
      errors: [],
      failed: [],
      cut: [],
      headings: 1,
    });
    expect(found.shift, `layout shift of ${name}, ${state}`).toBeLessThan(0.05);
  }
  expect(looks).toBeGreaterThan(12);
});

test('a page that cannot be loaded still has a main heading', async ({ browser, product: _product }, testInfo) => {
  const folder = path.join(testInfo.outputDir, 'screens');
  const shown = screens.filter(({ name }) => ['patient-overview', 'organization'].includes(name));
  expect(shown).toHaveLength(2);
  const choice = { screens: shown, roles: ['coordinator'] as const, widths: [1024], schemes: ['light'] as const };
  for await (const { name, state, found } of takeScreens(browser, {
    ...choice,
    shouldFail: true,
    shouldCheckAxe: true,
    folder,
  })) {
    expect({ axe: found.axe, headings: found.headings }, `${name}, ${state}`).toEqual({ axe: [], headings: 1 });
  }
});
