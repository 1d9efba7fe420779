import { z } from 'zod';

// Characters for the Windows-1252 bytes 80 to 9F. Text read as Latin-1 has control characters in their place.
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** What cleaning changes. Most texts have none of it, and there are many. */
const unclean = /[\p{Cc}\u202a-\u202e\u2066-\u2069\p{Cs}]/u;

/**
 * Cleans a text: removes control characters and direction overrides (which disguise a text), turns line breaks and tabs into
 * spaces, and replaces lone surrogates. Markup is kept as plain text.
 */
export function cleanLine(value: string): string {
  if (!unclean.test(value)) return value.trim();
  return value
    .toWellFormed()
    .replaceAll(/[\t\n\r]+/g, ' ')
    .replaceAll(/[\u0080-\u009f]/g, (character) => windows1252.charAt(character.charCodeAt(0) - 0x80))
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
}

/** An optional text: cleaned, null if nothing is left. */
export function text(max = 1000) {
  return z
    .string('is not text')
    .nullish()
    .transform((value) => (value === null || value === undefined ? null : cleanLine(value) || null))
    .refine((value) => value === null || value.length <= max, `is longer than ${max} characters`);
}

/**
 * The same for a text of several lines, which keeps its lines and their indentation.
 * @param max longer ones are left out; by default none is, because its column keeps the beginning
 */
export function block(max = Infinity) {
  return z
    .string('is not text')
    .nullish()
    .transform((value) => (value === null || value === undefined ? null : cleanBlock(value) || null))
    .refine((value) => value === null || value.length <= max, `is longer than ${max} characters`);
}

function cleanBlock(value: string): string {
  const lines = value.split(/\r\n|\r|\n/).map((line) => {
    const [indentation = ''] = /^[ \t]*/.exec(line) ?? [];
    const clean = cleanLine(line);
    return clean === '' ? '' : `${indentation.replaceAll('\t', '    ')}${clean}`;
  });
  return lines.join('\n').replace(/^\n+/, '').trimEnd();
}

/** A part of a name, without invisible characters; null if it has no visible character apart from combining marks. */
export function nameText(max: number) {
  return text(max).transform((value) => {
    const seen = value?.replaceAll(/[\p{Cf}\p{DI}\u2800]/gu, '').trim() ?? '';
    return /[^\s\p{M}]/u.test(seen) ? seen : null;
  });
}

/** An optional list, limited far above any real record. */
export function list<Item extends z.ZodType>(item: Item, max = 2000) {
  return z
    .array(item, 'is not a list')
    .max(max, `has more than ${max} entries`)
    .nullish()
    .transform((value) => value ?? []);
}

/** An optional code from a required value set. */
export function code<const Code extends string>(codes: readonly [Code, ...Code[]]) {
  return z
    .enum(codes, {
      error: ({ input }) => `${quoted(input)} is none of ${codes.join(', ')}`,
    })
    .nullish()
    .transform((value) => value ?? null);
}

/** The value found, shortened to fit on one line. */
export function quoted(value: unknown): string {
  if (typeof value !== 'string') return `a ${value === null ? 'null' : typeof value}`;
  const line = cleanLine(value);
  return line.length > 40 ? `“${line.slice(0, 40)}…”` : `“${line}”`;
}
