import { afterEach, expect, test, vi } from 'vitest';
import { dismissAlert, dismissedAlerts } from './dismissedAlerts.ts';

function storeIn(localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): void {
  vi.stubGlobal('window', { localStorage });
}

function startWith(text?: string): void {
  const kept = new Map<string, string>(text === undefined ? [] : [['careloop-dismissed-alerts', text]]);
  storeIn({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
}

afterEach(() => vi.unstubAllGlobals());

test('remembers what a user dismissed', () => {
  startWith();
  expect(dismissedAlerts(1)).toEqual([]);
  dismissAlert(1, 7);
  dismissAlert(1, 9);
  dismissAlert(1, 7);
  expect(dismissedAlerts(1)).toEqual([9, 7]);
});

test('forgets it when another user signs in', () => {
  startWith();
  dismissAlert(1, 7);
  expect(dismissedAlerts(2)).toEqual([]);
  expect(dismissedAlerts(1)).toEqual([]);
});

test('keeps only the latest ones', () => {
  startWith();
  for (let id = 1; id <= 30; id += 1) dismissAlert(1, id);
  expect(dismissedAlerts(1)).toEqual(Array.from({ length: 20 }, (_, index) => index + 11));
});

test.each(['', 'x', 'null', '[]', '{"userId":1}', '{"userId":"1","ids":[1]}'])(
  'ignores the stored value %j',
  (text) => {
    startWith(text);
    expect(dismissedAlerts(1)).toEqual([]);
  },
);

test('works if storage is refused', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  storeIn({ getItem: refuse, setItem: refuse, removeItem: refuse });
  dismissAlert(1, 7);
  expect(dismissedAlerts(1)).toEqual([]);
});
