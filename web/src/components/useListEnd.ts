import { useIntersection } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';

/** Milliseconds that the end of a list stays in view before more is loaded: scrolling past it loads nothing. */
const endWait = 100;

/** Ref of an element at the end of a list; calls `onEnd` once it has come near the view, unless more is already loading. */
export function useListEnd(onEnd: (() => void) | undefined, isLoading: boolean, options?: IntersectionObserverInit) {
  const { ref, entry } = useIntersection(options);
  const isNear = entry?.isIntersecting === true;
  const load = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (!isNear || isLoading) return;
    const timer = setTimeout(load, endWait);
    return () => clearTimeout(timer);
  }, [isNear, isLoading]);
  return ref;
}
