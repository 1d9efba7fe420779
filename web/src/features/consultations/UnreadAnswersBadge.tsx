import { countUnreadAnswers } from '@careloop/contracts/consultations';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { NavBadge } from '../../shell/NavBadge.tsx';

/** Number of unread answers to the user's consultations. */
export function UnreadAnswersBadge(): ReactNode {
  const { data } = useQuery(queryOf(countUnreadAnswers, {}));
  return <NavBadge count={data?.unreadCount ?? 0} of="unread answers" one="unread answer" />;
}
