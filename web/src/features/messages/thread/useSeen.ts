import type { Message } from '@careloop/contracts/messages';
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { watchSeen, type InView, type SeenWatch } from './seenWatch.ts';

/** Reports which messages were seen while any are unread; returns which are in view. */
export function useSeen(
  scroller: RefObject<HTMLElement | null>,
  messages: readonly Message[],
  unreadCount: number,
  onSeen: (messages: readonly Message[]) => void,
): InView | undefined {
  const isVisible = useDocumentVisibility() === 'visible';
  const [inView, setInView] = useState<InView>();
  const watch = useRef<SeenWatch>(undefined);
  const report = useEffectEvent((places: ReadonlySet<number>) =>
    onSeen(messages.filter(({ sequence }) => places.has(sequence))),
  );
  useEffect(() => {
    if (scroller.current === null) return;
    watch.current = watchSeen(scroller.current, {
      onView: (next) => setInView((old) => (old?.first === next?.first && old?.last === next?.last ? old : next)),
      onSeen: (places) => report(places),
    });
    return () => watch.current?.stop();
  }, [scroller]);
  useEffect(() => {
    const places = messages.map(({ sequence }) => sequence);
    watch.current?.watch(places, unreadCount);
  }, [messages, unreadCount]);
  useEffect(() => {
    if (isVisible) watch.current?.beginAnew();
  }, [isVisible]);
  return inView;
}
