import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCoalescer } from './coalesce.ts';

describe('a burst', () => {
  let bursts: string[][];
  const collect = () => createCoalescer<string>((items) => void bursts.push([...items]));

  beforeEach(() => {
    bursts = [];
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it('is flushed once, 250 ms after its last item, without duplicates', () => {
    const { add } = collect();
    add(['a']);
    vi.advanceTimersByTime(200);
    add(['b', 'a']);
    vi.advanceTimersByTime(249);
    expect(bursts).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(bursts).toEqual([['a', 'b']]);
  });

  it('has equal events of separate messages once', () => {
    const events: object[] = [];
    const { add } = createCoalescer<object>((items) => void events.push(...items));
    for (const referralId of [1, 1, 2]) add([{ name: 'ReferralChangedEvent', payload: { referralId } }]);
    vi.advanceTimersByTime(250);
    expect(events).toEqual([1, 2].map((referralId) => ({ name: 'ReferralChangedEvent', payload: { referralId } })));
  });

  it('that does not pause is flushed every three seconds', () => {
    const { add } = collect();
    for (let passed = 0; passed < 7000; passed += 100) {
      add(['a']);
      vi.advanceTimersByTime(100);
    }
    expect(bursts).toEqual([['a'], ['a']]);
  });

  it('is discarded by stop', () => {
    const { add, stop } = collect();
    add(['a']);
    stop();
    vi.advanceTimersByTime(10_000);
    add([]);
    vi.advanceTimersByTime(10_000);
    expect(bursts).toEqual([]);
  });
});
