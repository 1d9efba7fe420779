// When a session is refreshed, and when it ends because nobody uses it (docs/domain/session.md). Pure functions of the idle
// and remaining time. All times are milliseconds.

const second = 1000;
const minute = 60 * second;

export const timing = {
  /** The timer refreshes the token this long before it expires, */
  refreshBeforeExpiry: minute,
  /** unless the user was idle for this long; */
  refreshIdleLimit: 5 * minute,
  /** then the next activity refreshes it. */
  refreshThreshold: 5 * minute,
  /** Delay before a failed refresh is retried. */
  refreshRetry: 10 * second,
  /** Idle this long, with less than `autoLogoutRemaining` left, the auto-logout dialog shows. */
  autoLogoutIdle: 12 * minute,
  autoLogoutRemaining: 10 * minute,
  checkEvery: 30 * second,
  countdown: minute,
  tick: second,
  /** With more than this left when the countdown ends, another tab has refreshed the session: it is kept. */
  keepRemaining: 20 * minute,
  /** The end of the maximum lifetime is announced this long before. */
  lifetimeWarning: 15 * minute,
  lifetimeCheck: 10 * second,
  /** Activity is recorded at most once in this time. */
  activityThrottle: 500,
  /** Longest time between two checks, because browsers slow down background tabs. */
  slowestCheck: minute,
} as const;

export interface SessionClock {
  /** Time since the last activity in any tab. */
  idle: number;
  /** Time until the token expires; negative afterwards. */
  remaining: number;
  isDialogOpen: boolean;
}

/** Delay until the timed refresh. */
export function untilRefresh(remaining: number): number {
  return Math.max(0, remaining - timing.refreshBeforeExpiry);
}

/** Whether the timer refreshes the session now. */
export function mayRefreshByTimer({ idle, remaining, isDialogOpen }: SessionClock): boolean {
  return !isDialogOpen && idle < timing.refreshIdleLimit && remaining <= timing.refreshBeforeExpiry;
}

/** Whether activity after `idle` refreshes the session. */
export function refreshesOnActivity({ idle, isDialogOpen }: SessionClock): boolean {
  return !isDialogOpen && idle > timing.refreshThreshold;
}

/** Whether a failed refresh is retried without waiting for activity. */
export function mayRetryRefresh({ idle, isDialogOpen }: SessionClock): boolean {
  return !isDialogOpen && idle < timing.refreshIdleLimit;
}

/** Whether the timer will not refresh a token that is about to expire: the session would end without the dialog. */
function endsUnasked(idle: number, remaining: number): boolean {
  const { refreshBeforeExpiry, refreshIdleLimit, countdown, slowestCheck } = timing;
  return remaining <= countdown + slowestCheck && idle + remaining - refreshBeforeExpiry >= refreshIdleLimit;
}

/**
 * Whether the auto-logout dialog is due, which it is, too, when the token of an idle user is about to expire. `over` if the
 * session can no longer be kept: the token has expired, or the dialog should have shown so long ago that its countdown would
 * be over, because the computer was asleep.
 */
export function autoLogout({ idle, remaining, isDialogOpen }: SessionClock): 'notYet' | 'show' | 'over' {
  if (isDialogOpen) return 'notYet';
  if (remaining > 0 && endsUnasked(idle, remaining) && idle < timing.autoLogoutIdle) return 'show';
  const overdue = Math.min(idle - timing.autoLogoutIdle, timing.autoLogoutRemaining - remaining);
  if (idle < timing.autoLogoutIdle || remaining >= timing.autoLogoutRemaining) return 'notYet';
  return remaining <= 0 || overdue > timing.countdown + timing.slowestCheck ? 'over' : 'show';
}

/** Length of the countdown: at most until the token expires, after which no reply could keep the session. */
export function countdownTime(remaining: number): number {
  return Math.min(timing.countdown, remaining);
}

/** What happens when the countdown reaches zero. */
export function atZero(remaining: number): 'keep' | 'logOut' {
  return remaining > timing.keepRemaining ? 'keep' : 'logOut';
}

/** Whole minutes until the maximum lifetime, once the end is near enough to announce. */
export function minutesToAnnounce(left: number): number | undefined {
  return left > timing.lifetimeWarning ? undefined : Math.max(0, Math.ceil(left / minute));
}

/** Whole seconds until `deadline`, at most the whole countdown. */
export function secondsLeft(deadline: number, now: number): number {
  const left = Math.ceil((deadline - now) / second);
  return Math.min(timing.countdown / second, Math.max(0, left));
}

/** Whether a token was issued within the last minutes, most likely by signing in. */
export function isNewToken(remaining: number): boolean {
  return remaining > timing.keepRemaining;
}

/** Whether a newly opened page, which does not know of any activity, has to refresh a token of this age. */
export function isOldForNewPage(remaining: number): boolean {
  return remaining < timing.keepRemaining + timing.refreshThreshold;
}
