import { reviewPermissions } from '@careloop/contracts/duplicates';
import { lazyPage } from '../../lib/lazyPage.tsx';
import { guarded } from '../../shell/guarded.tsx';
import { duplicatesSearch, editedProvidersSearch, editedValuesSearch, providerConflictsSearch } from './search.ts';

// Routes of the review of imports, complete except for their parent.

export const duplicatesLayout = {
  path: '/Duplicates',
  component: guarded(
    { all: reviewPermissions },
    lazyPage(() => import('./DuplicatesLayout.tsx'), 'DuplicatesLayout'),
  ),
} as const;

export const duplicatesPage = {
  path: '/',
  staticData: { title: 'Possible duplicates' },
  validateSearch: duplicatesSearch,
  component: lazyPage(() => import('./DuplicatesPage.tsx'), 'DuplicatesPage'),
} as const;

export const providerConflictsPage = {
  path: '/Providers',
  staticData: { title: 'Providers of one NPI' },
  validateSearch: providerConflictsSearch,
  component: lazyPage(() => import('./ProviderConflictsTab.tsx'), 'ProviderConflictsTab'),
} as const;

export const editedValuesPage = {
  path: '/EditedValues',
  staticData: { title: 'Edited values' },
  validateSearch: editedValuesSearch,
  component: lazyPage(() => import('./EditedValuesTab.tsx'), 'EditedValuesTab'),
} as const;

export const editedProvidersPage = {
  path: '/EditedProviders',
  staticData: { title: 'Edited provider values' },
  validateSearch: editedProvidersSearch,
  component: lazyPage(() => import('./EditedProvidersTab.tsx'), 'EditedProvidersTab'),
} as const;
