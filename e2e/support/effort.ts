import type { Page } from '@playwright/test';

/** What a user did: clicks, and keys apart from text and the Tab keys between fields. */
export interface Effort {
  clicks: number;
  keys: number;
}

const script = `
  window.effort = { clicks: 0, keys: 0 };
  addEventListener('pointerdown', () => { window.effort.clicks += 1; }, true);
  addEventListener('keydown', ({ key, target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (key !== 'Tab' && !(isField && key.length === 1)) window.effort.keys += 1;
  }, true);
`;

/** Counts clicks and keys on pages opened from now on. */
export async function countEffort(page: Page): Promise<void> {
  await page.addInitScript(script);
}

/** Returns what was done since the last call, and begins to count anew. */
export async function takeEffort(page: Page): Promise<Effort> {
  return await page.evaluate<Effort>(
    '(() => { const done = window.effort; window.effort = { clicks: 0, keys: 0 }; return done; })()',
  );
}
