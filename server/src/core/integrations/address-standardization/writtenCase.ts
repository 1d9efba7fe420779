/** A word of an address in its usual case: "Main", "5th", "NW". Words in mixed case are unchanged. */
function writtenWord(word: string): string {
  if (/\p{Ll}/u.test(word) && /\p{Lu}/u.test(word)) return word;
  if (/^(?:PO|[NS][EW]?|[EW]|US)$/i.test(word)) return word.toUpperCase();
  if (/^\d+(?:ST|ND|RD|TH)$/i.test(word)) return word.toLowerCase();
  if (/\d/.test(word)) return word.toUpperCase();
  return word
    .toLowerCase()
    .replace(/(^|[-'/])(\p{L})/gu, (_match, mark: string, letter: string) => mark + letter.toUpperCase());
}

/** Words of an address in their usual case: "MAIN ST" becomes "Main St". */
export function writtenCase(words: readonly string[]): string {
  return words.map(writtenWord).join(' ');
}
