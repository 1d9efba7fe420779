import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { firstOf, lastOf, type MessageWindow } from './messageWindow.ts';

/** A message to bring into view; each count is a wish of its own. The newest when no message is named. */
export interface Place {
  sequence: number | undefined;
  count: number;
}

/** Pixels from the end that still count as the end (docs/domain/messages.md). */
const bottomOffset = 50;
/** Where the next page is asked for, before the reader comes to the edge. */
const edge = 400;

/** Whether the end is in view: of a height, or of a frame, that may have been another one until now. */
function isNearEnd(element: HTMLElement, height = element.scrollHeight, shownHeight = element.clientHeight): boolean {
  return height - element.scrollTop - shownHeight < bottomOffset;
}

/** What comes while nobody looks waits below, so that it is not skipped. */
function isFollowed(last: number, oldLast: number): boolean {
  return last > oldLast && document.visibilityState === 'visible';
}

/** The line above a message, the day over that and a bit of what was before. */
const aboveLine = 96;

/** One reads on from the line; whoever looks for a message wants to see what is around it. Nothing else is scrolled. */
function show(scroller: HTMLElement, target: Element, isLine: boolean): void {
  const { top, height } = target.getBoundingClientRect();
  const place = top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  const above = isLine ? Math.min(aboveLine, scroller.clientHeight / 3) : (scroller.clientHeight - height) / 2;
  scroller.scrollTop = place - above;
}

interface ThreadScroll {
  window: MessageWindow | undefined;
  /** Another one for everything that is added below the messages or changes there. */
  pending: string;
  place: Place;
  firstUnread: number | undefined;
  onTop: () => void;
  onBottom: () => void;
}

/**
 * Where the reader is among the messages. Older pages on top leave the reading position where it is; what arrives below
 * is followed only by who is at the end.
 */
export function useThreadScroll({ window, pending, place, firstUnread, onTop, onBottom }: ThreadScroll) {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef({ first: 0, last: 0, height: 0, pending, placeCount: -1 });
  const [isAtEnd, setAtEnd] = useState(true);
  const first = window === undefined ? 0 : firstOf(window);
  const last = window === undefined ? 0 : lastOf(window);

  const look = () => {
    const element = scroller.current;
    if (element === null) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    setAtEnd(isNearEnd(element));
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
      if (target !== null) show(element, target, sequence === firstUnread);
      else if (place.sequence === undefined) element.scrollTop = element.scrollHeight;
    } else if (first < old.first) {
      element.scrollTop += element.scrollHeight - old.height;
    } else if (isNearEnd(element, old.height) && (isFollowed(last, old.last) || pending !== old.pending)) {
      element.scrollTop = element.scrollHeight;
    }
    before.current = { first, last, height: element.scrollHeight, pending, placeCount: place.count };
    lookAgain();
  }, [first, last, pending, place, firstUnread]);

  // The place to write grows and shrinks: the end stays in view for who is there.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let shownHeight = element.clientHeight;
    const observer = new ResizeObserver(() => {
      if (isNearEnd(element, element.scrollHeight, shownHeight)) element.scrollTop = element.scrollHeight;
      shownHeight = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { scroller, isAtEnd, onScroll: look };
}
