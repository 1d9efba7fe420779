import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../session/useSession.ts';
import { ReferralsBoard } from './list/ReferralsBoard.tsx';

const page = getRouteApi('/Referrals');

/** Referrals sent and received. If the client does not manage referrals here, the user's own are on another screen. */
export function ReferralsPage(): ReactNode {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const { features } = useSession();
  if (!features.has('canManageReferrals')) return <Navigate to="/referrals-lite" search={search} replace />;
  return (
    <ReferralsBoard
      label="Referrals"
      state={{ search, go: (change, replace) => void navigate({ search: change, replace }) }}
      firstUse="Open a patient and choose New referral to send the first one."
    />
  );
}
