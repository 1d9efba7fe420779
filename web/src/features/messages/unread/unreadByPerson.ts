import { getImpersonatableUsers } from '@careloop/contracts/directory';
import type { CallOf } from '@careloop/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';

/** Requested as the user themselves, whomever they act for, to get everyone they may act for. */
const everybody = queryOf(getImpersonatableUsers, {
  includeUnreadMessageCounts: true,
  onBehalfOfUserId: undefined,
} as CallOf<typeof getImpersonatableUsers>);

export interface UnreadOf {
  /** Undefined for the signed-in user. */
  userId: number | undefined;
  name: string;
  count: number;
}

/** Unread counts of the user, called Me, and of everyone they may act for who has any. */
export function useUnreadByPerson(): readonly UnreadOf[] {
  const { user } = useSession();
  const others = user.usersToImpersonate;
  const { data } = useQuery({ ...everybody, enabled: others.length > 0 });
  const counts = new Map(data?.users.map(({ userId, unreadMessageCount }) => [userId, unreadMessageCount]));
  return [
    { userId: undefined, name: 'Me', count: counts.get(user.userId) ?? 0 },
    ...others
      .map(({ proxiedUserId, firstName, lastName }) => ({
        userId: proxiedUserId,
        name: `${firstName} ${lastName}`,
        count: counts.get(proxiedUserId) ?? 0,
      }))
      .filter(({ count }) => count > 0),
  ];
}
