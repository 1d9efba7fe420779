import type { BrowserContext, Page } from '@playwright/test';

import { findViolations } from '../support/axe.ts';
import { mainHeading } from '../support/mainHeading.ts';

import type { Screen } from './screen.ts';

/** Findings of one visit to a screen. */
export interface Findings {
  /** Errors that the page threw or logged to the console. */
  errors: string[];
  /** Requests that failed or returned 400 or above. */
  failed: string[];
  /** Violated WCAG rules, in light and dark. */
  axe: string[];
  /** Texts that are cut off. */
  cut: string[];
  /** Cumulative layout shift; a good page has at most 0.1. */
  shift: number;
  /** Main headings of the screen; there should be one. */
  headings: number;
  requests: number;
  /** Milliseconds until everything is loaded. */
  time: number;
}

export interface Look {
  screen: Screen;
  /** Whether every call of the page fails. */
  isFailing: boolean;
  width: number;
  schemes: readonly ('light' | 'dark')[];
  /** Path of the screenshot in a color scheme. */
  pictureFile: (scheme: string) => string;
  shouldCheckAxe: boolean;
}

const observeShifts = `
  globalThis.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Texts wider than their box, and elements outside the window that cannot be scrolled to. */
const findCutText = `(() => {
  const isScrolled = (element) => {
    for (let one = element; one !== null && one !== document.body; one = one.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(one).overflowX)) return true;
    }
    return false;
  };
  const found = new Set();
  for (const element of document.querySelectorAll('body *')) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const text = texts.map((node) => node.textContent.trim()).join('');
    const box = element.getBoundingClientRect();
    if (text === '' || box.width <= 2 || box.height <= 2 || !element.checkVisibility({ opacityProperty: true })) continue;
    const { overflowX, textOverflow } = getComputedStyle(element);
    const isClipped = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
    if (isClipped) found.add((textOverflow === 'ellipsis' ? 'shortened: ' : 'cut: ') + text.slice(0, 60));
    else if (box.right > innerWidth + 1 && !isScrolled(element)) found.add('outside: ' + text.slice(0, 60));
  }
  return [...found];
})()`;

/** Opens a screen in a new page and visits it in each color scheme. */
export async function visit(context: BrowserContext, look: Look): Promise<Findings> {
  const page = await context.newPage();
  const found: Findings = { errors: [], failed: [], axe: [], cut: [], shift: 0, headings: 0, requests: 0, time: 0 };
  watch(page, found, look.isFailing);
  await page.setViewportSize({ width: look.width, height: look.width < 500 ? 844 : 900 });
  await page.addInitScript(observeShifts);
  if (look.isFailing) await failCalls(page);
  try {
    const startedAt = performance.now();
    await page.goto(`/provider${look.screen.path}`);
    const heading = mainHeading(page);
    await heading
      .first()
      .waitFor()
      .catch(() => undefined);
    await settle(page);
    found.time = Math.round(performance.now() - startedAt);
    found.shift = Math.round((await page.evaluate<number>('globalThis.layoutShift')) * 1000) / 1000;
    found.headings = await heading.count();
    if (!look.isFailing && look.screen.open !== undefined) {
      await look.screen.open(page);
      await settle(page);
    }
    for (const scheme of look.schemes) await lookAt(page, scheme, look, found);
  } catch (error) {
    found.errors.push(`could not be opened: ${String(error).split('\n', 1)[0] ?? ''}`);
    await page.screenshot({ path: look.pictureFile('light') });
  } finally {
    await page.close();
  }
  return found;
}

async function lookAt(page: Page, scheme: 'light' | 'dark', look: Look, found: Findings): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
  await page.screenshot({ path: look.pictureFile(scheme), animations: 'disabled' });
  if (scheme === 'light') found.cut = await page.evaluate<string[]>(findCutText);
  if (!look.shouldCheckAxe) return;
  const violations = await findViolations(page, scheme);
  for (const { id, nodes } of violations) found.axe.push(`${scheme}: ${id} at ${nodes[0]?.target.join(' ') ?? ''}`);
}

function watch(page: Page, found: Findings, isFailing: boolean): void {
  page.on('pageerror', (error) => found.errors.push(error.message));
  page.on('request', () => (found.requests += 1));
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) found.errors.push(message.text());
  });
  if (isFailing) return;
  page.on('response', (response) => {
    if (response.status() >= 400) found.failed.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
}

/** Makes every call fail with a server error, except those the frame needs. */
async function failCalls(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const isOfFrame = /get-context|healthcheck|sign-in|refresh-token|client-errors/.test(route.request().url());
    if (isOfFrame) return await route.continue();
    const body = { wasSuccessful: false, errorMessage: 'An error occurred.', errorCode: 'LOOK-1' };
    await route.fulfill({ status: 500, json: body });
  });
}

/**
 * Waits until no request is pending and no loading indicator is visible. Gives up after a while, so that an open
 * channel or an endless spinner does not stop the run.
 */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
  const busy = page.locator('[aria-busy="true"]').first();
  await busy.waitFor({ state: 'detached', timeout: 10_000 }).catch(() => undefined);
}
