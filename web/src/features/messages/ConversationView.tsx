import { messageTexts } from '@careloop/contracts/messages';
import { getSingleUserConversation, type Conversation } from '@careloop/contracts/messages-conversations';
import { IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { queryOf } from '../../api/query.ts';
import { useOwnUserId } from '../../components/messages/ConversationWidget.tsx';
import { toast } from '../../shell/toasts.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { ConversationHeader } from './ConversationHeader.tsx';
import { FindBar } from './FindBar.tsx';
import classes from './Messages.module.css';
import { QuickReply } from './QuickReply.tsx';
import { isRefusal } from './refusal.ts';
import { Thread } from './Thread.tsx';
import { useMessageWindow, windowKey } from './useMessageWindow.ts';
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
  /** An answer has reached the server. */
  onSent: () => Promise<void>;
}

/** A conversation: whom and what it is about, its messages, and a place to answer. */
export function ConversationView(props: ConversationViewProps): ReactNode {
  const { conversationKey } = props;
  const query = useQuery(queryOf(getSingleUserConversation, { conversationKey }));
  if (isRefusal(query.error)) return <NoConversation key={conversationKey} conversationKey={conversationKey} />;
  if (query.isPending) return <DetailSkeleton />;
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

function OpenConversation(props: ConversationViewProps & { conversation: Conversation }): ReactNode {
  const { conversation, conversationKey, sequence } = props;
  const article = useFocusOnOpen(props.takesFocus);
  const thread = useRef<HTMLDivElement>(null);
  const userId = useOwnUserId();
  const messages = useMessageWindow(conversationKey);
  const [place, setPlace] = useState<Place>({ sequence, count: 0 });
  const [term, setTerm] = useState<string>();
  const reading = useReading(conversation, messages.query.data, userId);
  const { loadAround } = messages;

  const goTo = async (next: number | undefined) => {
    await loadAround(next);
    setPlace((old) => ({ sequence: next, count: old.count + 1 }));
  };
  // A message that the address names is looked for once the conversation is there.
  const isLoaded = messages.query.data !== undefined;
  const load = useEffectEvent(loadAround);
  useEffect(() => {
    if (!isLoaded || sequence === undefined) return;
    void load(sequence).then(() => setPlace((old) => ({ sequence, count: old.count + 1 })));
  }, [isLoaded, sequence]);

  return (
    <article ref={article} tabIndex={-1} className={classes['view']} aria-label="Conversation">
      <ConversationHeader
        conversation={conversation}
        userId={userId}
        lastSequence={messages.query.data?.lastSequence ?? conversation.lastSequence}
        onFind={() => setTerm((old) => old ?? '')}
        onLoadAll={messages.loadAll}
        onMarkUnread={reading.markUnread}
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
        onSeen={reading.markSeen}
        onMarkUnread={reading.markUnread}
        onNewest={() => void goTo(undefined)}
        onSent={props.onSent}
      />
      {conversation.can['reply'] === true ? (
        <QuickReply
          conversation={conversation}
          onSent={async () => {
            await props.onSent();
            if (messages.query.data !== undefined) await goTo(undefined);
          }}
        />
      ) : (
        <div className={classes['noReply']}>
          <Callout tone="neutral">{conversation.can['reply']}</Callout>
        </div>
      )}
    </article>
  );
}
