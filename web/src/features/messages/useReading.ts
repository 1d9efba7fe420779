import { markConversationRead, markMessageUnread, type Message } from '@careloop/contracts/messages';
import { getUserConversations, type Conversation } from '@careloop/contracts/messages-conversations';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { invalidate, useCall } from '../../api/query.ts';
import { toast } from '../../shell/toasts.tsx';
import { patchConversation, patchUnreadCount } from './caches.ts';
import type { MessageWindow } from './messageWindow.ts';
import { windowChanges, windowKey } from './useMessageWindow.ts';

/** What is unread in an open conversation: where it begins, marking it read as it is seen, and unread again. */
export function useReading(conversation: Conversation, window: MessageWindow | undefined, userId: number) {
  const client = useQueryClient();
  const { conversationKey } = conversation;
  /** Fixed when the conversation is opened: the line must not move while one reads. Null when nothing was unread. */
  const [firstUnread, setFirstUnread] = useState<number | null>();
  /** Marked unread on purpose: it stays so until the conversation is opened again. */
  const [isKept, setKept] = useState(false);
  if (firstUnread === undefined && window !== undefined) {
    setFirstUnread(window.messages.find(({ isRead }) => !isRead)?.sequence ?? null);
  }

  /** The newest message that was seen. It may have come while one before it was being marked. */
  const seen = useRef(0);
  const read = useCall(markConversationRead, {
    // Nothing was lost: the next message that is seen tries again.
    onError: () => undefined,
    onSuccess: (count, { throughSequence = 0 }) => {
      windowChanges.read(client, conversationKey, throughSequence);
      patchUnreadCount(client, count);
      if (throughSequence >= conversation.lastSequence) {
        patchConversation(client, conversationKey, { unreadMessageCount: 0, hasUrgentUnread: false });
      }
      if (seen.current > throughSequence) startRead(seen.current);
    },
  });
  /** Marking as read that is under way; it never fails. */
  const reading = useRef<Promise<unknown>>(Promise.resolve());
  const startRead = (throughSequence: number) => {
    reading.current = read.mutateAsync({ conversationKey, throughSequence }).catch(() => undefined);
  };
  const unread = useCall(markMessageUnread, {
    onError: 'toast',
    onSuccess: (count) => {
      patchUnreadCount(client, count);
      toast.success('Marked unread');
      return invalidate(client, getUserConversations);
    },
  });

  const markSeen = (throughSequence: number) => {
    if (isKept || conversation.unreadMessageCount === 0) return;
    seen.current = throughSequence;
    if (read.isPending) return;
    if (read.variables?.throughSequence === throughSequence && !read.isError) return;
    startRead(throughSequence);
  };
  const isUnreading = useRef(false);
  const unreadAfterReading = async ({ sequence, userMessageId }: Message) => {
    if (isUnreading.current) return;
    isUnreading.current = true;
    const before = { isKept, firstUnread };
    setKept(true);
    seen.current = 0;
    // What marks it as read is under way: it would come after this, and undo it.
    await reading.current;
    const known = client.getQueryData<MessageWindow>(windowKey(conversationKey));
    setFirstUnread(sequence);
    windowChanges.unread(client, conversationKey, sequence, userId);
    try {
      await unread.mutateAsync({ userMessageId });
    } catch {
      // It was told; what is shown is again what the server has.
      setKept(before.isKept);
      setFirstUnread(before.firstUnread);
      if (known !== undefined) windowChanges.asRead(client, conversationKey, known);
    } finally {
      isUnreading.current = false;
    }
  };
  const markUnread = (sequence?: number) => {
    const fromOthers = window?.messages.filter(({ fromUser }) => fromUser.userId !== userId) ?? [];
    const from =
      sequence === undefined ? fromOthers.at(-1) : fromOthers.find((message) => message.sequence >= sequence);
    if (from !== undefined) void unreadAfterReading(from);
  };
  return { firstUnread: firstUnread ?? undefined, markSeen, markUnread };
}
