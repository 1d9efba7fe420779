/** Common passwords that attackers try first, about 3 MB; loaded when the first new password is checked. */
let known: Promise<ReadonlySet<string>> | undefined;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/**
 * Whether a password is known from breaches or is a simple variation of one: with digits and symbols around it
 * ("Password2026!"), with separators ("i-love-you"), repeated ("monkey Monkey monkey2"), or with fewer than five different
 * characters.
 */
export async function isBreachedPassword(password: string): Promise<boolean> {
  const lower = password.toLowerCase();
  if (new Set(lower).size < 5) return true;
  const words = await (known ??= load());
  return formsOf(lower).some((form) => words.has(form));
}

/** The password's base forms, without the digits, symbols and separators around and between its words. */
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
