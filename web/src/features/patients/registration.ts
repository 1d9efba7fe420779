import { signedIn } from '@careloop/contracts/access';
import { IconUsers } from '@tabler/icons-react';
import type { FeatureRegistration } from '../../shell/features.ts';
import { PendingInvitesBadge } from '../care-teams/shared/PendingInvitations.tsx';

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
      Badge: PendingInvitesBadge,
    },
  ],
  search: {
    name: 'Patients',
    terms: 'Patient name, date of birth, MRN',
    find: async (term, signal) => (await import('./findPatients.ts')).findPatients(term, signal),
  },
};
