import { getUnreadMessageCount } from '@careloop/contracts/messages';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queryOf } from '../../../api/query.ts';
import { useRealtimeEvent } from '../../../api/realtime.ts';
import { useSession } from '../../../session/useSession.ts';
import { useActingFor } from '../../../shell/actingFor.ts';
import { notifyOfMessage } from './messageNotifications.ts';
import { newerCount, stepUnread, type UnreadCount } from './unreadSteps.ts';
import { useNavigationPart } from '../../../shell/navigation.ts';

const unreadCount = queryOf(getUnreadMessageCount, {});

/** A response may be older than an event that overtook it. */
const newerOf = (known: unknown, next: unknown) => newerCount(known as UnreadCount | undefined, next as UnreadCount);

/** Applies the count of an event; after a gap, everything is refetched. */
function takeCount(client: QueryClient, event: RealtimeEvents['UnreadMessageCountChangedEvent']): void {
  const { count, hasGap } = stepUnread(client.getQueryData<UnreadCount>(unreadCount.queryKey), event);
  client.setQueryData<UnreadCount>(unreadCount.queryKey, count);
  if (hasGap) void client.invalidateQueries();
}

/** Number of unread messages of the user or the person acted for, kept up to date. Only for users who may read messages. */
export function useUnreadMessageCount(): number {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { user } = useSession();
  const shownUserId = useActingFor()?.proxiedUserId ?? user.userId;
  const { data } = useNavigationPart('messages', { structuralSharing: newerOf });
  useRealtimeEvent('UnreadMessageCountChangedEvent', (event) => {
    if (event.userId !== shownUserId) return;
    takeCount(client, event);
    const { newMessage } = event;
    if (newMessage === undefined) return;
    const { conversationKey } = newMessage;
    const search = { conversationKey, onBehalfOfUserId: shownUserId === user.userId ? undefined : shownUserId };
    notifyOfMessage(newMessage, () => void navigate({ to: '/Messages', search }));
  });
  return data?.unreadMessageCount ?? 0;
}
