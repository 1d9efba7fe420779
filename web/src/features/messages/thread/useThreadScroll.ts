import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { firstOf, lastOf, type MessageWindow } from './messageWindow.ts';

/** A message to bring into view; each new count requests it again. The newest if no message is named. */
export interface Place {
  sequence: number | undefined;
  count: number;
}

/** Pixels from the end that still count as the end (docs/domain/messages.md). */
const bottomOffset = 50;
/** Distance from the edge in pixels at which the next page is requested. */
const edge = 400;

/** Whether the end is in view, for the current or an earlier height of content or frame. */
function isNearEnd(element: HTMLElement, height = element.scrollHeight, shownHeight = element.clientHeight): boolean {
  return height - element.scrollTop - shownHeight < bottomOffset;
}

/** Messages that arrive while the window is hidden are not scrolled to, so that they are not skipped. */
function isFollowed(last: number, oldLast: number): boolean {
  return last > oldLast && document.visibilityState === 'visible';
}

/** Room in pixels above a message for the unread line, the day and part of the previous message. */
const aboveLine = 96;

/** Scrolls the unread line to the top, or a searched message to the middle. Scrolls only this element. */
function show(scroller: HTMLElement, target: Element, isLine: boolean): void {
  const { top, height } = target.getBoundingClientRect();
  const place = top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  const above = isLine ? Math.min(aboveLine, scroller.clientHeight / 3) : (scroller.clientHeight - height) / 2;
  scroller.scrollTop = place - above;
}

interface ThreadScroll {
  window: MessageWindow | undefined;
  /** Changes whenever something below the messages is added or changes. */
  pending: string;
  place: Place;
  firstUnread: number | undefined;
  onTop: () => void;
  onBottom: () => void;
}

/**
 * Scroll position of the messages. Older pages at the top keep the reading position; new messages at the bottom are
 * followed only if the reader is at the end.
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

  // The reply form grows and shrinks: the end stays in view if the reader is there.
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
