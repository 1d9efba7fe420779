import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ReferralsBoard } from './list/ReferralsBoard.tsx';

const page = getRouteApi('/referrals-lite');

/** For users who do not manage referrals: the requests they are part of, to read and to answer. */
export function ReferralRequestsPage(): ReactNode {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  return (
    <ReferralsBoard
      isLite
      label="Referral Requests"
      state={{ search, go: (change, replace) => void navigate({ search: change, replace }) }}
      firstUse="Requests that are sent to you, shared with you or sent in your name appear here."
    />
  );
}
