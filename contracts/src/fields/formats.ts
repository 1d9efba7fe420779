import { allOf, atMost, type Problem } from './checked.ts';

// URLs, JSON, lists with one item per line, and pictures (docs/domain/fields.md).

/** Longest URL, in characters. */
const urlLimit = 300;

export const formatTexts = {
  url: 'Must be a valid URL',
  urlTooLong: `URL cannot exceed ${urlLimit} characters`,
  json: 'Must be valid JSON',
  imageType: 'Choose a picture in one of these formats: .jpg, .jpeg, .png, .webp',
  imageTooLarge: (megabytes: number) => `The picture must not be larger than ${megabytes} MB`,
} as const;

/** A web address with http or https. */
export const urlProblem: Problem = allOf(atMost(urlLimit, formatTexts.urlTooLong), (value) => {
  const isWebAddress = /^https?:\/\/[^\s/]+/i.test(value) && !/\s/.test(value) && URL.canParse(value);
  return isWebAddress ? null : formatTexts.url;
});

export const jsonProblem: Problem = (value) => {
  try {
    JSON.parse(value);
    return null;
  } catch {
    return formatTexts.json;
  }
};

/** Formats JSON with an indentation of two; invalid JSON is unchanged. */
export function formatJson(value: string): string {
  return value.trim() === '' || jsonProblem(value) !== null ? value : JSON.stringify(JSON.parse(value), null, 2);
}

/** The items of a list with one item per line: trimmed, without blank lines. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Accepted file extensions of pictures. */
export const imageExtensions = ['.jpg', '.jpeg', '.png', '.webp'] as const;

/** The error message for a picture, or null. In the message, a megabyte of `maxBytes` is 1,000,000 bytes. */
export function imageProblem(file: { name: string; size: number }, maxBytes: number): string | null {
  const name = file.name.toLowerCase();
  if (!imageExtensions.some((extension) => name.endsWith(extension))) return formatTexts.imageType;
  return file.size > maxBytes ? formatTexts.imageTooLarge(maxBytes / 1_000_000) : null;
}
