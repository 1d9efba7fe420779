import { findingProviders } from '@careloop/contracts/directory/providers';
import { IconStethoscope } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { guarded } from '../../shell/guarded.tsx';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { ProviderDialogsHost } from './ProviderDialogsHost.tsx';
import { printProviderSearch } from './search.ts';

const FindProvider = lazyPage(() => import('./providers/FindProviderPage.tsx'), 'FindProviderPage');

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Providers',
    staticData: { title: 'Providers' },
    component: guarded(findingProviders, FindProvider),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Coordinator/PrintProvider/$healthcareProviderId',
    staticData: { title: 'Physician Information', isBare: true },
    validateSearch: printProviderSearch,
    component: lazyPage(() => import('./providers/PrintProviderPage.tsx'), 'PrintProviderPage'),
  }),
] as const;

export const directory: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Providers',
      label: 'Providers',
      icon: IconStethoscope,
      about: 'Find, add and edit providers of the directory',
      section: 'Work',
      access: findingProviders,
      menu: 'main',
    },
  ],
  Dialogs: ProviderDialogsHost,
};
