import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Frame, Page } from '@playwright/test';
import type { ContextSpec, Result, RunOptions } from 'axe-core';

/** The rules of axe for WCAG 2.2 AA. */
const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Everything that a color scheme can change. */
const colorRules = ['color-contrast', 'link-in-text-block'];

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * What breaks WCAG 2.2 AA on the page as it is: all rules in light, in dark those that depend on colors.
 * @param exclude selectors of elements that are left out
 */
export async function findViolations(
  page: Page,
  colorScheme: 'light' | 'dark',
  exclude: readonly string[] = [],
): Promise<Result[]> {
  for (const frame of page.frames()) await installAxe(frame);
  const context: ContextSpec = { include: [], exclude: [...exclude] };
  const options: RunOptions = {
    runOnly: colorScheme === 'light' ? wcagTags : colorRules,
    // Describing what passed takes most of the time of a run.
    resultTypes: ['violations'],
    // Only two rules read style sheets and media: the orientation lock and sounds, which the repository's tests exclude.
    preload: false,
  };
  return await page.evaluate<Result[]>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

/** Once per document: loading axe takes longer than running it. */
async function installAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate<boolean>('globalThis.axe === undefined'))) return;
  await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ['<same_origin>'] });`);
}
