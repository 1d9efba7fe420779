import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { contrastOf } from '../support/contrast.ts';
import { sample, test } from '../support/gallery.ts';

// Tests that need layout, real colors or real images. Other gallery samples are tested in web/src/gallery.

/** The theme's red for errors, in light. */
const red = 'rgb(189, 47, 39)';

/** Only the border makes an empty field, an unchecked box or a switch that is off visible (WCAG 1.4.11). */
async function expectEdgesSeen(page: Page): Promise<void> {
  const edges = {
    field: sample(page, 'TrimmedTextInput', 'Empty').getByRole('textbox'),
    'multi-line field': sample(page, 'TrimmedTextarea', 'Empty').getByRole('textbox'),
    select: sample(page, 'AsyncSelect', 'Empty').getByRole('combobox'),
    radio: sample(page, 'YesNo', 'Empty').getByRole('radio').first(),
    'box of a tree': sample(page, 'TreeSelect', 'Filled').locator('.mantine-CheckboxIndicator-indicator').last(),
  };
  // Polled, because a change of the color scheme fades in.
  for (const [name, widget] of Object.entries(edges)) {
    await expect.poll(() => contrastOf(widget, 'borderTopColor'), name).toBeGreaterThanOrEqual(3);
  }
  const track = sample(page, 'Toggle', 'Off').locator('.mantine-Switch-track');
  await expect.poll(() => contrastOf(track, 'backgroundColor'), 'switch').toBeGreaterThanOrEqual(3);
}

test('every widget can be seen, read and focused in every state, in light and in dark', async ({ gallery: page }) => {
  await test.step('widgets that are empty or off are visible', async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await expectEdgesSeen(page);
    }
  });

  await test.step('a text over its limit is counted in red', async () => {
    const cell = sample(page, 'TrimmedTextInput', 'Empty');
    const input = cell.getByLabel('Caregiver name');
    await input.fill('x'.repeat(51));
    await expect(cell.getByText('51 / 50 characters')).toHaveCSS('color', red);
    await input.fill('Ada Byron');
    await expect(cell.getByText('9 / 50 characters')).not.toHaveCSS('color', red);
  });

  await test.step('a selected image is shown before it is saved', async () => {
    const cell = sample(page, 'ImageUpload', 'Empty');
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const buffer = Buffer.from(pixel, 'base64');
    await cell.locator('input[type=file]').setInputFiles({ name: 'Logo.PNG', mimeType: 'image/png', buffer });
    await expect(cell.getByRole('img', { name: 'Logo.PNG' })).toHaveJSProperty('naturalWidth', 1);
  });

  await test.step('everything is accessible', async () => {
    await sample(page, 'TreeSelect', 'Filled').getByRole('button', { name: 'Expand all' }).click();
    await sample(page, 'DateInput', 'Empty').getByRole('button', { name: 'Choose from a calendar' }).click();
    await expect(page.getByRole('group', { name: 'Calendar' })).toBeVisible();
    await expectAccessible(page, 'gallery with an open calendar and tree');
    await page.keyboard.press('Escape');
  });

  await test.step('nothing is cut off at twice the size', async () => {
    for (const [width, height] of [
      [720, 450],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => page.evaluate('[innerWidth, document.documentElement.scrollWidth]'))
        .toEqual([width, width]);
    }
  });
});
