import { signedIn } from '@careloop/contracts/access';
import { IconHelp } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { lazyPage } from '../../lib/lazyPage.tsx';
import { text } from '../../lib/search.ts';
import type { Feature } from '../../shell/features.ts';
import { rootRoute } from '../../shell/rootRoute.tsx';

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Help',
    staticData: { title: 'Help' },
    validateSearch: z.object({ search: text }),
    component: lazyPage(() => import('./HelpIndexPage.tsx'), 'HelpIndexPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Help/$page',
    staticData: { title: 'Help' },
    component: lazyPage(() => import('./HelpArticlePage.tsx'), 'HelpArticlePage'),
  }),
] as const;

export const help: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Help',
      label: 'Help',
      icon: IconHelp,
      about: 'Short pages by job: send a referral, work a queue, set up a clinic',
      section: 'Account',
      access: signedIn,
      menu: 'none',
    },
  ],
};
