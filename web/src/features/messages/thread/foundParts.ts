/**
 * A text in parts, every second of which holds what was typed: without regard to case and accents, as the server finds it.
 * The parts are the text as it was written.
 */
export function foundParts(text: string, term: string): string[] {
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

const marks = /[\u0300-\u036f]/g;
const ascii = /^[\0-\x7f]*$/;

interface Folded {
  folded: string;
  /** Where each of its characters begins in the text, and the end of the text; null where they are the same. */
  places: readonly number[] | null;
}

const beginOf = (places: Folded['places'], at: number) => (places === null ? at : (places[at] ?? 0));

/** Behind the whole letter, of which what was found may be a part, and behind its accents. */
function endOf(places: Folded['places'], at: number): number {
  return places === null ? at + 1 : (places.slice(at).find((place) => place !== places[at]) ?? 0);
}

/** As `search_key` of the database: letters taken apart, accents left out, small. */
function fold(text: string): Folded {
  if (ascii.test(text)) return { folded: text.toLowerCase(), places: null };
  let folded = '';
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const letters = character.normalize('NFD').replace(marks, '').toLowerCase().replaceAll('ς', 'σ');
    folded += letters;
    for (let count = 0; count < letters.length; count += 1) places.push(place);
    place += character.length;
  }
  places.push(place);
  return { folded, places };
}
