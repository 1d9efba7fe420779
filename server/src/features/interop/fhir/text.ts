import { z } from 'zod';

// What the bytes 80 to 9F are in Windows-1252; read as Latin-1 they became control characters.
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * A text as it is kept: control characters and direction overrides (which make a text read as another one) removed, line
 * breaks and tabs turned into spaces, lone surrogates replaced. Markup stays what it is: text.
 */
export function cleanLine(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/[\t\n\r]+/g, ' ')
    .replaceAll(/[\u0080-\u009f]/g, (character) => windows1252.charAt(character.charCodeAt(0) - 0x80))
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
}

/** A text that may be missing: cleaned, null when nothing is left of it. */
export function text(max = 1000) {
  return z
    .string('is not text')
    .nullish()
    .transform((value) => (value === null || value === undefined ? null : cleanLine(value) || null))
    .refine((value) => value === null || value.length <= max, `is longer than ${max} characters`);
}

/** A part of a name: also without what cannot be seen, and accents of no letter, so that nobody is called nothing. */
export function nameText(max: number) {
  return text(max).transform((value) => {
    const seen = value?.replaceAll(/[\p{Cf}\p{DI}\u2800]/gu, '').trim() ?? '';
    return /[^\s\p{M}]/u.test(seen) ? seen : null;
  });
}

/** A list that may be missing, with a bound that no real record comes near. */
export function list<Item extends z.ZodType>(item: Item, max = 2000) {
  return z
    .array(item, 'is not a list')
    .max(max, `has more than ${max} entries`)
    .nullish()
    .transform((value) => value ?? []);
}

/** A code of a required value set that may be missing. */
export function code<const Code extends string>(codes: readonly [Code, ...Code[]]) {
  return z
    .enum(codes, {
      error: ({ input }) => `${quoted(input)} is none of ${codes.join(', ')}`,
    })
    .nullish()
    .transform((value) => value ?? null);
}

/** What stood there, short enough for one line. */
export function quoted(value: unknown): string {
  if (typeof value !== 'string') return `a ${value === null ? 'null' : typeof value}`;
  const line = cleanLine(value);
  return line.length > 40 ? `“${line.slice(0, 40)}…”` : `“${line}”`;
}
