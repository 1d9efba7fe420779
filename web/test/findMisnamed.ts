const controls = [
  'button',
  'a',
  'summary',
  ...['button', 'link', 'menuitem', 'tab', 'option'].map((role) => `[role=${role}]`),
];
const notShown = '[aria-hidden=true], .visually-hidden, .mantine-VisuallyHidden-root, svg, style';

/** The visible text of a control, with a space between its parts. */
function textOf(control: Element): string {
  const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
  const shown: string[] = [];
  while (texts.nextNode()) {
    const { parentElement, nodeValue } = texts.currentNode;
    if (parentElement?.closest(notShown) === null) shown.push(nodeValue ?? '');
  }
  return shown.join(' ');
}

/** Lower-case words without punctuation, each between spaces. */
const words = (text: string) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;

/**
 * Controls on the page whose `aria-label` does not contain their text, so that speech control does not find them. The journeys
 * find them too (axe: label-content-name-mismatch), but late.
 */
export function findMisnamed(): string[] {
  const named = document.querySelectorAll(controls.map((control) => `${control}[aria-label]`).join());
  return [...named].flatMap((control) => {
    const [text, name] = [textOf(control), control.getAttribute('aria-label') ?? ''];
    return words(text).trim() === '' || words(name).includes(words(text)) ? [] : [`"${text}" is named "${name}"`];
  });
}
