import { expect, test } from 'vitest';
import { dismissAlert, dismissedAlerts } from './dismissedAlerts.ts';

function storageWith(text?: string) {
  const kept = new Map<string, string>(text === undefined ? [] : [['careloop-dismissed-alerts', text]]);
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('remembers what a user dismissed', () => {
  const storage = storageWith();
  expect(dismissedAlerts(1, storage)).toEqual([]);
  dismissAlert(1, 7, storage);
  dismissAlert(1, 9, storage);
  dismissAlert(1, 7, storage);
  expect(dismissedAlerts(1, storage)).toEqual([9, 7]);
});

test('forgets it when another user signs in', () => {
  const storage = storageWith();
  dismissAlert(1, 7, storage);
  expect(dismissedAlerts(2, storage)).toEqual([]);
  expect(dismissedAlerts(1, storage)).toEqual([]);
});

test('keeps only the latest ones', () => {
  const storage = storageWith();
  for (let id = 1; id <= 30; id += 1) dismissAlert(1, id, storage);
  expect(dismissedAlerts(1, storage)).toEqual(Array.from({ length: 20 }, (_, index) => index + 11));
});

test.each(['', 'x', 'null', '[]', '{"userId":1}', '{"userId":"1","ids":[1]}'])(
  'ignores the stored value %j',
  (text) => {
    expect(dismissedAlerts(1, storageWith(text))).toEqual([]);
  },
);

test('works if storage is refused', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  dismissAlert(1, 7, storage);
  expect(dismissedAlerts(1, storage)).toEqual([]);
});
