import { messagePageSize } from '@careloop/contracts/messages';
import {
  getConversationPage,
  getUserConversations,
  type ConversationListItem,
} from '@careloop/contracts/messages/conversations';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keepFirstPages, pagedItems } from '../../../api/pages.ts';
import { pagesOf, queryOf } from '../../../api/query.ts';
import { useActingFor } from '../../../shell/actingFor.ts';
import { keepRowsStable, type ShownRow } from './stableRows.ts';
import type { ConversationFilters } from '../useMessagesSearch.ts';

export const keyOf = (conversation: ConversationListItem): string => conversation.conversationKey;
const stampOf = (conversation: ConversationListItem): number => conversation.lastSequence;

/**
 * The filtered conversations, page by page. A link to a conversation far down starts the list there
 * (docs/domain/messages.md).
 */
export function useConversations(filters: ConversationFilters, selectedKey: string | undefined) {
  const [linkedKey] = useState(selectedKey);
  const [isFromTop, setFromTop] = useState(false);
  const top = useInfiniteQuery(pagesOf(getUserConversations, filters));
  const isLinkedFar =
    linkedKey !== undefined &&
    linkedKey === selectedKey &&
    top.hasNextPage &&
    top.data?.pages.length === 1 &&
    top.data.pages[0]?.items.every((one) => keyOf(one) !== linkedKey) === true;
  const place = useQuery({
    ...queryOf(getConversationPage, { ...filters, conversationKey: linkedKey ?? '' }),
    enabled: isLinkedFar,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const cursor = place.data !== undefined && (place.data.page ?? 1) > 1 ? place.data.cursor : undefined;
  const beginsBelow = !isFromTop && cursor !== undefined;
  // The page size, although it is the default, gives this list its own query key.
  const below = useInfiniteQuery({
    ...pagesOf(getUserConversations, { ...filters, pageSize: messagePageSize }),
    initialPageParam: cursor,
    enabled: beginsBelow,
  });
  const query = beginsBelow ? below : top;
  const conversations = uniqueOf(pagedItems(query.data));
  useFirstPageKept();
  const rows = useStableRows(conversations, selectedKey, { ...filters, beginsBelow });
  return { query, ...rows, beginsBelow, showFromTop: () => setFromTop(true) };
}

/** A conversation that moved while a page was in flight may occur twice. */
function uniqueOf(items: readonly ConversationListItem[]): readonly ConversationListItem[] {
  const keys = new Set<string>();
  return items.filter((item) => !keys.has(keyOf(item)) && keys.add(keyOf(item)));
}

/** Drops all but the first page when the screen is left, because they would be refetched one by one. */
function useFirstPageKept(): void {
  const client = useQueryClient();
  useEffect(() => () => keepFirstPages(client, getUserConversations), [client]);
}

/** Rows stay where they are while messages arrive; see `keepRowsStable`. */
function useStableRows(
  current: readonly ConversationListItem[],
  selectedKey: string | undefined,
  list: ConversationFilters & { beginsBelow: boolean },
) {
  const acting = useActingFor();
  const listKey = JSON.stringify([list, acting?.proxiedUserId]);
  const [last, setLast] = useState<{ listKey: string; rows: readonly ShownRow<string>[] }>({ listKey, rows: [] });
  const before = last.listKey === listKey ? last.rows : [];
  const next = keepRowsStable(useSelectedToo(current, selectedKey, listKey, list.unreadOnly === true), before, {
    keyOf,
    stampOf,
  });
  const isSame =
    last.listKey === listKey &&
    next.shown.length === before.length &&
    next.shown.every(({ key, stamp }, index) => key === before[index]?.key && stamp === before[index].stamp);
  if (!isSame) setLast({ listKey, rows: next.shown });
  return { items: next.items, newCount: next.newCount, showNew: () => setLast({ listKey, rows: [] }) };
}

/** With the unread filter, keeps the selected conversation in the list after it was read. */
function useSelectedToo(
  current: readonly ConversationListItem[],
  selectedKey: string | undefined,
  listKey: string,
  isWanted: boolean,
): readonly ConversationListItem[] {
  const found = current.find((one) => keyOf(one) === selectedKey);
  const [last, setLast] = useState<{ listKey: string; item: ConversationListItem }>();
  if (found !== undefined && (last?.item !== found || last.listKey !== listKey)) setLast({ listKey, item: found });
  if (!isWanted || found !== undefined || last?.listKey !== listKey || keyOf(last.item) !== selectedKey) return current;
  const read = { ...last.item, unreadMessageCount: 0, hasUrgentUnread: false };
  const index = current.findIndex((one) => one.lastMessageAt < read.lastMessageAt);
  return index === -1 ? [...current, read] : current.toSpliced(index, 0, read);
}
