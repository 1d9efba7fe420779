import { isCountingDown, setCountdown } from './countdownState.ts';
import { secondsLeft, timing } from './timing.ts';

// Counts the seconds until the session ends and shows them in the tab's title, also in the background. Each tick reads the
// clock: a browser that slows down or sleeps skips numbers, not time.

let timer: ReturnType<typeof setInterval> | undefined;
let pageTitle = '';
let ownTitle = '';

function showInTitle(seconds: number): void {
  if (document.title !== ownTitle) pageTitle = document.title;
  ownTitle = `${seconds} s until you are logged out`;
  document.title = ownTitle;
}

/** Counts down to `deadline`, then calls `onZero`. Does nothing if a countdown is running. */
export function startCountdown(deadline: number, onZero: () => void): void {
  if (isCountingDown()) return;
  const tick = () => {
    const seconds = secondsLeft(deadline, Date.now());
    setCountdown(seconds);
    showInTitle(seconds);
    if (seconds > 0) return;
    stopCountdown();
    onZero();
  };
  timer = setInterval(tick, timing.tick);
  tick();
}

export function stopCountdown(): void {
  clearInterval(timer);
  if (!isCountingDown()) return;
  setCountdown(undefined);
  if (document.title === ownTitle) document.title = pageTitle;
}
