import { measureIdleTimeBy } from '../api/idleTime.ts';
import { onTabMessage, broadcastToTabs } from './tabs.ts';
import { timing } from './timing.ts';

// Time of the last user activity in any tab. Opening a page counts as activity.

let lastActiveAt = Date.now();

onTabMessage((message) => {
  if (message.type === 'activity') lastActiveAt = latest(lastActiveAt, message.at, Date.now());
});

/** The later of two times, both capped at `now`: after a clock was set back, a future time must not count as activity. */
export function latest(one: number, other: number, now: number): number {
  return Math.max(Math.min(one, now), Math.min(other, now));
}

export function idleTime(): number {
  const now = Date.now();
  lastActiveAt = Math.min(lastActiveAt, now);
  return now - lastActiveAt;
}
measureIdleTimeBy(idleTime);

/** Idle time in milliseconds after which the user counts as away. */
const awayAfter = 60_000;

/** Whether somebody is probably using this browser. */
export const isAttended = (): boolean => idleTime() <= awayAfter;

/** Records activity for all tabs. */
export function noteActivity(): void {
  lastActiveAt = Date.now();
  broadcastToTabs({ type: 'activity', at: lastActiveAt });
}

const kinds = ['mousemove', 'mousedown', 'keydown', 'touchstart', 'touchmove', 'wheel'] as const;

/**
 * Records user activity at most twice per second. `beforeNoted` is called first, while `idleTime()` still returns the time
 * since the previous activity.
 */
export function watchActivity(beforeNoted: () => void): () => void {
  let position = '';
  let notedAt = 0;
  const note = (event: Event) => {
    if (event instanceof MouseEvent && event.type === 'mousemove') {
      // Browsers also fire mousemove when the page scrolls below a resting pointer.
      const next = `${event.screenX},${event.screenY}`;
      if (next === position) return;
      position = next;
    }
    const sinceNoted = Date.now() - notedAt;
    if (sinceNoted >= 0 && sinceNoted < timing.activityThrottle) return;
    notedAt = Date.now();
    beforeNoted();
    noteActivity();
  };
  const options = { capture: true, passive: true };
  for (const kind of kinds) window.addEventListener(kind, note, options);
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, note, options);
  };
}
