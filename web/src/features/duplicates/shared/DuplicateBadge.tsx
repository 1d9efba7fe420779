import { reviewing } from '@careloop/contracts/duplicates';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';

/** Marks a record that may be a duplicate, with a link to the review for users who may decide. */
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
