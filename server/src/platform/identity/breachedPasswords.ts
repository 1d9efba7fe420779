/** Most frequent known passwords whose pairs are refused, too: nine million combinations, most of them 12 characters and longer. */
const mostPaired = 3_000;

interface Known {
  words: ReadonlySet<string>;
  paired: ReadonlySet<string>;
}

/** Common passwords that attackers try first, about 3 MB; loaded when the first new password is checked. */
let known: Promise<Known> | undefined;

async function load(): Promise<Known> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // Most frequent first.
  const list = dictionary['passwords-common'];
  const letters = list.filter((word) => /^\p{L}{3,}$/u.test(word));
  return { words: new Set(list), paired: new Set(letters.slice(0, mostPaired)) };
}

/**
 * Whether a password is known from breaches or is a simple variation of one: with digits and symbols around it
 * ("Password2026!"), with separators ("i-love-you"), repeated ("monkey Monkey monkey2"), two of the most frequent ones
 * together ("dragon+monkey77"), keys that lie side by side ("1qaz2wsx3edc"), or with fewer than five different characters.
 * Few known passwords are 12 characters long by themselves; these forms of them are.
 */
export async function isBreachedPassword(password: string): Promise<boolean> {
  const lower = password.toLowerCase();
  if (new Set(lower).size < 5) return true;
  const { words, paired } = await (known ??= load());
  return formsOf(lower).some((form) => words.has(form)) || isPair(lower, paired) || isWalk(lower);
}

/** Two frequent passwords, with any digits and symbols around and between them. */
function isPair(lower: string, paired: ReadonlySet<string>): boolean {
  const parts = lower.split(/[^\p{L}]+/u).filter((part) => part !== '');
  if (parts.length === 2) return parts.every((part) => paired.has(part));
  const [only] = parts;
  if (parts.length !== 1 || only === undefined) return false;
  return Array.from(only).some((_, place) => paired.has(only.slice(0, place)) && paired.has(only.slice(place)));
}

const lines = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz'];
const columns = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol'];
const both = (run: string) => [run, Array.from(run).toReversed().join('')];
const runs = [...lines, ...columns].flatMap(both);
const shortestRun = 3;

/** Nothing but runs of keys or letters that follow each other. */
function isWalk(lower: string): boolean {
  let rest = lower;
  while (rest !== '') {
    let length = Math.min(rest.length, 26);
    while (length >= shortestRun && !isRun(rest.slice(0, length))) length -= 1;
    if (length < shortestRun) return false;
    rest = rest.slice(length);
  }
  return true;
}

const isRun = (part: string) => runs.some((run) => run.includes(part));

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
