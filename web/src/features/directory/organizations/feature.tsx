import { findingOrganizations } from '@careloop/contracts/directory/organizations';
import { IconBuildingHospital } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../lib/lazyPage.tsx';
import type { Feature } from '../../../shell/features.ts';
import { guarded } from '../../../shell/guarded.tsx';
import { rootRoute } from '../../../shell/rootRoute.tsx';
import { organizationSearch, organizationsSearch } from './search.ts';

const Organizations = lazyPage(() => import('./OrganizationsPage.tsx'), 'OrganizationsPage');

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Organizations',
    staticData: { title: 'Organizations' },
    validateSearch: organizationsSearch,
    component: guarded(findingOrganizations, Organizations),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Organizations/$healthcareOrganizationId',
    staticData: { title: 'Organization' },
    validateSearch: organizationSearch,
    component: lazyPage(() => import('./OrganizationPage.tsx'), 'OrganizationPage'),
  }),
] as const;

export const organizations: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Organizations',
      label: 'Organizations',
      icon: IconBuildingHospital,
      about: 'Practices of the directory with their providers, addresses and users',
      section: 'Work',
      access: findingOrganizations,
      menu: 'none',
    },
  ],
};
