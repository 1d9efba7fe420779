import { useEffect, useEffectEvent, useRef } from 'react';
import { untilServerTime } from '../../../session/token.ts';

/** Milliseconds after which `onOver` is called again. */
const pause = 15_000;

/**
 * Calls `onOver` once emergency access has ended by the server's clock, and again from time to time while it is still shown as
 * active.
 * @param until null if it is not active
 */
export function useOver(until: string | null, onOver: () => void): void {
  const calledAt = useRef(0);
  const check = useEffectEvent((end: string) => {
    if (untilServerTime(Date.parse(end)) > 0 || Date.now() - calledAt.current < pause) return;
    calledAt.current = Date.now();
    onOver();
  });
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => check(until), 1000);
    return () => clearInterval(timer);
  }, [until]);
}
