/** Passwords that attackers try first; read when the first new password is chosen, about 3 MB. */
let known: Promise<ReadonlySet<string>> | undefined;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/**
 * Whether a password is known from breaches, or is little more than such a one: with digits and signs around it as in
 * "Password2026!", with separators in it as in "i-love-you", written over and over as in "monkey Monkey monkey2", or
 * made of fewer than five different characters.
 */
export async function isBreachedPassword(password: string): Promise<boolean> {
  const lower = password.toLowerCase();
  if (new Set(lower).size < 5) return true;
  const words = await (known ??= load());
  return formsOf(lower).some((form) => words.has(form));
}

/** A password without the digits, signs and separators around and between its words. */
function formsOf(lower: string): string[] {
  const joined = lower.replace(/[^\p{L}\p{N}]+/gu, '');
  const letters = lower.split(/[^\p{L}]+/u).filter((word) => word !== '');
  const forms = [
    lower,
    withoutEdges(lower),
    joined,
    withoutEdges(joined),
    ...(new Set(letters).size === 1 ? letters : []),
  ];
  return forms.flatMap((form) => [form, onceOf(form)]);
}

const withoutEdges = (word: string) => word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** The repeated part of a word, or the word itself. */
const onceOf = (word: string) => /^(.+?)\1+$/su.exec(word)?.[1] ?? word;
