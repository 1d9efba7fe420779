import { describe, expect, it } from 'vitest';
import { autoLogout, countdownTime, mayRefreshByTimer, refreshesOnActivity, timing } from './timing.ts';

// All timing rules together, over half an hour and more of one token: a user is active for a while and then leaves.

const second = 1000;
const minute = 60 * second;
const tokenLife = 30 * minute;
const step = 5 * second;

interface Habit {
  /** Time between two mouse movements. */
  pause: number;
  lastActiveAt: number;
  /** Interval at which the dialog's condition is checked; browsers may slow it down. */
  checkEvery: number;
}

interface Outcome {
  askedAt: number;
  /** Remaining time of the token when the dialog opens. */
  remaining: number;
  refreshes: number;
  diedAt: number | undefined;
}

/** Runs until the dialog asks, or the token expires without it. */
function live({ pause, lastActiveAt, checkEvery }: Habit): Outcome {
  let expiresAt = tokenLife;
  let activeAt = 0;
  let refreshes = 0;
  for (let now = 0; ; now += step) {
    const clock = { idle: now - activeAt, remaining: expiresAt - now, isDialogOpen: false };
    if (clock.remaining <= 0) return { askedAt: now, remaining: 0, refreshes, diedAt: now };
    const isCheck = now % checkEvery === 0;
    const need = isCheck ? autoLogout(clock) : 'notYet';
    if (need !== 'notYet') return { askedAt: now, remaining: clock.remaining, refreshes, diedAt: undefined };
    const isActive = now > 0 && (now === lastActiveAt || (now < lastActiveAt && now % pause === 0));
    if ((isActive && refreshesOnActivity(clock)) || mayRefreshByTimer(clock)) {
      expiresAt = now + tokenLife;
      refreshes += 1;
    }
    if (isActive) activeAt = now;
  }
}

const lastMinutes = Array.from({ length: 61 }, (_, half) => half / 2);
const pauses = [5 * second, minute, 5 * minute, 11 * minute, tokenLife];

describe.each(lastMinutes)('a user who leaves after %d minutes', (last) => {
  it.each(pauses)('and moved the mouse every %d ms is asked in time', (pause) => {
    for (const checkEvery of [timing.checkEvery, timing.slowestCheck]) {
      const { diedAt, askedAt, remaining } = live({ pause, lastActiveAt: last * minute, checkEvery });
      // A user idle for that long is asked before they leave.
      const goneAt = Math.min(last * minute, askedAt);
      expect(diedAt).toBeUndefined();
      expect(countdownTime(remaining)).toBe(timing.countdown);
      expect(remaining).toBeGreaterThanOrEqual(minute);
      expect(askedAt - goneAt).toBeLessThanOrEqual(26 * minute);
    }
  });
});

it('never asks an active user, with two refreshes per half hour', () => {
  const { askedAt, refreshes } = live({ pause: 5 * second, lastActiveAt: 8 * 60 * minute, checkEvery: 30 * second });
  expect(askedAt).toBeGreaterThan(8 * 60 * minute);
  expect(refreshes).toBeLessThanOrEqual(2 * 2 * 8);
});
