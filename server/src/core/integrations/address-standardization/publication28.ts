import { isCityOf, placeOfZip, sameCity } from '../../geography/zipPlaces.ts';
import type { AddressStandardizer, PostalAddress } from './port.ts';
import { directionals, streetSuffixes, unitDesignators, unitsAlone } from './streetWords.ts';
import { writtenCase } from './writtenCase.ts';

/** Words of an address line without periods, commas and extra spaces. */
function wordsOf(line: string | null | undefined): string[] {
  return (line ?? '')
    .replace(/[.,;]/g, ' ')
    .replace(/#\s*(?=[A-Z0-9])/gi, '# ')
    .split(/\s+/)
    .filter((word) => word !== '');
}

const shortOf = (table: ReadonlyMap<string, string>, word: string | undefined): string | undefined =>
  word === undefined ? undefined : table.get(word.toUpperCase());

const postBox = /^\s*(?:P\.?\s*O\.?|POST\s+OFFICE)\s*BOX\s*#?\s*([\w-]+)\s*$/i;

/** Unit designators, for instance "Suite 200", "2nd floor" or "#4" in the form of Publication 28. */
function standardUnit(words: readonly string[]): string[] {
  const [first, second] = words;
  const ordinal = /^(\d+)(?:st|nd|rd|th)$/i.exec(first ?? '');
  if (ordinal !== null && words.length === 2 && shortOf(unitDesignators, second) === 'FL')
    return ['FL', ordinal[1] ?? ''];
  return words.map((word) => shortOf(unitDesignators, word) ?? word);
}

/** Index at which a unit begins in a street line ("12 Main St Ste 4"); the length of the line if there is none. */
function unitStart(words: readonly string[]): number {
  for (let index = 2; index < words.length; index += 1) {
    const unit = shortOf(unitDesignators, words[index]);
    if (unit === undefined) continue;
    const rest = words.length - index - 1;
    if (rest === 0 ? unitsAlone.has(unit) : rest <= 3 && /\d|^[A-Z]$/i.test(words[index + 1] ?? '')) return index;
  }
  return words.length;
}

/** "100 North Main Street West": abbreviates the directionals at both ends and the last suffix, but not the name. */
function standardStreet(words: readonly string[]): string[] {
  const line = joinDirectionals(words);
  const last = line.length - 1;
  const post =
    last >= 3 && shortOf(streetSuffixes, line[last - 1]) !== undefined ? shortOf(directionals, line[last]) : undefined;
  const suffixAt = post === undefined ? last : last - 1;
  const suffix = suffixAt >= 2 ? shortOf(streetSuffixes, line[suffixAt]) : undefined;
  // "12 North Street" is a street called North.
  const hasName = suffix === undefined ? last > 1 : suffixAt > 2;
  const pre = hasName ? shortOf(directionals, line[1]) : undefined;
  return line.map((word, index) => {
    if (index === 1 && pre !== undefined) return pre;
    if (index === last && post !== undefined) return post;
    return index === suffixAt && suffix !== undefined ? suffix : word;
  });
}

/** "South West" is one directional. */
function joinDirectionals(words: readonly string[]): string[] {
  return words.reduce<string[]>((joined, word) => {
    const both = shortOf(directionals, `${joined.at(-1) ?? ''}${word}`);
    const isPair = joined.length > 1 && both !== undefined && shortOf(directionals, joined.at(-1)) !== undefined;
    return isPair ? [...joined.slice(0, -1), both] : [...joined, word];
  }, []);
}

/** Street and unit in the form of Publication 28. A unit at the end of the street line moves to the second line. */
export function standardLines(
  address1: string,
  address2: string | null,
): { address1: string; address2: string | null } {
  const box = postBox.exec(address1)?.[1];
  const second = standardUnit(wordsOf(address2));
  if (box !== undefined)
    return { address1: `PO Box ${box.toUpperCase()}`, address2: second.length > 0 ? writtenCase(second) : null };
  const words = wordsOf(address1);
  const at = second.length > 0 ? words.length : unitStart(words);
  const unit = second.length > 0 ? second : standardUnit(words.slice(at));
  return {
    address1: writtenCase(standardStreet(words.slice(0, at))),
    address2: unit.length > 0 ? writtenCase(unit) : null,
  };
}

/** Key shared by all spellings of a street line: ignores case, unit and punctuation. */
export function streetKey(address1: string, address2: string | null): string {
  return standardLines(address1, address2)
    .address1.toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
}

/**
 * The built-in standardizer: abbreviates as in Publication 28 and checks that the ZIP code belongs to the city. It has no
 * street data, so it cannot tell whether the address exists.
 */
export const publication28: AddressStandardizer = {
  standardize: (address) => Promise.resolve(standardAddress(address)),
};

function standardAddress(address: PostalAddress): PostalAddress | null {
  const place = placeOfZip(address.zipcode);
  if (place === null || place.state !== address.state.toUpperCase()) return null;
  // A real city without this ZIP code contradicts it. Any other name may be a village or a typo.
  if (!sameCity(place.city, address.city) && isCityOf(address.city, place.state)) return null;
  return {
    ...standardLines(address.address1, address.address2),
    city: place.city,
    state: place.state,
    zipcode: address.zipcode.trim(),
  };
}
