import type { OutputOf } from '@careloop/contracts/endpoint';
import type { ConversationListItem, getUserConversations } from '@careloop/contracts/messages-conversations';
import type { InfiniteData } from '@tanstack/react-query';

type Page = OutputOf<typeof getUserConversations> & {
  /** How far down the list is known, where its last row is not there any more. */
  endsAt?: string | undefined;
};
export type ConversationPages = InfiniteData<Page, unknown>;

export function isPages(data: unknown): data is ConversationPages {
  return typeof data === 'object' && data !== null && 'pages' in data;
}

/**
 * The list in which some conversations are as they are now: each stands where its latest message puts it, those that the
 * filters leave out any more are gone, and one that belongs further down than what is loaded waits for its page.
 * @param isAsked whether a row was asked for anew
 * @param found what there is of those that were asked for
 */
export function placeAnew(
  data: ConversationPages,
  isAsked: (item: ConversationListItem) => boolean,
  found: readonly ConversationListItem[],
): ConversationPages {
  const before = new Set(data.pages.flatMap((page) => page.items).map((item) => item.conversationKey));
  const pages = data.pages.map((page) => ({ ...page, items: page.items.filter((item) => !isAsked(item)) }));
  const last = pages.at(-1);
  if (last === undefined) return data;
  last.endsAt = last.endsAt ?? data.pages.at(-1)?.items.at(-1)?.lastMessageAt;
  const beginsBelow = data.pageParams[0] !== undefined;
  for (const item of found) {
    const isAbove = (other: ConversationListItem) => other.lastMessageAt <= item.lastMessageAt;
    const page = pages.find(({ items }) => items.some(isAbove)) ?? last;
    const index = page.items.findIndex(isAbove);
    // A list that begins further down gets nothing new on top.
    const isFirst = page === pages.find(({ items }) => items.length > 0) && index === 0;
    if (beginsBelow && isFirst && !before.has(item.conversationKey)) continue;
    const isUnknown = last.nextCursor !== null && last.endsAt !== undefined && item.lastMessageAt < last.endsAt;
    if (index === -1 && isUnknown) continue;
    page.items.splice(index === -1 ? page.items.length : index, 0, item);
  }
  return { ...data, pages };
}
