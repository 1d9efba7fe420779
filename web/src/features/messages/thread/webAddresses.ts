/** An address in a text, from `start` until before `end`. */
export interface WebAddress {
  start: number;
  end: number;
  /** Where it leads. */
  href: string;
}

/**
 * Until a blank, a control or invisible character, one that sets the direction of text, or one that no address holds as it is
 * and that means another thing to a browser than to the reader.
 */
const candidate = /(?<![\p{L}\p{N}])https?:\/\/[^\p{Z}\p{C}\p{DI}<>"'`{}|\\^]+/giu;
/** What ends a sentence, not an address. */
const endings = new Set('.,;:!?*_~…。、，！？；：»”’');
/** A closing bracket belongs to an address only when it was opened in it. */
const brackets: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
];

/**
 * The addresses of web pages in what somebody wrote: `http` and `https` only. Each leads to the very place that is read: one
 * that names a user before its place, or whose place a browser would read as another one than it is written, is none.
 */
export function findWebAddresses(text: string): WebAddress[] {
  return [...text.matchAll(candidate)].flatMap(({ 0: found, index }) => {
    const written = withoutEnding(found);
    const href = placeOf(written);
    return href === undefined ? [] : [{ start: index, end: index + written.length, href }];
  });
}

function withoutEnding(found: string): string {
  const surplus = new Map(
    brackets.map(([opening, closing]) => [closing, countOf(found, closing) - countOf(found, opening)]),
  );
  for (let end = found.length; ; end -= 1) {
    const last = found[end - 1] ?? '';
    const left = surplus.get(last) ?? 0;
    if (left <= 0 && !endings.has(last)) return found.slice(0, end);
    surplus.set(last, left - 1);
  }
}

const countOf = (text: string, character: string): number => text.split(character).length - 1;

function placeOf(written: string): string | undefined {
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  if (url.username !== '' || url.password !== '') return undefined;
  // As it is written: no other alphabet's look-alikes, no number that stands for another one, nothing encoded.
  const [, host] = /^https?:\/\/([^/?#]*)/i.exec(written) ?? [];
  if (host?.toLowerCase().replace(/:\d+$/, '') !== url.hostname) return undefined;
  return url.href;
}
