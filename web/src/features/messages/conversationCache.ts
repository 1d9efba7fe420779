import type { OutputOf } from '@careloop/contracts/endpoint';
import { getUnreadMessageCount } from '@careloop/contracts/messages';
import {
  getSingleUserConversation,
  getUserConversations,
  type Conversation,
  type ConversationListItem,
} from '@careloop/contracts/messages/conversations';
import type { QueryClient } from '@tanstack/react-query';
import { isPages } from '../../api/pages.ts';

type Change = Partial<
  Pick<Conversation, 'unreadMessageCount' | 'hasUrgentUnread' | 'firstUnreadSequence'> &
    Pick<ConversationListItem, 'hasDraft'>
>;

const ofEndpoint = (path: string) => ({
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === path,
});

/** Updates one conversation in all queries from a server response. */
export function patchConversation(client: QueryClient, conversationKey: string, change: Change): void {
  const { firstUnreadSequence: _, ...ofRow } = change;
  client.setQueriesData<unknown>(ofEndpoint(getUserConversations.path), (data: unknown) => {
    if (!isPages<ConversationListItem>(data)) return data;
    const patch = (item: ConversationListItem) =>
      item.conversationKey === conversationKey ? { ...item, ...ofRow } : item;
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(patch) })) };
  });
  client.setQueryData<Conversation>([getSingleUserConversation.path, { conversationKey }], (conversation) =>
    conversation === undefined ? undefined : { ...conversation, ...change },
  );
}

/** Updates the badge, if the count is newer than its own. */
export function patchUnreadCount(client: QueryClient, count: OutputOf<typeof getUnreadMessageCount>): void {
  client.setQueryData<OutputOf<typeof getUnreadMessageCount>>([getUnreadMessageCount.path, {}], (known) =>
    known === undefined || known.sequence > count.sequence ? known : count,
  );
}
