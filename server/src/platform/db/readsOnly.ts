interface Statement {
  name: string | undefined;
  text: string;
}

/** What a statement that changes rows contains. */
const change = /\b(?:insert|update|delete|merge)\b/i;
const lock = /\bfor (?:no key )?update\b|\bfor (?:key )?share\b/gi;
const query = /^\s*(?:select|with)\b/i;

/** Whether a statement neither changes nor locks rows. False if in doubt. */
export const readsOnly = remembered((text) => query.test(text) && !change.test(text) && text.search(lock) < 0);

/** Whether a statement on its own, without the transaction it was meant for, would change nothing: it reads, or locks rows. */
export const changesNothing = remembered((text) => query.test(text) && !change.test(text.replace(lock, '')));

/** Tests a statement that has a name only once. */
function remembered(isSo: (text: string) => boolean): (statement: Statement) => boolean {
  const known = new Map<string, boolean>();
  return ({ name, text }) => {
    if (name === undefined) return isSo(text);
    const answer = known.get(name) ?? isSo(text);
    known.set(name, answer);
    return answer;
  };
}
