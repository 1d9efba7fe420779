import { messagePageSize } from '@careloop/contracts/messages';
import {
  getConversationPage,
  getUserConversations,
  type ConversationListItem,
} from '@careloop/contracts/messages/conversations';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { keepFirstPages, pagedItems } from '../../../api/pages.ts';
import { pagesOf, queryOf } from '../../../api/query.ts';
import { useActingFor } from '../../../shell/actingFor.ts';
import { keepRowsStable, type ShownRow } from './stableRows.ts';
import type { ConversationFilters } from '../useMessagesSearch.ts';

export const keyOf = (conversation: ConversationListItem): string => conversation.conversationKey;
const stampOf = (conversation: ConversationListItem): number => conversation.lastSequence;

/** Where a page of a list that begins further down is read: after a cursor, or before it. */
type PagePlace = { cursor: string } | { before: string };

/**
 * The filtered conversations, page by page. A link to a conversation far down starts with the page that holds it, and the
 * pages above follow as the user scrolls up (docs/domain/messages.md).
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
    // The conversation may stand elsewhere on another visit.
    gcTime: 0,
    retry: false,
  });
  const cursor = place.data !== undefined && (place.data.page ?? 1) > 1 ? place.data.pageCursor : undefined;
  const beginsBelow = !isFromTop && cursor !== undefined;
  // The page size, although it is the default, gives this list its own query key.
  const input = { ...filters, pageSize: messagePageSize };
  const below = useInfiniteQuery({
    queryKey: [getUserConversations.path, input, 'pages'] as const,
    initialPageParam: { cursor: cursor ?? '' } as PagePlace,
    queryFn: ({ pageParam, signal }) => call(getUserConversations, { ...input, ...pageParam }, { signal }),
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    getPreviousPageParam: ({ previousCursor }) => (previousCursor === null ? undefined : { before: previousCursor }),
    // As in `pagesOf`.
    refetchOnWindowFocus: false,
    gcTime: 0,
    enabled: beginsBelow,
  });
  const query = beginsBelow ? below : top;
  const conversations = uniqueOf(pagedItems(query.data));
  useFirstPageKept();
  const rows = useStableRows(conversations, selectedKey, { ...filters, beginsBelow }, query.data);
  return {
    query,
    ...rows,
    hasEarlier: beginsBelow && below.hasPreviousPage,
    isLoadingEarlier: below.isFetchingPreviousPage,
    hasEarlierFailed: below.isFetchPreviousPageError,
    loadEarlier: () => void below.fetchPreviousPage(),
    showFromTop: () => setFromTop(true),
  };
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
  pages: LoadedPages | undefined,
) {
  const acting = useActingFor();
  const listKey = JSON.stringify([list, acting?.proxiedUserId]);
  const topKey = keyOfPage(pages?.pageParams[0]);
  const [last, setLast] = useState<ShownList>({ listKey, topKey, rows: [] });
  const before = last.listKey === listKey ? [...earlierRows(last, pages), ...last.rows] : [];
  const next = keepRowsStable(useSelectedToo(current, selectedKey, listKey, list.unreadOnly === true), before, {
    keyOf,
    stampOf,
  });
  const isSame =
    last.listKey === listKey &&
    last.topKey === topKey &&
    next.shown.length === before.length &&
    next.shown.every(({ key, stamp }, index) => key === before[index]?.key && stamp === before[index].stamp);
  if (!isSame) setLast({ listKey, topKey, rows: next.shown });
  return { items: next.items, newCount: next.newCount, showNew: () => setLast({ listKey, topKey, rows: [] }) };
}

interface ShownList {
  listKey: string;
  /** The page that the rows began with. */
  topKey: string;
  rows: readonly ShownRow<string>[];
}
type LoadedPages = { pages: readonly { items: readonly ConversationListItem[] }[]; pageParams: readonly unknown[] };

const keyOfPage = (pageParam: unknown): string => JSON.stringify(pageParam ?? null);

/** Rows of the pages that were loaded above the shown ones. They are shown at once, unlike rows that arrive in an update. */
function earlierRows({ topKey, rows }: ShownList, loaded: LoadedPages | undefined): readonly ShownRow<string>[] {
  const begin = loaded?.pageParams.findIndex((pageParam) => keyOfPage(pageParam) === topKey) ?? -1;
  if (loaded === undefined || begin < 1 || rows.length === 0) return [];
  const shown = new Set(rows.map(({ key }) => key));
  const earlier = uniqueOf(pagedItems({ pages: loaded.pages.slice(0, begin) }));
  return earlier.filter((item) => !shown.has(keyOf(item))).map((item) => ({ key: keyOf(item), stamp: stampOf(item) }));
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
