/** Whether the statement of a name only reads. */
const known = new Map<string, boolean>();

/** What a statement that changes or locks rows contains. */
const change = /\b(?:insert|update|delete|merge|share)\b/i;

/** Whether a statement neither changes nor locks rows. False if in doubt. */
export function readsOnly({ name, text }: { name: string | undefined; text: string }): boolean {
  const isKnown = name === undefined ? undefined : known.get(name);
  if (isKnown !== undefined) return isKnown;
  const isRead = /^\s*(?:select|with)\b/i.test(text) && !change.test(text);
  if (name !== undefined) known.set(name, isRead);
  return isRead;
}
