import { describe, expect, it } from 'vitest';
import { createIdempotencyKeys } from './idempotency.ts';

describe('the key of an input', () => {
  /** Keys named in order. */
  function createKeys() {
    let made = 0;
    const keys = createIdempotencyKeys(() => `key-${++made}`);
    return {
      ...keys,
      /** Sends an input, successfully. */
      save: (input: object) => {
        const key = keys.keyFor(input);
        keys.done(input);
        return key;
      },
    };
  }

  it('stays while the same is retried, and changes with the input', () => {
    const { keyFor } = createKeys();
    expect(keyFor({ a: 1 })).toBe('key-1');
    expect(keyFor({ a: 1 })).toBe('key-1');
    expect(keyFor({ a: 2 })).toBe('key-2');
  });

  it('is new for each deliberate save of the same', () => {
    const { save } = createKeys();
    const same = { a: 1 };
    expect([save(same), save(same), save({ a: 1 })]).toEqual(['key-1', 'key-2', 'key-3']);
  });

  it('is new if something else was saved since the failure', () => {
    const { keyFor, save } = createKeys();
    expect(keyFor({ a: 1 })).toBe('key-1');
    expect(save({ a: 2 })).toBe('key-2');
    expect(keyFor({ a: 1 })).toBe('key-3');
  });

  it('stays while a row of a list is retried, whatever becomes of the others', () => {
    const { keyFor, done, save } = createKeys();
    const [one, other] = [{ row: 1 }, { row: 2 }];
    expect(keyFor(one)).toBe('key-1');
    expect(keyFor(other)).toBe('key-2');
    expect(keyFor(one)).toBe('key-1');
    done(one);
    expect(keyFor(other)).toBe('key-2');
    expect(save({ row: 3 })).toBe('key-3');
    expect(keyFor(other)).toBe('key-2');
  });
});
