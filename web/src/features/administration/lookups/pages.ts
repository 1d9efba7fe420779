import { lazyPage } from '../../../lib/lazyPage.tsx';
import { guarded } from '../../../shell/guarded.tsx';
import { lookupsSearch } from './search.ts';

// Routes of the lists of options, complete except for their parent.

export const lookupsPage = {
  path: '/Lookups',
  staticData: { title: 'Lookups' },
  validateSearch: lookupsSearch,
  component: guarded(
    { all: ['ManageSite'] },
    lazyPage(() => import('./LookupsPage.tsx'), 'LookupsPage'),
  ),
} as const;
