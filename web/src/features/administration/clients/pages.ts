import { lazyPage } from '../../../lib/lazyPage.tsx';
import { guarded } from '../../../shell/guarded.tsx';
import { clientsSearch } from './search.ts';

// Routes of clients, complete except for their parent.

export const clientsPage = {
  path: '/Clients',
  staticData: { title: 'Clients' },
  validateSearch: clientsSearch,
  component: guarded(
    { all: ['ManageSite'] },
    lazyPage(() => import('./ClientsPage.tsx'), 'ClientsPage'),
  ),
} as const;
