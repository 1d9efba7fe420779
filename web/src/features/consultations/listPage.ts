import { lazyPage } from '../../lib/lazyPage.tsx';
import { consultationsSearch } from './search.ts';

/** Consultations sent and received. */
export const consultationsPage = {
  path: '/Consultations',
  staticData: { title: 'Consultations' },
  validateSearch: consultationsSearch,
  component: lazyPage(() => import('./ConsultationsPage.tsx'), 'ConsultationsPage'),
} as const;
