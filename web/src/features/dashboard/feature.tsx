import { signedIn } from '@careloop/contracts/access';
import { IconHome } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { rootRoute } from '../../shell/rootRoute.tsx';

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    staticData: { title: 'Home' },
    component: lazyPage(() => import('./HomePage.tsx'), 'HomePage'),
  }),
] as const;

export const dashboard: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/',
      label: 'Home',
      icon: IconHome,
      about: 'What is waiting for you today',
      section: 'Work',
      access: signedIn,
      menu: 'main',
      phoneRank: 1,
    },
  ],
};
