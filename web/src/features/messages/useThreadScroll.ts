import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { firstOf, lastOf, type MessageWindow } from './messageWindow.ts';

/** A message to bring into view; each count is a wish of its own. The newest when no message is named. */
export interface Place {
  sequence: number | undefined;
  count: number;
}

/** This near the end counts as being there (specification 1, section 9). */
const bottomOffset = 50;
/** Where the next page is asked for, before the reader comes to the edge. */
const edge = 400;

interface ThreadScroll {
  window: MessageWindow | undefined;
  /** Rises with everything that is added below the messages. */
  pendingCount: number;
  place: Place;
  firstUnread: number | undefined;
  onTop: () => void;
  onBottom: () => void;
}

/**
 * Where the reader is among the messages. Older pages on top leave the reading position where it is; what arrives below
 * is followed only by who is at the end.
 */
export function useThreadScroll({ window, pendingCount, place, firstUnread, onTop, onBottom }: ThreadScroll) {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef({ first: 0, last: 0, height: 0, pendingCount, placeCount: -1 });
  const [isAtEnd, setAtEnd] = useState(true);
  const first = window === undefined ? 0 : firstOf(window);
  const last = window === undefined ? 0 : lastOf(window);

  const look = () => {
    const element = scroller.current;
    if (element === null) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    setAtEnd(below < bottomOffset);
    if (element.scrollTop < edge) onTop();
    if (below < edge) onBottom();
  };
  const lookAgain = useEffectEvent(look);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || last === 0) return;
    const old = before.current;
    const hasNewPlace = old.placeCount !== place.count;
    const isOther = old.last === 0 || first > old.last || last < old.first;
    if (hasNewPlace || isOther) {
      const sequence = place.sequence ?? (old.last === 0 ? firstUnread : undefined);
      const target = element.querySelector(`[data-sequence="${sequence ?? 0}"]`);
      if (target !== null) target.scrollIntoView({ block: 'center' });
      else if (place.sequence === undefined) element.scrollTop = element.scrollHeight;
    } else if (first < old.first) {
      element.scrollTop += element.scrollHeight - old.height;
    } else if (isAtEnd && (last > old.last || pendingCount > old.pendingCount)) {
      element.scrollTop = element.scrollHeight;
    }
    before.current = { first, last, height: element.scrollHeight, pendingCount, placeCount: place.count };
    lookAgain();
  }, [first, last, pendingCount, place, firstUnread, isAtEnd]);

  // The place to write grows and shrinks: the end stays in view for who is there.
  const keepEnd = useEffectEvent(() => {
    const element = scroller.current;
    if (element !== null && isAtEnd) element.scrollTop = element.scrollHeight;
  });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => keepEnd());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { scroller, isAtEnd, onScroll: look };
}
