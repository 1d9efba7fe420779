const marks = /[\u0300-\u036f]/g;

/** Letters with no accent to take away, and the final sigma. `search_key` of the database has the same list. */
const lettersAsTyped: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  œ: 'oe',
  ŧ: 't',
  ς: 'σ',
};
const otherLetters = new RegExp(`[${Object.keys(lettersAsTyped).join('')}]`, 'g');

/** A text in lower case and without accents, as searches compare it: "lukasz" for "Łukasz", "muller" for "Müller". */
export function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(marks, '')
    .toLowerCase()
    .replace(otherLetters, (letter) => lettersAsTyped[letter] ?? letter);
}
