import { afterEach, expect, it, vi } from 'vitest';
import { idleTime, latest, noteActivity } from './activity.ts';

const hour = 3_600_000;

afterEach(() => vi.useRealTimers());

it('restarts the idle time when the clock is set back, instead of stopping it until the old time', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 10 * hour });
  noteActivity();
  vi.setSystemTime(11 * hour);
  expect(idleTime()).toBe(hour);
  vi.setSystemTime(2 * hour);
  expect(idleTime()).toBe(0);
  vi.setSystemTime(3 * hour);
  expect(idleTime()).toBe(hour);
});

it('uses the later time of another tab, but no time in the future', () => {
  expect(latest(1, 2, 5)).toBe(2);
  expect(latest(3, 2, 5)).toBe(3);
  expect(latest(1, 9, 5)).toBe(5);
  expect(latest(9, 1, 5)).toBe(5);
});
