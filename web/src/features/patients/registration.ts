import { signedIn } from '@careloop/contracts/access';
import { IconUserPlus, IconUserSearch, IconUsers } from '@tabler/icons-react';
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
    {
      to: '/Patients/Find',
      label: 'Find patient',
      icon: IconUserSearch,
      about: 'Patients of your clients beyond your list, and access to them',
      section: 'Patients',
      access: signedIn,
      menu: 'none',
    },
    {
      to: '/Patients/Add',
      label: 'Add patient',
      icon: IconUserPlus,
      about: 'A patient who is not on file yet',
      section: 'Patients',
      access: signedIn,
      menu: 'none',
    },
  ],
  search: {
    name: 'Patients',
    terms: 'Patient name, date of birth, MRN, phone',
    find: async (term, signal) => (await import('./findPatients.ts')).findPatients(term, signal),
    findElsewhere: (phrase) => ({
      key: 'find patient',
      label: 'Search beyond my list',
      detail: 'Patients of your clients that you cannot open yet',
      icon: IconUserSearch,
      link: { to: '/Patients/Find', search: { phrase } },
    }),
  },
};
