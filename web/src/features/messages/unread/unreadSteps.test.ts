import { expect, test } from 'vitest';
import { newerCount, stepUnread } from './unreadSteps.ts';

const count = (unreadMessageCount: number, sequence: number) => ({ unreadMessageCount, sequence });

test('applies the next count', () => {
  expect(stepUnread(count(2, 7), count(3, 8))).toEqual({ count: count(3, 8), hasGap: false });
});

test('keeps a newer count', () => {
  expect(stepUnread(count(2, 7), count(5, 7))).toEqual({ count: count(2, 7), hasGap: false });
  expect(stepUnread(count(2, 7), count(5, 3))).toEqual({ count: count(2, 7), hasGap: false });
});

test('detects a gap', () => {
  expect(stepUnread(count(2, 7), count(4, 9))).toEqual({ count: count(4, 9), hasGap: true });
  expect(stepUnread(undefined, count(1, 1))).toEqual({ count: count(1, 1), hasGap: true });
});

test('keeps an event’s count when an older response arrives after it', () => {
  expect(newerCount(count(3, 8), count(2, 7))).toEqual(count(3, 8));
  expect(newerCount(count(3, 8), count(1, 8))).toEqual(count(1, 8));
  expect(newerCount(undefined, count(1, 1))).toEqual(count(1, 1));
});
