/**
 * Converts WIEBE to Wiebe and O'NEIL-MCKAY to O'Neil-McKay. The registry writes names in capitals; a name in mixed case is
 * unchanged.
 */
export function nameInCase(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name
    .toLowerCase()
    .replace(/(^|[\s\-'’.])(\p{L})/gu, (_match, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/\bMc(\p{L})/gu, (_match, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/\b(?:Ii|Iii|Iv)\b/g, (numeral) => numeral.toUpperCase());
}
