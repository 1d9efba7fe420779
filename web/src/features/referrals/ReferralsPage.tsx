import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ReferralsBoard } from './list/ReferralsBoard.tsx';

const page = getRouteApi('/Referrals');

/** Referrals sent and received. */
export function ReferralsPage(): ReactNode {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  return (
    <ReferralsBoard
      label="Referrals"
      state={{ search, go: (change, replace) => void navigate({ search: change, replace }) }}
      firstUse="Open a patient and choose New referral to send the first one."
    />
  );
}
