/** A web address in a text, from `start` up to but excluding `end`. */
export interface WebAddress {
  start: number;
  end: number;
  /** Target of the link. */
  href: string;
}

/**
 * Runs until white space, a control or invisible character, a character that sets text direction, or one that is not valid
 * in an address and that browsers may read differently from people.
 */
const candidate = /(?<![\p{L}\p{N}])https?:\/\/[^\p{Z}\p{C}\p{DI}<>"'`{}|\\^]+/giu;
/** Punctuation that ends a sentence, not an address. */
const endings = new Set('.,;:!?*_~…。、，！？；：»”’');
/** A closing bracket belongs to an address only if it was opened in it. */
const brackets: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
];

/**
 * The web addresses in a user's text, `http` and `https` only. Each leads to the host that is displayed: an address with a
 * user name before the host, or a host that a browser would read differently from how it is written, is not linked.
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
  // The host must be exactly as written: no look-alikes of other alphabets, no numeric aliases, nothing encoded.
  const [, host] = /^https?:\/\/([^/?#]*)/i.exec(written) ?? [];
  if (host?.toLowerCase().replace(/:\d+$/, '') !== url.hostname) return undefined;
  return url.href;
}
