import { messageTexts } from '@careloop/contracts/messages';
import { getSingleUserConversation, type Conversation } from '@careloop/contracts/messages/conversations';
import { IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { isRefusal, toApiError } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { useOwnUserId } from '../shared/ConversationWidget.tsx';
import { useShownConversation } from '../unread/messageNotifications.ts';
import { toast } from '../../../ui/toasts.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loading, QueryState } from '../../../ui/QueryState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { ConversationHeader } from './ConversationHeader.tsx';
import { FindBar } from './FindBar.tsx';
import classes from '../Messages.module.css';
import { PrintedPart } from '../print/PrintedPart.tsx';
import { QuickReply } from '../compose/QuickReply.tsx';
import { Thread } from './Thread.tsx';
import { useMessageWindow, windowKey } from './useMessageWindow.ts';
import { usePrinting } from '../print/usePrinting.tsx';
import { useReading } from './useReading.ts';
import type { Place } from './useThreadScroll.ts';

export interface ConversationViewProps {
  conversationKey: string;
  /** Sequence number of the message to show; defaults to the first unread or the newest one. */
  sequence: number | undefined;
  /** Confirms that this conversation is archived, and selects the next one. */
  onArchived: () => void;
  /** True if it replaces an archived conversation: the focus moves here. */
  takesFocus: boolean;
  /** The screen selected it, not the user: nothing counts as seen until the user interacts with it. */
  isUnasked: boolean;
  /** Called once the server has a reply. */
  onSent: () => Promise<void>;
}

/** A conversation: its people and patient, its messages, and the reply form. */
export function ConversationView(props: ConversationViewProps): ReactNode {
  const { conversationKey } = props;
  // Refetched whenever it is opened: this response decides once where the unread messages start.
  const query = useQuery({ ...queryOf(getSingleUserConversation, { conversationKey }), staleTime: 0 });
  if (isRefusal(query.error)) return <NoConversation key={conversationKey} conversationKey={conversationKey} />;
  if (query.isPending || !query.isFetchedAfterMount) {
    return (
      <Loading query={query}>
        <DetailSkeleton />
      </Loading>
    );
  }
  if (query.data === undefined) return <QueryState query={query} />;
  return <OpenConversation {...props} key={conversationKey} conversation={query.data} />;
}

function NoConversation({ conversationKey }: { conversationKey: string }): ReactNode {
  const client = useQueryClient();
  useEffect(() => {
    // Messages loaded before are no longer accessible either.
    client.removeQueries({ queryKey: windowKey(conversationKey) });
    toast.lastingWarning(messageTexts.noConversation);
  }, [client, conversationKey]);
  return <EmptyState icon={<IconLock size={24} />} title={messageTexts.nothingSelected} />;
}

function useFocusOnOpen(takesFocus: boolean): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const focus = useEffectEvent(() => {
    // Not if the user keeps archiving from the list: only if the pressed button has disappeared.
    if (takesFocus && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  });
  useEffect(() => focus(), []);
  return element;
}

const interactions = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'focusin'] as const;

/** Whether the user opened the conversation, or has since clicked, scrolled, typed or moved the focus into it. */
function useIsAttended(element: RefObject<HTMLElement | null>, isUnasked: boolean): boolean {
  const [hasInteraction, setInteraction] = useState(false);
  useEffect(() => {
    // The list moves the focus to the element around the conversation.
    const place = element.current?.parentElement;
    if (!isUnasked || hasInteraction || !place) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    for (const name of interactions) {
      place.addEventListener(name, () => setInteraction(true), { signal, passive: true });
    }
    return () => listeners.abort();
  }, [element, isUnasked, hasInteraction]);
  return !isUnasked || hasInteraction;
}

function OpenConversation(props: ConversationViewProps & { conversation: Conversation }): ReactNode {
  const { conversation, conversationKey, sequence } = props;
  const article = useFocusOnOpen(props.takesFocus);
  const isAttended = useIsAttended(article, props.isUnasked);
  const thread = useRef<HTMLDivElement>(null);
  const replyField = useRef<HTMLTextAreaElement>(null);
  const [resentCount, setResentCount] = useState(0);
  const userId = useOwnUserId();
  const [start] = useState(sequence ?? conversation.firstUnreadSequence ?? undefined);
  const messages = useMessageWindow(conversationKey, start);
  const window = messages.query.data;
  const { place, goTo, unmark } = usePlace(messages, sequence);
  const [term, setTerm] = useState<string>();
  const reading = useReading(conversation, window, userId);
  useShownConversation(conversationKey);
  const printing = usePrinting(conversation, window?.lastSequence);

  return (
    <article
      ref={article}
      tabIndex={-1}
      className={classes['view']}
      aria-label="Conversation"
      data-prints-part={printing.part !== undefined || undefined}
    >
      <ConversationHeader
        conversation={conversation}
        userId={userId}
        lastSequence={window?.lastSequence ?? conversation.lastSequence}
        onFind={() => setTerm((old) => old ?? '')}
        onPrint={printing.start}
        isPreparingPrint={printing.isPreparing}
        onMarkUnread={() => reading.markUnread()}
        onArchived={props.onArchived}
      />
      {term !== undefined && (
        <FindBar
          conversationKey={conversationKey}
          term={term}
          onTerm={setTerm}
          onGoTo={(found) => void goTo(found)}
          onClose={() => {
            setTerm(undefined);
            unmark();
            thread.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <Thread
        region={thread}
        conversation={conversation}
        messages={messages}
        place={place}
        userId={userId}
        term={term}
        firstUnread={reading.firstUnread}
        isAttended={isAttended}
        onSeen={reading.markSeen}
        onMissed={() => reading.setFirstUnread(conversation.firstUnreadSequence)}
        onMarkUnread={reading.markUnread}
        onNewest={() => void goTo(undefined)}
        onFirstUnread={() => {
          reading.setFirstUnread(conversation.firstUnreadSequence);
          void goTo(conversation.firstUnreadSequence ?? undefined);
        }}
        onMarkAllRead={reading.markAllRead}
        onSent={() => {
          setResentCount((count) => count + 1);
          return props.onSent();
        }}
        onFocusField={() => replyField.current?.focus()}
      />
      {conversation.can['reply'] === true ? (
        <QuickReply
          conversation={conversation}
          field={replyField}
          resentCount={resentCount}
          onLeave={() => window !== undefined && void goTo(undefined)}
          onSent={props.onSent}
        />
      ) : (
        <div className={classes['noReply']}>
          <Callout tone="neutral">{conversation.can['reply']}</Callout>
        </div>
      )}
      {printing.dialog}
      {printing.part !== undefined && <PrintedPart {...printing.part} />}
    </article>
  );
}

/** Position in the conversation. Messages that are not loaded are loaded first. */
function usePlace({ query, loadAround }: ReturnType<typeof useMessageWindow>, sequence: number | undefined) {
  const [place, setPlace] = useState<Place>({ sequence, count: 0 });
  const goTo = (next: number | undefined) =>
    loadAround(next).then(
      (isWanted) => isWanted && setPlace((old) => ({ sequence: next, count: old.count + 1 })),
      (error: unknown) => toast.failure(toApiError(error)),
    );
  // A linked message is looked up once the conversation has loaded.
  const isLoaded = query.data !== undefined;
  const goToLinked = useEffectEvent(goTo);
  useEffect(() => {
    if (isLoaded && sequence !== undefined) void goToLinked(sequence);
  }, [isLoaded, sequence]);
  /** Clears the target message; the reader stays where they are. */
  const unmark = () => setPlace((old) => ({ ...old, sequence: undefined }));
  return { place, goTo, unmark };
}
