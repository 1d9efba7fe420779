import { isAttended } from '../../../session/activity.ts';

/** Milliseconds that a message's end must be in view to count as seen, so that scrolling past it does not. */
const dwell = 300;

const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Sequence numbers of the first and last message whose end is in view. */
export interface InView {
  first: number;
  last: number;
}

export interface SeenWatch {
  /** Watches the ends of these messages, and reports them while any are unread. */
  watch: (places: readonly number[], unreadCount: number) => void;
  /** Restarts the timing: the window was hidden until now. */
  beginAnew: () => void;
  stop: () => void;
}

interface SeenHandlers {
  /** Called when the messages in view change. */
  onView: (inView: InView | undefined) => void;
  /** Called with the sequence numbers of messages that were seen. */
  onSeen: (places: ReadonlySet<number>) => void;
}

const hasDwelt = (at: number) => performance.now() - at >= dwell;

/**
 * Watches which messages the user sees: their ends are in view for a moment, in a visible window, while the user is active.
 * Messages that arrive on an unattended screen stay unread, and urgent ones reach the user by other means.
 */
export function watchSeen(root: HTMLElement, { onView, onSeen }: SeenHandlers): SeenWatch {
  /** Time since which each message's end has been in view. */
  const since = new Map<number, number>();
  /** Messages that left the view since the last report, after long enough. */
  const passed = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let life: AbortController | undefined;
  let isWanted = false;

  const report = () => {
    timer = undefined;
    if (!isWanted) passed.clear();
    if (!isWanted || document.visibilityState !== 'visible') return;
    if (!isAttended()) return waitForLife();
    const places = new Set([...passed, ...[...since].filter(([, at]) => hasDwelt(at)).map(([place]) => place)]);
    passed.clear();
    if (places.size > 0) onSeen(places);
    if ([...since.values()].some((at) => !hasDwelt(at))) tellSoon();
  };
  const tellSoon = () => {
    timer ??= setTimeout(report, dwell + 20);
  };
  const waitForLife = () => {
    life ??= new AbortController();
    const { signal } = life;
    const comeBack = () => {
      life?.abort();
      life = undefined;
      tellSoon();
    };
    for (const sign of signsOfLife) window.addEventListener(sign, comeBack, { signal, passive: true });
  };
  const note = (place: number, isInView: boolean) => {
    const at = since.get(place);
    if (isInView && at === undefined) since.set(place, performance.now());
    if (isInView || at === undefined) return;
    since.delete(place);
    if (hasDwelt(at)) passed.add(place);
  };
  // Relative to the window, not to `root`, which may itself be scrolled half out of view.
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) note(Number(target.getAttribute('data-end')), isIntersecting);
    onView(since.size === 0 ? undefined : { first: Math.min(...since.keys()), last: Math.max(...since.keys()) });
    tellSoon();
  });
  return {
    watch: (places, unreadCount) => {
      const there = new Set(places);
      for (const place of since.keys()) if (!there.has(place)) note(place, false);
      for (const end of root.querySelectorAll('[data-end]')) observer.observe(end);
      isWanted = unreadCount > 0;
      tellSoon();
    },
    beginAnew: () => {
      for (const place of since.keys()) since.set(place, performance.now());
      tellSoon();
    },
    stop: () => {
      observer.disconnect();
      clearTimeout(timer);
      life?.abort();
    },
  };
}
