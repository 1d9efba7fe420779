import { afterEach, expect, it, vi } from 'vitest';
import { forgetEnding, recallEnding, rememberEnding } from './endings.ts';

afterEach(() => vi.unstubAllGlobals());

it('remembers across a reload how the session of a tab ended', () => {
  const kept = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage });
  rememberEnding('expired');
  expect(recallEnding()).toBeUndefined();
  rememberEnding('inactivity');
  expect(recallEnding()).toBe('inactivity');
  forgetEnding();
  expect(recallEnding()).toBeUndefined();
});

it('works without browser storage', () => {
  const refusing = {
    get sessionStorage(): Storage {
      throw new DOMException('Refused', 'SecurityError');
    },
  };
  vi.stubGlobal('window', refusing);
  rememberEnding('inactivity');
  expect(recallEnding()).toBeUndefined();
  forgetEnding();
});
