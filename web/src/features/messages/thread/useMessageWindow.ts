import { getUserConversationMessages, messagePageSize } from '@careloop/contracts/messages';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { call } from '../../../api/call.ts';
import type { ApiError } from '../../../api/errors.ts';
import {
  firstOf,
  hasNewer,
  holds,
  lastOf,
  merge,
  readAs,
  readBetween,
  unreadFrom,
  windowOf,
  type MessageWindow,
} from './messageWindow.ts';

/** Maximum pages fetched at once after many missed messages; the rest is loaded by scrolling. */
const maxPages = 5;
const catchUpSize = 100;

export const windowKey = (conversationKey: string) =>
  [getUserConversationMessages.path, { conversationKey, isWindow: true }] as const;

type Fetch = (
  input: { before?: number; after?: number; pageSize?: number },
  signal?: AbortSignal,
) => ReturnType<typeof call<typeof getUserConversationMessages>>;

/** Fetches messages newer than the loaded ones. Messages never change, so loaded ones are never refetched. */
async function catchUp(window: MessageWindow, fetch: Fetch, signal: AbortSignal): Promise<MessageWindow> {
  // If the window is not at the end, only the last sequence number matters.
  if (hasNewer(window)) return merge(window, await fetch({ pageSize: 1 }, signal));
  let result = window;
  for (let page = 0; page < maxPages; page += 1) {
    const news = await fetch({ after: lastOf(result), pageSize: catchUpSize }, signal);
    result = merge(result, news);
    if (!hasNewer(result)) break;
  }
  return result;
}

function setWindow(client: QueryClient, key: string, change: (window: MessageWindow) => MessageWindow): void {
  client.setQueryData<MessageWindow>(windowKey(key), (window) => (window === undefined ? undefined : change(window)));
}

/** Changes of the loaded messages by the reader's actions. */
export const windowChanges = {
  read: (client: QueryClient, key: string, from: number, through: number) =>
    setWindow(client, key, (window) => readBetween(window, from, through)),
  unread: (client: QueryClient, key: string, sequence: number, userId: number) =>
    setWindow(client, key, (window) => unreadFrom(window, sequence, userId)),
  /** Undo: restores the read state of `then`. */
  asRead: (client: QueryClient, key: string, then: MessageWindow) =>
    setWindow(client, key, (window) => readAs(window, then)),
};

/** Input for the page around a message; the newest page without one. */
const around = (sequence: number | undefined) =>
  sequence === undefined ? {} : { before: sequence + Math.floor(messagePageSize / 2) };

/**
 * The loaded part of a conversation: the page around its start, older and newer pages on request, and messages that arrive
 * at its end. A refetch, as after an event or a reconnection, fetches only what came after it. It is dropped when the
 * conversation is closed.
 * @param start sequence number of the message to start with; defaults to the newest
 */
export function useMessageWindow(conversationKey: string, start: number | undefined) {
  const client = useQueryClient();
  const queryKey = windowKey(conversationKey);
  const fetch: Fetch = (input, signal) =>
    call(getUserConversationMessages, { conversationKey, ...input }, signal === undefined ? {} : { signal });
  const query = useQuery<MessageWindow, ApiError>({
    queryKey,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<MessageWindow>(queryKey);
      const read =
        known === undefined || known.messages.length === 0
          ? windowOf(await fetch(around(start), signal))
          : await catchUp(known, fetch, signal);
      // Older pages, or another part of the conversation, may have been loaded in the meantime.
      const current = client.getQueryData<MessageWindow>(queryKey);
      return merge(current, { items: [...read.messages], lastSequence: read.lastSequence });
    },
  });
  const add = useMutation<void, ApiError, 'older' | 'newer'>({
    mutationFn: async (where) => {
      const known = client.getQueryData<MessageWindow>(queryKey);
      if (known === undefined) return;
      const page = await fetch(where === 'older' ? { before: firstOf(known) } : { after: lastOf(known) });
      setWindow(client, conversationKey, (window) => merge(window, page));
    },
  });
  const jumps = useRef(0);
  /**
   * Loads the part around a message, unless it is loaded; the newest page without one.
   * @returns false if another part was asked for in the meantime
   */
  const loadAround = async (sequence: number | undefined): Promise<boolean> => {
    const jump = (jumps.current += 1);
    const known = client.getQueryData<MessageWindow>(queryKey);
    if (sequence === undefined ? known !== undefined && !hasNewer(known) : holds(known, sequence)) return true;
    const page = await fetch(around(sequence));
    if (jump !== jumps.current) return false;
    client.setQueryData<MessageWindow>(queryKey, (current) => {
      // A message that arrived in the meantime is newer than this page.
      const lastSequence = Math.max(page.lastSequence, current?.lastSequence ?? 0);
      return windowOf({ items: page.items, lastSequence });
    });
    return true;
  };
  const { mutate, isPending, variables } = add;
  return {
    query,
    loadOlder: useCallback(() => mutate('older'), [mutate]),
    loadNewer: useCallback(() => mutate('newer'), [mutate]),
    adding: isPending ? variables : undefined,
    addError: add.error,
    loadAround,
  };
}
