import { refreshToken } from '@careloop/contracts/session';
import { call } from '../api/call.ts';
import { emitApiEvent } from '../api/events.ts';
import { endSession, signOut } from './actions.ts';
import { idleTime, noteActivity, watchActivity } from './activity.ts';
import { isCountingDown, setCountdown } from './countdownState.ts';
import { withLock } from './withLock.ts';
import { onTabMessage, broadcastToTabs, type TabMessage } from './tabs.ts';
import {
  atZero,
  autoLogout,
  countdownTime,
  isOldForNewPage,
  mayRefreshByTimer,
  mayRetryRefresh,
  refreshesOnActivity,
  secondsLeft,
  timing,
  untilRefresh,
  type SessionClock,
} from './timing.ts';
import { knownClockOffset, noteServerTime, remainingTime, setClockOffset, tokenInfo } from './token.ts';

// Keeps a session alive while it is used and ends it when it is idle. Loaded after the first screen. Timers may fire late,
// in the background or after a sleep, so they read the clock instead of counting ticks.

let refreshTimer: ReturnType<typeof setTimeout> | undefined;
let isRunning = false;
let isRefreshing = false;
let hasFailed = false;
let triedAt = Number.NEGATIVE_INFINITY;

const clock = (): SessionClock => ({
  idle: idleTime(),
  remaining: remainingTime(),
  isDialogOpen: isCountingDown(),
});

function scheduleRefresh(delay = untilRefresh(remainingTime())): void {
  clearTimeout(refreshTimer);
  if (isRunning) refreshTimer = setTimeout(onRefreshTime, delay);
}

function onRefreshTime(): void {
  const now = clock();
  if (mayRefreshByTimer(now) || (hasFailed && mayRetryRefresh(now))) void refresh();
  // Another tab has refreshed it. If the user is away, their next activity refreshes it.
  else if (now.remaining > timing.refreshBeforeExpiry) scheduleRefresh();
}

/** Gets a new token for all tabs; only one tab asks for it. */
async function refresh(): Promise<void> {
  if (isRefreshing) return;
  isRefreshing = true;
  triedAt = Date.now();
  const old = tokenInfo()?.expiresAt;
  try {
    await withLock('careloop-refresh', async () => {
      if (tokenInfo()?.expiresAt !== old) return;
      await call(refreshToken, {}, { onResponse: noteServerTime });
      broadcastToTabs({ type: 'refreshed', clockOffset: knownClockOffset() });
      emitApiEvent('tokenRefreshed');
    });
    hasFailed = false;
  } catch {
    hasFailed = true;
  }
  isRefreshing = false;
  scheduleRefresh(hasFailed ? timing.refreshRetry : undefined);
}

/** Shows the dialog when it is due. Runs every half minute and when the page comes back to the front. */
function check(): void {
  if (isCountingDown()) return;
  const need = autoLogout(clock());
  if (need === 'over') endSession('inactivity');
  if (need !== 'show') return;
  const deadline = Date.now() + countdownTime(remainingTime());
  broadcastToTabs({ type: 'show-auto-logout', deadline });
  startCountdown(deadline, onZero);
}

function onZero(): void {
  if (atZero(remainingTime()) === 'logOut') endSession('inactivity');
  else scheduleRefresh();
}

function beforeActivity(): void {
  const now = clock();
  if (autoLogout(now) === 'over') endSession('inactivity');
  else if (refreshesOnActivity(now) && !wasJustTried()) void refresh();
}

/** After a failed refresh, activity does not retry at once. */
function wasJustTried(): boolean {
  const since = Date.now() - triedAt;
  return since >= 0 && since < timing.refreshRetry;
}

function onMessage(message: TabMessage): void {
  if (message.type === 'show-auto-logout') startCountdown(message.deadline, onZero);
  if (message.type === 'cancel-auto-logout') stopCountdown();
  if (message.type !== 'refreshed') return;
  setClockOffset(message.clockOffset);
  emitApiEvent('tokenRefreshed');
  scheduleRefresh();
}

/** The user chose to stay signed in: closes the dialog in every tab. */
export function stayLoggedIn(): void {
  stopCountdown();
  broadcastToTabs({ type: 'cancel-auto-logout' });
  noteActivity();
  void refresh();
}

/** Ends the session before the countdown is over, even if the server cannot be reached. */
export async function logOutNow(): Promise<void> {
  stopCountdown();
  try {
    await signOut();
  } catch {
    endSession('signedOut');
  }
}

/** Starts for a signed-in user; the returned function stops. */
export function startSessionTimers(): () => void {
  isRunning = true;
  const checking = setInterval(check, timing.checkEvery);
  const stops = [watchActivity(beforeActivity), onTabMessage(onMessage)];
  window.addEventListener('focus', check);
  document.addEventListener('visibilitychange', check);
  noteActivity();
  if (isOldForNewPage(remainingTime())) void refresh();
  else scheduleRefresh();
  return () => {
    isRunning = false;
    clearInterval(checking);
    clearTimeout(refreshTimer);
    stopCountdown();
    for (const stop of stops) stop();
    window.removeEventListener('focus', check);
    document.removeEventListener('visibilitychange', check);
  };
}

// Counts the seconds until the session ends and shows them in the tab's title, also in the background. Each tick reads the
// clock: a browser that slows down or sleeps skips numbers, not time.

let countdownTimer: ReturnType<typeof setInterval> | undefined;
let pageTitle = '';
let ownTitle = '';

function showInTitle(seconds: number): void {
  if (document.title !== ownTitle) pageTitle = document.title;
  ownTitle = `${seconds} s until you are logged out`;
  document.title = ownTitle;
}

/** Counts down to `deadline`, then calls `onZero`. Does nothing if a countdown is running. */
function startCountdown(deadline: number, onZero: () => void): void {
  if (isCountingDown()) return;
  const tick = () => {
    const seconds = secondsLeft(deadline, Date.now());
    setCountdown(seconds);
    showInTitle(seconds);
    if (seconds > 0) return;
    stopCountdown();
    onZero();
  };
  countdownTimer = setInterval(tick, timing.tick);
  tick();
}

function stopCountdown(): void {
  clearInterval(countdownTimer);
  if (!isCountingDown()) return;
  setCountdown(undefined);
  if (document.title === ownTitle) document.title = pageTitle;
}
