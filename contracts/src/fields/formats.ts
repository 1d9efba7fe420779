import type { Problem } from './checked.ts';

// Texts of a certain form, lists written one to a line, and pictures (docs/domain/fields.md).

export const formatTexts = {
  url: 'Must be a valid URL',
  json: 'Must be valid JSON',
  duplicateUser: 'User has already been added.',
  imageType: 'Choose a picture in one of these formats: .jpg, .jpeg, .png, .webp',
  imageTooLarge: (megabytes: number) => `The picture must not be larger than ${megabytes} MB`,
} as const;

/** The address of a page on the web, with http or https. */
export const urlProblem: Problem = (value) => {
  const isWebAddress = /^https?:\/\/[^\s/]+/i.test(value) && !/\s/.test(value) && URL.canParse(value);
  return isWebAddress ? null : formatTexts.url;
};

export const jsonProblem: Problem = (value) => {
  try {
    JSON.parse(value);
    return null;
  } catch {
    return formatTexts.json;
  }
};

/** The JSON with an indentation of two; what is no JSON as it is. */
export function formatJson(value: string): string {
  return value.trim() === '' || jsonProblem(value) !== null ? value : JSON.stringify(JSON.parse(value), null, 2);
}

/** The items of a list that is written one to a line: trimmed, without blank lines. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The warning for a user who stands in the list already, or null. */
export function duplicateUserProblem(users: readonly { userId: number }[], userId: number): string | null {
  return users.some((user) => user.userId === userId) ? formatTexts.duplicateUser : null;
}

/** What a picture's name may end in. */
export const imageExtensions = ['.jpg', '.jpeg', '.png', '.webp'] as const;

/** The message that is wrong with a picture, or null. `maxBytes` counts a megabyte as 1,000,000. */
export function imageProblem(file: { name: string; size: number }, maxBytes: number): string | null {
  const name = file.name.toLowerCase();
  if (!imageExtensions.some((extension) => name.endsWith(extension))) return formatTexts.imageType;
  return file.size > maxBytes ? formatTexts.imageTooLarge(maxBytes / 1_000_000) : null;
}
