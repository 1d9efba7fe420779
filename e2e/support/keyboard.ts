import type { Locator, Page } from '@playwright/test';

import { expect } from './test.ts';

/** More stops than any screen has. */
const longestWay = 80;

interface Stop {
  /** Used in failure messages. */
  control: string;
  isRinged: boolean;
  isInside: boolean;
}

/**
 * Presses Tab until the control has the focus. Each stop on the way must show its focus, and none may be outside the
 * open dialog.
 */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  const passed: string[] = [];
  for (let count = 0; count < longestWay; count += 1) {
    await page.keyboard.press(key);
    passed.push(await expectGoodStop(page));
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
  }
  throw new Error(`${key} never came to ${String(target)}, but to ${passed.join(' > ')}`);
}

/** Tabs once around a dialog, forwards and backwards; the focus must not leave it. */
export async function expectFocusTrapped(dialog: Locator): Promise<void> {
  const page = dialog.page();
  await expectFocusWithin(dialog);
  for (const key of ['Tab', 'Shift+Tab'] as const) {
    const first = await nextStop(page, key);
    let count = 0;
    while ((await nextStop(page, key)) !== first) {
      count += 1;
      expect(count, `${key} leads round in the dialog`).toBeLessThan(longestWay);
    }
  }
  await expectFocusWithin(dialog);
}

export async function expectFocusWithin(dialog: Locator): Promise<void> {
  await expect(dialog.locator(':focus')).toHaveCount(1);
}

async function nextStop(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key);
  return await expectGoodStop(page);
}

/** Returns the name of the focused element. */
async function expectGoodStop(page: Page): Promise<string> {
  const { control, isRinged, isInside } = await page.evaluate<Stop>(lookAtFocus);
  expect(isInside, `${control} is in the open dialog`).toBe(true);
  expect(isRinged, `${control} shows that it has the focus`).toBe(true);
  return control;
}

/** The focus ring is around the control, around the part drawn for it (its label), or around the row it covers. */
const lookAtFocus = `(() => {
  const element = document.activeElement;
  const isRinged = [element, ...(element.labels ?? [])].some((one) =>
    [null, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one, part);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    }),
  );
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
  const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
  return {
    control: element.tagName.toLowerCase() + (element.id && '#' + element.id) + ' "' + name + '"',
    isRinged,
    isInside: dialog === undefined || dialog.contains(element),
  };
})()`;
