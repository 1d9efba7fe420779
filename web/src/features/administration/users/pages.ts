import { lazyPage } from '../../../lib/lazyPage.tsx';
import { guarded } from '../../../shell/guarded.tsx';
import { usersSearch } from './search.ts';

// Routes of user administration, complete except for their parent.

export const usersPage = {
  path: '/Users',
  staticData: { title: 'Users' },
  validateSearch: usersSearch,
  component: guarded(
    { all: ['ManageUsers'] },
    lazyPage(() => import('./UsersPage.tsx'), 'UsersPage'),
  ),
} as const;
