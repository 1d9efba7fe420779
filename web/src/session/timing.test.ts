import { describe, expect, it } from 'vitest';
import {
  atZero,
  autoLogout,
  countdownTime,
  isNewToken,
  isOldForNewPage,
  mayRefreshByTimer,
  mayRetryRefresh,
  minutesToAnnounce,
  refreshesOnActivity,
  secondsLeft,
  untilRefresh,
} from './timing.ts';

const second = 1000;
const minute = 60 * second;
const at = (idle: number, remaining: number, isDialogOpen = false) => ({ idle, remaining, isDialogOpen });

describe('the timed refresh', () => {
  it('is due a minute before the token expires', () => {
    expect(untilRefresh(30 * minute)).toBe(29 * minute);
    expect(untilRefresh(10 * second)).toBe(0);
    expect(untilRefresh(-minute)).toBe(0);
  });

  it('pauses after five idle minutes, and while the dialog shows', () => {
    expect(mayRefreshByTimer(at(5 * minute - 1, minute))).toBe(true);
    expect(mayRefreshByTimer(at(5 * minute, minute))).toBe(false);
    expect(mayRefreshByTimer(at(0, minute, true))).toBe(false);
  });

  it('is not needed when another tab has done it', () => {
    expect(mayRefreshByTimer(at(0, 29 * minute))).toBe(false);
  });
});

describe('activity', () => {
  it('refreshes after more than five idle minutes, unless the dialog shows', () => {
    expect(refreshesOnActivity(at(5 * minute, 20 * minute))).toBe(false);
    expect(refreshesOnActivity(at(5 * minute + 1, 20 * minute))).toBe(true);
    expect(refreshesOnActivity(at(5 * minute + 1, 20 * minute, true))).toBe(false);
  });

  it('retries a failed refresh without waiting for it, while the user is active', () => {
    expect(mayRetryRefresh(at(5 * minute - 1, 14 * minute))).toBe(true);
    expect(mayRetryRefresh(at(5 * minute, 14 * minute))).toBe(false);
    expect(mayRetryRefresh(at(0, 14 * minute, true))).toBe(false);
  });
});

describe('the auto-logout dialog', () => {
  it.each([
    ['somebody was there twelve minutes ago', 12 * minute - 1, 5 * minute, 'notYet'],
    ['the token lasts ten minutes more', 15 * minute, 10 * minute, 'notYet'],
    ['both are so', 12 * minute, 10 * minute - 1, 'show'],
    ['the check came as late as it may', 22 * minute, 8 * minute, 'show'],
    ['the computer slept through all of it', 22 * minute + 1, 8 * minute - 1, 'over'],
    ['the token of an idle user expires in two minutes', 4 * minute, 2 * minute, 'show'],
    ['the timer will refresh it', 4 * minute - 1, 2 * minute, 'notYet'],
    ['the token is gone', 12 * minute, 0, 'over'],
    ['the token is long gone', 3 * 60 * minute, -2 * 60 * minute, 'over'],
  ] as const)('%s', (_, idle, remaining, need) => {
    expect(autoLogout(at(idle, remaining))).toBe(need);
  });

  it('shows only once', () => {
    expect(autoLogout(at(12 * minute, 5 * minute, true))).toBe('notYet');
  });

  it('counts down by the clock, from 60 to 0', () => {
    expect(secondsLeft(60 * second, 0)).toBe(60);
    expect(secondsLeft(60 * second, 1)).toBe(60);
    expect(secondsLeft(60 * second, 1000)).toBe(59);
    expect(secondsLeft(60 * second, 59_999)).toBe(1);
    expect(secondsLeft(60 * second, 60_000)).toBe(0);
    expect(secondsLeft(60 * second, 3_600_000)).toBe(0);
  });

  it('does not count beyond the end of the token', () => {
    expect(countdownTime(9 * minute)).toBe(minute);
    expect(countdownTime(20 * second)).toBe(20 * second);
  });

  it('logs out at zero, unless another tab has refreshed', () => {
    expect(atZero(20 * minute)).toBe('logOut');
    expect(atZero(20 * minute + 1)).toBe('keep');
  });
});

it('refreshes a token older than five minutes on a new page', () => {
  expect(isOldForNewPage(25 * minute)).toBe(false);
  expect(isOldForNewPage(25 * minute - 1)).toBe(true);
});

it('treats a token as new for ten minutes', () => {
  expect(isNewToken(20 * minute)).toBe(false);
  expect(isNewToken(20 * minute + 1)).toBe(true);
});

describe('the maximum lifetime of a session', () => {
  it.each([
    [16 * minute, undefined],
    [15 * minute + 1, undefined],
    [15 * minute, 15],
    [14 * minute + 1, 15],
    [90 * second, 2],
    [minute, 1],
    [1, 1],
    [0, 0],
    [-minute, 0],
  ])('%d ms before it, is told as %s minutes', (left, minutes) => {
    expect(minutesToAnnounce(left)).toBe(minutes);
  });
});
