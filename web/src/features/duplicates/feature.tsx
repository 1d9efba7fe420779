import { reviewing } from '@careloop/contracts/duplicates';
import { IconUsersGroup } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { guarded } from '../../shell/guarded.tsx';
import { NavBadge } from '../../shell/NavBadge.tsx';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { duplicatesSearch, editedProvidersSearch, editedValuesSearch, providerConflictsSearch } from './search.ts';
import { useNavigationPart } from '../../shell/navigation.ts';

const Layout = lazyPage(() => import('./DuplicatesLayout.tsx'), 'DuplicatesLayout');

const layout = createRoute({
  getParentRoute: () => rootRoute,
  path: '/Duplicates',
  component: guarded(reviewing, Layout),
});

const routes = [
  layout,
  createRoute({
    getParentRoute: () => layout,
    path: '/',
    staticData: { title: 'Possible duplicates' },
    validateSearch: duplicatesSearch,
    component: lazyPage(() => import('./DuplicatesPage.tsx'), 'DuplicatesPage'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/Providers',
    staticData: { title: 'Providers of one NPI' },
    validateSearch: providerConflictsSearch,
    component: lazyPage(() => import('./ProviderConflictsTab.tsx'), 'ProviderConflictsTab'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/EditedValues',
    staticData: { title: 'Edited values' },
    validateSearch: editedValuesSearch,
    component: lazyPage(() => import('./EditedValuesTab.tsx'), 'EditedValuesTab'),
  }),
  createRoute({
    getParentRoute: () => layout,
    path: '/EditedProviders',
    staticData: { title: 'Edited provider values' },
    validateSearch: editedProvidersSearch,
    component: lazyPage(() => import('./EditedProvidersTab.tsx'), 'EditedProvidersTab'),
  }),
] as const;

function OpenPairs(): ReactNode {
  const { data } = useNavigationPart('duplicates');
  return <NavBadge count={data?.openCount ?? 0} of="possible duplicates" one="possible duplicate" />;
}

export const duplicates: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Duplicates',
      label: 'Possible duplicates',
      icon: IconUsersGroup,
      about: 'Records that may be one person: compare them, merge them or keep them apart',
      section: 'Patients',
      access: reviewing,
      menu: 'main',
      Badge: OpenPairs,
    },
  ],
};
