import { signedIn } from '@careloop/contracts/access';
import { IconMailOpened } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { invitationsSearch } from './search.ts';

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Patients/Invites',
    staticData: { title: 'Invitations' },
    validateSearch: invitationsSearch,
    component: lazyPage(() => import('./InvitationsPage.tsx'), 'InvitationsPage'),
  }),
] as const;

export const careTeams: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Patients/Invites',
      label: 'Invitations',
      icon: IconMailOpened,
      about: 'Care teams that invited you: accept or decline',
      section: 'Patients',
      access: signedIn,
      menu: 'none',
    },
  ],
  live: async () => (await import('./realtime.tsx')).watchInvitations,
};
