import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';

import { sample, test } from '../support/gallery.ts';

// What shows an empty field, an unticked box or a switch that is off is its edge alone (WCAG 1.4.11).

/** Of an element in the page, what is looked at. */
interface Shown {
  parentElement: Shown | null;
  ownerDocument: { defaultView: { getComputedStyle(element: Shown): Record<Property, string> } };
}
type Property = 'borderTopColor' | 'backgroundColor';

/** The colour of what shows a widget, and the one of the surface that it lies on. */
async function coloursOf(widget: Locator, property: Property): Promise<[string, string]> {
  return await widget.evaluate((element: Shown, name): [string, string] => {
    const styleOf = (one: Shown) => one.ownerDocument.defaultView.getComputedStyle(one);
    let surface = element.parentElement;
    while (surface !== null && styleOf(surface).backgroundColor.endsWith(', 0)')) surface = surface.parentElement;
    return [styleOf(element)[name], surface === null ? 'rgb(255, 255, 255)' : styleOf(surface).backgroundColor];
  }, property);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((value) => {
    const part = Number(value) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

async function contrastOf(...of: Parameters<typeof coloursOf>): Promise<number> {
  const [dark = 0, light = 0] = (await coloursOf(...of)).map(luminanceOf).toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`what is empty or off can be seen: ${colorScheme}`, async ({ gallery: page }) => {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const edges = {
      field: sample(page, 'TrimmedTextInput', 'Empty').getByRole('textbox'),
      'multi-line field': sample(page, 'TrimmedTextarea', 'Empty').getByRole('textbox'),
      select: sample(page, 'AsyncSelect', 'Empty').getByRole('combobox'),
      radio: sample(page, 'YesNo', 'Empty').getByRole('radio').first(),
      'box of a tree': sample(page, 'TreeSelect', 'Filled').locator('.mantine-CheckboxIndicator-indicator').last(),
    };
    // Polled: a change of the scheme fades in.
    for (const [name, widget] of Object.entries(edges)) {
      await expect.poll(() => contrastOf(widget, 'borderTopColor'), name).toBeGreaterThanOrEqual(3);
    }
    const track = sample(page, 'Toggle', 'Off').locator('.mantine-Switch-track');
    await expect.poll(() => contrastOf(track, 'backgroundColor'), 'switch').toBeGreaterThanOrEqual(3);
  });
}
