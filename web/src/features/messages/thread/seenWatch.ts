import { isAttended } from '../../../session/activity.ts';

/** A message counts as seen when its end stood in view for so long: not when it flew by. In milliseconds. */
const dwell = 300;

const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** The places in view: of the first and the last message whose end is there. */
export interface InView {
  first: number;
  last: number;
}

export interface SeenWatch {
  /** Watches the ends of these messages, and tells of them as long as any are unread. */
  watch: (places: readonly number[], unreadCount: number) => void;
  /** Counts anew from now on: the window was hidden until now. */
  beginAnew: () => void;
  stop: () => void;
}

interface Heard {
  /** The messages in view have changed. */
  onView: (inView: InView | undefined) => void;
  /** These messages were seen, by their places. */
  onSeen: (places: ReadonlySet<number>) => void;
}

const hasDwelt = (at: number) => performance.now() - at >= dwell;

/**
 * Watches which messages somebody has before their eyes: their ends stand in view for a moment, in a window that is shown,
 * while somebody is there. What comes to an unattended screen is not read by that, and what is urgent finds its reader
 * another way.
 */
export function watchSeen(root: HTMLElement, { onView, onSeen }: Heard): SeenWatch {
  /** Since when the end of each message is in view. */
  const since = new Map<number, number>();
  /** Those that went out of view again since the last telling, after long enough. */
  const passed = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let life: AbortController | undefined;
  let isWanted = false;

  const tell = () => {
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
    timer ??= setTimeout(tell, dwell + 20);
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
  // Of the window, not of `root`: that may itself be scrolled half out of view.
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
