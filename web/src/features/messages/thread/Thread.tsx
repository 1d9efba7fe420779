import type { Message } from '@careloop/contracts/messages';
import type { Conversation } from '@careloop/contracts/messages/conversations';
import { Box, Button, Loader } from '@mantine/core';
import { useDocumentVisibility, useMergedRef } from '@mantine/hooks';
import { IconArrowDown } from '@tabler/icons-react';
import { memo, useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { authorOf } from '../shared/people.ts';
import { useActingFor } from '../../../shell/actingFor.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { groupByDay } from './messageDays.ts';
import { MessageItem } from './MessageItem.tsx';
import { firstOf, hasNewer, hasOlder, holds, lastOf, type MessageWindow } from './messageWindow.ts';
import { OutgoingMessage } from './OutgoingMessage.tsx';
import { useOutgoingReplies } from '../compose/replyQueue.ts';
import { rangeLabel } from '../print/printParts.ts';
import { watchSeen, type InView, type SeenWatch } from './seenWatch.ts';
import classes from './Thread.module.css';
import type { useMessageWindow } from './useMessageWindow.ts';
import { useThreadScroll, type Place } from './useThreadScroll.ts';

export interface ThreadProps {
  /** The element with the messages, for keyboard focus. */
  region: RefObject<HTMLDivElement | null>;
  conversation: Conversation;
  messages: ReturnType<typeof useMessageWindow>;
  place: Place;
  userId: number;
  /** Highlighted in the messages. */
  term: string | undefined;
  firstUnread: number | undefined;
  /** The user has interacted with this conversation: messages in view count as seen. */
  isAttended: boolean;
  /** Called with messages the reader has seen. */
  onSeen: (messages: readonly Message[]) => void;
  /** Called when messages arrived unseen: the line above the unread ones must be shown. */
  onMissed: () => void;
  onMarkUnread: (sequence: number) => void;
  onNewest: () => void;
  onFirstUnread: () => void;
  onMarkAllRead: () => void;
  onSent: () => Promise<void>;
  /** Moves the focus to the text field. */
  onFocusField: () => void;
}

/** The messages by day. Older ones are loaded at the top while scrolling up. */
export function Thread(props: ThreadProps): ReactNode {
  const { query } = props.messages;
  if (query.data !== undefined) return <LoadedThread {...props} window={query.data} />;
  const loading = (
    <div className={classes['loading']}>
      <DetailSkeleton />
    </div>
  );
  return <QueryState query={query} loading={loading} />;
}

function LoadedThread(props: ThreadProps & { window: MessageWindow }): ReactNode {
  const { conversation, messages, window, userId, place, term, firstUnread } = props;
  const { adding, addError, loadOlder, loadNewer } = messages;
  const last = lastOf(window);
  const onBehalfOfUserId = useActingFor()?.proxiedUserId;
  const { conversationKey } = conversation;
  const outgoing = useOutgoingReplies({ conversationKey, onBehalfOfUserId }, window.lastSequence);
  const { scroller, isAtEnd, onScroll } = useThreadScroll({
    window,
    pending: outgoing.map(({ key, error }) => `${key} ${error === null}`).join(),
    place,
    firstUnread,
    onTop: () => {
      if (hasOlder(window) && adding === undefined && addError === null) loadOlder();
    },
    onBottom: () => {
      if (hasNewer(window) && adding === undefined && addError === null) loadNewer();
    },
  });
  const region = useMergedRef(scroller, props.region);
  const markUnread = useStable(props.onMarkUnread);
  const isWhole = isAtEnd && !hasNewer(window);
  const { unreadMessageCount } = conversation;
  const isVisible = useDocumentVisibility() === 'visible';
  const inView = useSeen(scroller, window.messages, props.isAttended ? unreadMessageCount : 0, props.onSeen);
  useMissed(unreadMessageCount, isVisible && isWhole && props.isAttended, props.onMissed);
  return (
    <div className={classes['frame']}>
      {/* Focusable, so that it can be scrolled without a mouse. */}
      <Box
        ref={region}
        className={classes['scroller']}
        onScroll={onScroll}
        role="region"
        aria-label="Messages of the conversation"
        tabIndex={0}
      >
        {(hasOlder(window) || hasNewer(window)) && (
          <p className={classes['printNote']}>
            {rangeLabel({ from: firstOf(window), through: last, of: window.lastSequence })}. To print all of them, use
            Print conversation in the portal.
          </p>
        )}
        <Edge where="older" {...{ adding, addError, isThere: hasOlder(window), onLoad: loadOlder }} />
        <Days
          messages={window.messages}
          userId={userId}
          firstUnread={firstUnread}
          shown={place.sequence}
          term={term}
          onMarkUnread={markUnread}
        />
        <Edge where="newer" {...{ adding, addError, isThere: hasNewer(window), onLoad: loadNewer }} />
        {outgoing.length > 0 && (
          <ol className={classes['messages']} aria-label="Not sent yet">
            {outgoing.map((one) => (
              <OutgoingMessage key={one.key} outgoing={one} onSent={props.onSent} onFocusField={props.onFocusField} />
            ))}
          </ol>
        )}
      </Box>
      <JumpButtons {...props} inView={inView} isAtEnd={isWhole} />
      <Arrivals window={window} userId={userId} />
    </div>
  );
}

interface DaysProps extends Pick<ThreadProps, 'userId' | 'firstUnread' | 'term' | 'onMarkUnread'> {
  messages: readonly Message[];
  /** Sequence number of the message to highlight. */
  shown: number | undefined;
}

/** Not re-rendered while scrolling. */
const Days = memo(function Days({ messages, userId, firstUnread, shown, term, onMarkUnread }: DaysProps): ReactNode {
  return groupByDay(messages).map((day) => (
    <section key={day.key} className={classes['day']} aria-label={day.label}>
      <h3 className={classes['dayLabel']}>
        <span>{day.label}</span>
      </h3>
      <ol className={classes['messages']}>
        {day.messages.map(({ message, isContinued }) => (
          <MessageItem
            key={message.userMessageId}
            message={message}
            isContinued={isContinued && message.sequence !== firstUnread}
            isOwn={message.fromUser.userId === userId}
            isFirstUnread={message.sequence === firstUnread}
            isShown={message.sequence === shown && message.sequence !== firstUnread}
            term={term}
            onMarkUnread={onMarkUnread}
          />
        ))}
      </ol>
    </section>
  ));
});

/** A stable function across renders, so that unchanged messages are not re-rendered. */
function useStable(run: (sequence: number) => void): (sequence: number) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((sequence) => latest.current(sequence), []);
}

/** Reports messages that arrived while the user was elsewhere in the conversation or in another window. */
function useMissed(unreadMessageCount: number, isFollowing: boolean, onMissed: () => void): void {
  const before = useRef(unreadMessageCount);
  const look = useEffectEvent((wasRead: boolean) => {
    if (wasRead && !isFollowing) onMissed();
  });
  useEffect(() => {
    const wasRead = before.current === 0;
    before.current = unreadMessageCount;
    if (unreadMessageCount > 0) look(wasRead);
  }, [unreadMessageCount]);
}

interface JumpButtonsProps extends Pick<ThreadProps, 'conversation' | 'onNewest' | 'onFirstUnread' | 'onMarkAllRead'> {
  window: MessageWindow;
  inView: InView | undefined;
  isAtEnd: boolean;
}

/** Buttons that jump to the end, with the number of unread messages there, and to skipped ones. */
function JumpButtons({ conversation, window, inView, isAtEnd, ...on }: JumpButtonsProps): ReactNode {
  const { unreadMessageCount, firstUnreadSequence } = conversation;
  const isAbove = firstUnreadSequence !== null && inView !== undefined && firstUnreadSequence < inView.first;
  // A reader who continues has it in view or right below.
  const isBelow = firstUnreadSequence !== null && inView !== undefined && firstUnreadSequence > inView.last + 1;
  const isElsewhere = isAbove || isBelow || (firstUnreadSequence !== null && !holds(window, firstUnreadSequence));
  const newCount = isAbove ? 0 : unreadMessageCount;
  return (
    <>
      {isElsewhere && (
        <div className={classes['skipped']}>
          <Button size="compact-sm" radius="xl" variant="default" onClick={on.onFirstUnread}>
            First unread
          </Button>
          <Button size="compact-sm" radius="xl" variant="default" onClick={on.onMarkAllRead}>
            Mark all read
          </Button>
        </div>
      )}
      {!isAtEnd && (
        <div className={classes['toEnd']}>
          <Button
            size="compact-sm"
            radius="xl"
            variant={newCount > 0 ? 'filled' : 'default'}
            leftSection={<IconArrowDown size={14} aria-hidden />}
            onClick={on.onNewest}
          >
            {newCount > 0 ? `${newCount} new` : 'Newest'}
          </Button>
        </div>
      )}
    </>
  );
}

interface EdgeProps {
  where: 'older' | 'newer';
  adding: 'older' | 'newer' | undefined;
  addError: Error | null;
  isThere: boolean;
  onLoad: () => void;
}

/** Edge of the loaded messages. Keeps its height while loading. */
function Edge({ where, adding, addError, isThere, onLoad }: EdgeProps): ReactNode {
  if (!isThere) return null;
  return (
    <div className={classes['edge']}>
      {adding === where ? (
        <Loader size="xs" aria-label="Loading" />
      ) : (
        <Button variant="subtle" size="compact-sm" onClick={onLoad}>
          {addError === null ? `Load ${where} messages` : 'Could not be loaded. Retry'}
        </Button>
      )}
    </div>
  );
}

/** Announces a new message and its author to screen readers. */
function Arrivals({ window, userId }: { window: MessageWindow; userId: number }): ReactNode {
  const { lastSequence, messages } = window;
  const [known, setKnown] = useState(lastSequence);
  const [news, setNews] = useState({ sequence: 0, words: '' });
  if (lastSequence > known) {
    setKnown(lastSequence);
    const newest = messages.at(-1);
    // Not loaded yet, so its author is unknown.
    const announce = (words: string) => setNews({ sequence: lastSequence, words });
    if (newest?.sequence !== lastSequence) announce('New message');
    else if (newest.fromUser.userId !== userId) announce(`New message from ${authorOf(newest)}`);
  }
  return (
    <div className="visually-hidden" role="status">
      {/* A new element for each message, because the same text again would not be announced. */}
      <span key={news.sequence}>{news.words}</span>
    </div>
  );
}

/** Reports which messages were seen while any are unread; returns which are in view. */
function useSeen(
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
