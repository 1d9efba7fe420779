import type { Locator } from '@playwright/test';

/** The part of a DOM element that is used here. */
interface Shown {
  parentElement: Shown | null;
  ownerDocument: { defaultView: { getComputedStyle(element: Shown): Record<Property, string> } };
}
type Property = 'borderTopColor' | 'backgroundColor';

/** The color of a widget's edge or background, and of the surface below it. */
async function colorsOf(widget: Locator, property: Property): Promise<[string, string]> {
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

/** The contrast between a widget's edge or background and the surface below it, as defined by WCAG 2.2. */
export async function contrastOf(widget: Locator, property: Property): Promise<number> {
  const colors = await colorsOf(widget, property);
  const [dark = 0, light = 0] = colors.map(luminanceOf).toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}
