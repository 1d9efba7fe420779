/** Idempotency keys of a form: the same key while the same input is retried, a new one after success or a changed input. */
export function createIdempotencyKeys(newKey: () => string = () => crypto.randomUUID()): {
  keyFor: (input: unknown) => string;
  done: () => void;
} {
  let current: { input: string; key: string } | undefined;
  return {
    keyFor: (input) => {
      const text = JSON.stringify(input);
      if (current?.input !== text) current = { input: text, key: newKey() };
      return current.key;
    },
    done: () => {
      current = undefined;
    },
  };
}
