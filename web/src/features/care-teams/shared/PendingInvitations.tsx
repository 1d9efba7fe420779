import { Button } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NavBadge } from '../../../shell/NavBadge.tsx';
import { useNavigationPart } from '../../../shell/navigation.ts';

/** Number of pending invitations, on the link to My Patients. */
export function PendingInvitesBadge(): ReactNode {
  const { data } = useNavigationPart('invitations');
  return <NavBadge count={data?.pendingInviteCount ?? 0} of="pending invitations" one="pending invitation" />;
}

/** Link to the pending invitations; hidden if there are none. */
export function PendingInvitesLink(): ReactNode {
  const { data } = useNavigationPart('invitations');
  const count = data?.pendingInviteCount ?? 0;
  if (count === 0) return null;
  return (
    <Button
      component={Link}
      to="/Patients/Invites"
      variant="light"
      size="compact-md"
      leftSection={<IconMailOpened size={16} aria-hidden />}
    >
      {count === 1 ? '1 pending invitation' : `${count} pending invitations`}
    </Button>
  );
}
