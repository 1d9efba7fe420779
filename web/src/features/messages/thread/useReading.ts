import { markConversationRead, markMessageUnread, type Message } from '@careloop/contracts/messages';
import type { Conversation } from '@careloop/contracts/messages/conversations';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { shownUser } from '../../../api/actingFor.ts';
import { noteOwnRead } from '../realtime.ts';
import { refreshConversations } from '../conversationRows.ts';
import { useCall } from '../../../api/query.ts';
import { toast } from '../../../ui/toasts.tsx';
import { patchConversation, patchUnreadCount } from '../conversationCache.ts';
import type { MessageWindow } from './messageWindow.ts';
import { addRange, isIn, type Range } from './sequenceRanges.ts';
import { isRefusal } from '../../../api/errors.ts';
import { windowChanges, windowKey } from './useMessageWindow.ts';

/** Milliseconds before failed marking is retried. */
const retryPause = 5000;

/**
 * Read state of an open conversation. A message is read once the user has seen it (see `useSeen`), however they got there:
 * skipped messages stay unread, in the badge and the lists as well.
 */
export function useReading(conversation: Conversation, window: MessageWindow | undefined, userId: number) {
  const client = useQueryClient();
  const { conversationKey } = conversation;
  /** First unread message, below the line. It must not move while the user reads. Null if nothing was unread. */
  const [firstUnread, setFirstUnread] = useState(conversation.firstUnreadSequence);
  /** Marked unread by the user: stays unread until the conversation is opened again. */
  const [isKept, setKept] = useState(false);
  const marking = useMarking(conversationKey, userId);
  const unread = useCall(markMessageUnread, {
    onError: 'toast',
    onSuccess: ({ conversation: state, ...count }) => {
      if (shownUser() !== userId) return;
      patchUnreadCount(client, count);
      patchConversation(client, conversationKey, state);
      toast.success('Marked unread');
      return refreshConversations(client, new Set([conversationKey]));
    },
  });

  const isUnreading = useRef(false);
  const unreadAfterReading = async ({ sequence, userMessageId }: Message) => {
    if (isUnreading.current) return;
    isUnreading.current = true;
    const before = { isKept, firstUnread };
    setKept(true);
    // A call in flight that marks it as read would arrive later and undo this.
    await marking.stop();
    const known = client.getQueryData<MessageWindow>(windowKey(conversationKey));
    setFirstUnread(sequence);
    windowChanges.unread(client, conversationKey, sequence, userId);
    try {
      await unread.mutateAsync({ userMessageId });
    } catch {
      // A toast shows the error; restore the server's state.
      setKept(before.isKept);
      setFirstUnread(before.firstUnread);
      if (known !== undefined) windowChanges.asRead(client, conversationKey, known);
    } finally {
      isUnreading.current = false;
    }
  };
  return {
    firstUnread: firstUnread ?? undefined,
    setFirstUnread,
    markSeen: (messages: readonly Message[]) => {
      if (!isKept && conversation.unreadMessageCount > 0) marking.mark(messages);
    },
    markAllRead: () => {
      setKept(false);
      marking.markThrough(conversation.lastSequence);
    },
    markUnread: (sequence?: number) => {
      const fromOthers = window?.messages.filter(({ fromUser }) => fromUser.userId !== userId) ?? [];
      const from =
        sequence === undefined ? fromOthers.at(-1) : fromOthers.find((message) => message.sequence >= sequence);
      if (from === undefined) toast.warning('There is no message from others here to mark unread.');
      else void unreadAfterReading(from);
    },
  };
}

/** Marks messages read, one range after the other. Failed ranges are retried. */
function useMarking(conversationKey: string, userId: number) {
  const queue = useMarkQueue(conversationKey, userId);
  /** Ranges already marked or about to be, so that none is marked twice. */
  const marked = useRef<readonly Range[]>([]);
  const add = (range: Range) => {
    marked.current = addRange(marked.current, range);
    queue.add(range);
  };
  return {
    /** Marks seen messages, with one call per run of consecutive messages. */
    mark: (messages: readonly Message[]) => {
      const isNews = ({ isRead, sequence }: Message) => !isRead && !isIn(marked.current, sequence);
      // The user's own messages are never unread. Other read messages may have been marked unread on purpose.
      const seen = messages.filter((message) => isNews(message) || message.fromUser.userId === userId);
      const places = seen.map(({ sequence }) => ({ from: sequence, through: sequence }));
      for (const range of places.reduce<readonly Range[]>(addRange, [])) {
        const news = seen.filter((message) => isNews(message) && isIn([range], message.sequence));
        const [first, last] = [news[0], news.at(-1)];
        if (first !== undefined && last !== undefined) add({ from: first.sequence, through: last.sequence });
      }
    },
    markThrough: (sequence: number) => add({ from: 1, through: sequence }),
    /** Stops marking; settles when no call is in flight. */
    stop: async () => {
      await queue.stop();
      marked.current = [];
    },
  };
}

/** Queue of ranges to be marked read. */
function useMarkQueue(conversationKey: string, userId: number) {
  const client = useQueryClient();
  const read = useCall(markConversationRead, {
    // Nothing is lost: it is retried.
    onError: () => undefined,
    onSuccess: ({ conversation, ...count }, { fromSequence = 1, throughSequence = 0 }) => {
      if (shownUser() !== userId) return;
      windowChanges.read(client, conversationKey, fromSequence, throughSequence);
      patchUnreadCount(client, count);
      patchConversation(client, conversationKey, conversation);
    },
  });
  const waiting = useRef<readonly Range[]>([]);
  const running = useRef<Promise<void>>(undefined);
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The conversation was left: calls in flight finish and are not retried. */
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      clearTimeout(retry.current);
    };
  }, []);

  const markWaiting = async () => {
    for (let range = waiting.current[0]; range !== undefined; range = waiting.current[0]) {
      // If the user now acts for somebody else, it would mark that person's messages.
      if (shownUser() !== userId) return;
      waiting.current = waiting.current.slice(1);
      const forget = noteOwnRead(conversationKey, range.through);
      try {
        await read.mutateAsync({ conversationKey, fromSequence: range.from, throughSequence: range.through });
      } catch (error) {
        forget();
        // A retry would change nothing.
        if (isLeft.current || isRefusal(error)) return;
        waiting.current = addRange(waiting.current, range);
        retry.current = setTimeout(run, retryPause);
        return;
      }
    }
  };
  const run = () => {
    clearTimeout(retry.current);
    running.current ??= markWaiting().finally(() => (running.current = undefined));
  };
  const clear = () => {
    waiting.current = [];
    clearTimeout(retry.current);
  };
  return {
    add: (range: Range) => {
      waiting.current = addRange(waiting.current, range);
      run();
    },
    stop: async () => {
      clear();
      await running.current;
      clear();
    },
  };
}
