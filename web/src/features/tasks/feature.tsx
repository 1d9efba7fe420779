import { signedIn } from '@careloop/contracts/access';
import { IconChecklist } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { tasksSearch } from './search.ts';

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Tasks',
    staticData: { title: 'My tasks' },
    validateSearch: tasksSearch,
    component: lazyPage(() => import('./MyTasksPage.tsx'), 'MyTasksPage'),
  }),
] as const;

export const tasks: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Tasks',
      label: 'My tasks',
      icon: IconChecklist,
      about: 'What is assigned to you, by due date',
      section: 'Work',
      access: signedIn,
      menu: 'none',
    },
  ],
};
