import type { Locator } from '@playwright/test';

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

/** The contrast of what shows a widget with the surface that it lies on, as WCAG 2.2 computes it. */
export async function contrastOf(widget: Locator, property: Property): Promise<number> {
  const colours = await coloursOf(widget, property);
  const [dark = 0, light = 0] = colours.map(luminanceOf).toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}
