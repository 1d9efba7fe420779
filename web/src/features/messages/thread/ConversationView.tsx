import { messageTexts } from '@careloop/contracts/messages';
import { getSingleUserConversation, type Conversation } from '@careloop/contracts/messages/conversations';
import { IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { toApiError } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { useOwnUserId } from '../shared/ConversationWidget.tsx';
import { useShownConversation } from '../unread/messageNotifications.ts';
import { toast } from '../../../ui/toasts.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { ConversationHeader } from './ConversationHeader.tsx';
import { FindBar } from './FindBar.tsx';
import classes from '../Messages.module.css';
import { PrintedPart } from '../print/PrintedPart.tsx';
import { QuickReply } from '../compose/QuickReply.tsx';
import { isRefusal } from '../compose/refusal.ts';
import { Thread } from './Thread.tsx';
import { useMessageWindow, windowKey } from './useMessageWindow.ts';
import { usePrinting } from '../print/usePrinting.tsx';
import { useReading } from './useReading.ts';
import type { Place } from './useThreadScroll.ts';

export interface ConversationViewProps {
  conversationKey: string;
  /** The message to show, by its place; the newest or the first unread one when left out. */
  sequence: number | undefined;
  /** Selects the conversation to go on with once this one is archived. */
  onArchived: () => void;
  /** It takes the place of one that was archived: the keyboard goes on here. */
  takesFocus: boolean;
  /** The screen selected it by itself: nothing of it counts as seen before somebody turns to it. */
  isUnasked: boolean;
  /** An answer has reached the server. */
  onSent: () => Promise<void>;
}

/** A conversation: whom and what it is about, its messages, and a place to answer. */
export function ConversationView(props: ConversationViewProps): ReactNode {
  const { conversationKey } = props;
  // Read anew whenever it is opened: where the unread messages begin is told by that, once.
  const query = useQuery({ ...queryOf(getSingleUserConversation, { conversationKey }), staleTime: 0 });
  if (isRefusal(query.error)) return <NoConversation key={conversationKey} conversationKey={conversationKey} />;
  if (query.isPending || !query.isFetchedAfterMount) return <DetailSkeleton />;
  if (query.data === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <OpenConversation {...props} key={conversationKey} conversation={query.data} />;
}

function NoConversation({ conversationKey }: { conversationKey: string }): ReactNode {
  const client = useQueryClient();
  useEffect(() => {
    // What was read of it before is closed too.
    client.removeQueries({ queryKey: windowKey(conversationKey) });
    toast.lastingWarning(messageTexts.noConversation);
  }, [client, conversationKey]);
  return <EmptyState icon={<IconLock size={24} />} title={messageTexts.nothingSelected} />;
}

function useFocusOnOpen(takesFocus: boolean): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const focus = useEffectEvent(() => {
    // Not from the list, where somebody goes on archiving: only where the button that was pressed is gone.
    if (takesFocus && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  });
  useEffect(() => focus(), []);
  return element;
}

const interactions = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'focusin'] as const;

/** Whether somebody opened the conversation, or has clicked, scrolled, typed or moved the focus into it since. */
function useIsAttended(element: RefObject<HTMLElement | null>, isUnasked: boolean): boolean {
  const [hasInteraction, setInteraction] = useState(false);
  useEffect(() => {
    // The list moves the focus to the place around the conversation.
    const place = element.current?.parentElement;
    if (!isUnasked || hasInteraction || !place) return;
    const heard = new AbortController();
    const { signal } = heard;
    for (const name of interactions) {
      place.addEventListener(name, () => setInteraction(true), { signal, passive: true });
    }
    return () => heard.abort();
  }, [element, isUnasked, hasInteraction]);
  return !isUnasked || hasInteraction;
}

function OpenConversation(props: ConversationViewProps & { conversation: Conversation }): ReactNode {
  const { conversation, conversationKey, sequence } = props;
  const article = useFocusOnOpen(props.takesFocus);
  const isAttended = useIsAttended(article, props.isUnasked);
  const thread = useRef<HTMLDivElement>(null);
  const replyField = useRef<HTMLTextAreaElement>(null);
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
        onSent={props.onSent}
        onEdit={() => replyField.current?.focus()}
      />
      {conversation.can['reply'] === true ? (
        <QuickReply
          conversation={conversation}
          field={replyField}
          onSent={async () => {
            await props.onSent();
            if (window !== undefined) await goTo(undefined);
          }}
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

/** Where in the conversation one looks: what is not loaded is loaded first. */
function usePlace({ query, loadAround }: ReturnType<typeof useMessageWindow>, sequence: number | undefined) {
  const [place, setPlace] = useState<Place>({ sequence, count: 0 });
  const goTo = (next: number | undefined) =>
    loadAround(next).then(
      () => setPlace((old) => ({ sequence: next, count: old.count + 1 })),
      (error: unknown) => toast.failure(toApiError(error)),
    );
  // A message that the address names is looked for once the conversation is there.
  const isLoaded = query.data !== undefined;
  const goToLinked = useEffectEvent(goTo);
  useEffect(() => {
    if (isLoaded && sequence !== undefined) void goToLinked(sequence);
  }, [isLoaded, sequence]);
  /** Nothing is looked for any more; the reader stays where they are. */
  const unmark = () => setPlace((old) => ({ ...old, sequence: undefined }));
  return { place, goTo, unmark };
}
