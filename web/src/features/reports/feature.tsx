import { anyOf } from '@careloop/contracts/access';
import { IconChartBar } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { guarded } from '../../shell/guarded.tsx';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { reportsSearch } from './search.ts';

const access = anyOf('Reports', 'ReportsPowerBIGeneral', 'ReportsPowerBIInternal');

const Reports = lazyPage(() => import('./ReportsPage.tsx'), 'ReportsPage');

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Reports',
    staticData: { title: 'Reports' },
    validateSearch: reportsSearch,
    component: guarded(access, Reports),
  }),
] as const;

export const reports: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Reports',
      label: 'Reports',
      icon: IconChartBar,
      about: 'Referral turnaround, leakage, queues and work in numbers',
      section: 'Work',
      access,
      menu: 'main',
    },
  ],
};
