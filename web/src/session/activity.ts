import { measureIdleTimeBy } from '../api/idleTime.ts';
import { onTabMessage, broadcastToTabs } from './tabs.ts';
import { timing } from './timing.ts';

// Time of the last user activity in any tab. Opening a page counts as activity.

let lastActiveAt = Date.now();

onTabMessage((message) => {
  if (message.type === 'activity') lastActiveAt = latest(lastActiveAt, message.at, Date.now());
});

/** The later of two times, neither in the future: a clock that was set back must not count as somebody being there. */
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
const longestAttended = 60_000;

/** Whether somebody is probably using this browser. */
export const isAttended = (): boolean => idleTime() <= longestAttended;

/** Records activity, in all tabs. */
export function noteActivity(): void {
  lastActiveAt = Date.now();
  broadcastToTabs({ type: 'activity', at: lastActiveAt });
}

const kinds = ['mousemove', 'mousedown', 'keydown', 'touchstart', 'touchmove', 'wheel'] as const;

/**
 * Notes what somebody does here, once in half a second. `beforeNoted` hears of it while `idleTime()` still tells how
 * long nobody did anything.
 */
export function watchActivity(beforeNoted: () => void): () => void {
  let position = '';
  let notedAt = 0;
  const note = (event: Event) => {
    if (event instanceof MouseEvent && event.type === 'mousemove') {
      // Browsers tell of a move also when the page moved below a pointer that rests.
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
