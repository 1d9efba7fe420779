import { signedIn } from '@careloop/contracts/access';
import { getPendingInviteCount } from '@careloop/contracts/care-teams';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import type { FeatureRegistration } from '../../shell/features.ts';
import { NavBadge } from '../../shell/NavBadge.tsx';

function PendingInvitations(): ReactNode {
  const { data } = useQuery(queryOf(getPendingInviteCount, {}));
  return <NavBadge count={data?.pendingInviteCount ?? 0} of="pending invitations" />;
}

export const patients: FeatureRegistration = {
  destinations: [
    {
      to: '/Patients',
      label: 'My Patients',
      icon: IconUsers,
      about: 'The patients whose care you share',
      section: 'Patients',
      access: signedIn,
      menu: 'main',
      Badge: PendingInvitations,
    },
  ],
  search: {
    name: 'Patients',
    terms: 'Patient name, date of birth, MRN',
    find: async (term, signal) => (await import('./findPatients.ts')).findPatients(term, signal),
  },
};
