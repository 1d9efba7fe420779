import { reviewing } from '@careloop/contracts/duplicates';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';

/** That a record may be one person with another one; the way to the review for those who may. */
export function DuplicateBadge({ patientId }: { patientId: number }): ReactNode {
  const badge = <StatusBadge tone="warning" label="Possible duplicate" />;
  if (!useSession().can(reviewing)) return badge;
  return (
    <>
      {badge}{' '}
      <Link to="/Duplicates" search={{ patientId }}>
        Review
      </Link>
    </>
  );
}
