import { countUnreadReferrals } from '@careloop/contracts/referrals/unread';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { NavBadge } from '../../shell/NavBadge.tsx';

/** Number of the user's referrals with an unread answer. */
export function UnreadAnswersBadge(): ReactNode {
  const { data } = useQuery(queryOf(countUnreadReferrals, {}));
  return <NavBadge count={data?.unreadCount ?? 0} of="unread answers" one="unread answer" />;
}
