import { signedIn } from '@careloop/contracts/access';
import { IconUserCircle } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { profileSearch } from './search.ts';

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Profile',
    staticData: { title: 'Profile' },
    validateSearch: profileSearch,
    component: lazyPage(() => import('./ProfilePage.tsx'), 'ProfilePage'),
  }),
] as const;

export const profile: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Profile',
      label: 'Profile',
      icon: IconUserCircle,
      about: 'Your account, your password, and where you are signed in',
      section: 'Account',
      access: signedIn,
      menu: 'both',
    },
  ],
};
