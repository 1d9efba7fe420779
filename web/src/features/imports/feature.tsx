import { readingImports } from '@careloop/contracts/imports';
import { IconFileImport } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { guarded } from '../../shell/guarded.tsx';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { findingsSearch, runsSearch } from './search.ts';

const Layout = lazyPage(() => import('./ImportsLayout.tsx'), 'ImportsLayout');

const layout = createRoute({
  getParentRoute: () => rootRoute,
  path: '/Imports',
  component: guarded(readingImports, Layout),
});

const routes = [
  layout,
  createRoute({
    getParentRoute: () => layout,
    path: '/',
    staticData: { title: 'Imports' },
    validateSearch: runsSearch,
    component: lazyPage(() => import('./RunsTab.tsx'), 'RunsTab'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/NotRead',
    staticData: { title: 'What imports could not read' },
    validateSearch: findingsSearch,
    component: lazyPage(() => import('./FindingsTab.tsx'), 'FindingsTab'),
  }),
] as const;

export const imports: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Imports',
      label: 'Imports',
      icon: IconFileImport,
      about: 'What imports created, and the records and parts that they could not read',
      section: 'Administration',
      access: readingImports,
      menu: 'administration',
    },
  ],
};
