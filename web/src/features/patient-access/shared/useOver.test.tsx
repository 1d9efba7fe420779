import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setClockOffset } from '../../../session/token.ts';
import { useOver } from './useOver.ts';

afterEach(() => {
  vi.useRealTimers();
  setClockOffset(0);
});

test.each([
  ['right', 0],
  ['half an hour ahead', -30 * 60_000],
])('the end is reported once, and again after a while, by a clock that is %s', (_which, offset) => {
  vi.useFakeTimers({ now: new Date('2026-03-02T15:00:00Z') });
  setClockOffset(offset);
  const onOver = vi.fn<() => void>();
  const until = new Date(Date.now() + offset + 60_000).toISOString();
  renderHook(() => useOver(until, onOver));
  vi.advanceTimersByTime(59_000);
  expect(onOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(onOver).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(onOver).toHaveBeenCalledTimes(2);
});

test('nothing is reported of access that is not active', () => {
  vi.useFakeTimers();
  const onOver = vi.fn<() => void>();
  renderHook(() => useOver(null, onOver));
  vi.advanceTimersByTime(60_000);
  expect(onOver).not.toHaveBeenCalled();
});
