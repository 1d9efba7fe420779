import { allOf } from '@careloop/contracts/access';
import { getWorkQueues } from '@careloop/contracts/work-queues';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../api/query.ts';
import { signOut } from '../session/store.ts';
import { useSession } from '../session/useSession.ts';

/** Everything around the page. */
export function AppShell(): ReactNode {
  const session = useSession();
  const canManageQueues = session.can(allOf('ManageWorkQueues'));
  const queues = useQuery({ ...queryOf(getWorkQueues, {}), enabled: canManageQueues });
  return (
    <div>
      <nav aria-label="Main">
        <Link to="/">Home</Link>
        {session.features.has('canManageReferrals') && <Link to="/Referrals">Referrals</Link>}
        <Link to="/Patients">My Patients</Link>
        {canManageQueues && <Link to="/WorkQueues">Work Queues {queues.data?.openCount}</Link>}
        <button type="button" onClick={() => void signOut()}>
          Sign out
        </button>
      </nav>
      <main>
        <Outlet />
      </main>
    </div>
  );
}
