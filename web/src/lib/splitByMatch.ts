import { plainLetters } from '@careloop/contracts/fields/letters';

/**
 * Splits a text so that every second part matches the term, ignoring case and accents as the server does. The parts keep
 * the original spelling.
 */
export function splitByMatch(text: string, term: string): string[] {
  const { folded, places } = fold(text);
  const wanted = fold(term).folded;
  if (wanted === '') return [text];
  const parts: string[] = [];
  let end = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const start = Math.max(beginOf(places, at), end);
    parts.push(text.slice(end, start));
    end = endOf(places, at + wanted.length - 1);
    parts.push(text.slice(start, end));
  }
  return [...parts, text.slice(end)];
}

const ascii = /^[\0-\x7f]*$/;

interface Folded {
  folded: string;
  /** Position in the text where each folded character starts, and the end of the text; null if they are the same. */
  places: readonly number[] | null;
}

const beginOf = (places: Folded['places'], at: number) => (places === null ? at : (places[at] ?? 0));

/** End of the whole letter, with its accents, that the match may be part of. */
function endOf(places: Folded['places'], at: number): number {
  return places === null ? at + 1 : (places.slice(at).find((place) => place !== places[at]) ?? 0);
}

/** Each letter as searches compare it. */
function fold(text: string): Folded {
  if (ascii.test(text)) return { folded: text.toLowerCase(), places: null };
  let folded = '';
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const letters = plainLetters(character);
    folded += letters;
    for (let count = 0; count < letters.length; count += 1) places.push(place);
    place += character.length;
  }
  places.push(place);
  return { folded, places };
}
