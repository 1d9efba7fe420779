import { useEffect, useEffectEvent, useState, type RefCallback } from 'react';

/** Milliseconds that the end of a list stays in view before more is loaded: scrolling past it loads nothing. */
const endWait = 100;

/**
 * Ref of an element at the end of a list; calls `onEnd` once it has come near the view, unless it is paused.
 * @param isPaused while more is loading, and after that has failed: a failure is repeated only on request
 * @param rootMargin how near, for a list that does not scroll by itself
 */
export function useListEnd(
  onEnd: (() => void) | undefined,
  isPaused: boolean,
  rootMargin?: string,
): RefCallback<HTMLElement> {
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const load = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (end === null || isPaused) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A new observer after each load: what the last one saw was before the loaded rows pushed the end away.
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting === true) timer = setTimeout(load, endWait);
      },
      rootMargin === undefined ? {} : { rootMargin },
    );
    observer.observe(end);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [end, isPaused, rootMargin]);
  return setEnd;
}
