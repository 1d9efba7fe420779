/**
 * Idempotency keys of a form or a button: the same key while the same input is retried, a new one once it succeeded or another was
 * sent. A call that is repeated with the very same object keeps its key even if others were sent in between, as from a list.
 */
export function createIdempotencyKeys(newKey: () => string = () => crypto.randomUUID()): {
  keyFor: (input: object) => string;
  done: (input: object) => void;
} {
  const sent = new WeakMap<object, string>();
  let last: { text: string; key: string } | undefined;
  return {
    keyFor: (input) => {
      const known = sent.get(input);
      if (known !== undefined) return known;
      const text = JSON.stringify(input);
      if (last?.text !== text) last = { text, key: newKey() };
      sent.set(input, last.key);
      return last.key;
    },
    done: (input) => {
      if (last?.key === sent.get(input)) last = undefined;
      sent.delete(input);
    },
  };
}
