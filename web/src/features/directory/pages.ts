import { lazyPage } from '../../lib/lazyPage.tsx';
import { guarded } from '../../shell/guarded.tsx';
import { printProviderSearch } from './search.ts';

export { organizationPage, organizationsPage } from './organizations/pages.ts';

// Routes of the directory, complete except for their parent.

const lazyPages = () => import('./lazyPages.ts');

const FindProvider = lazyPage(lazyPages, 'FindProviderPage');
export const findProviderPage = {
  path: '/Providers',
  staticData: { title: 'Providers' },
  component: guarded({ any: ['AddProvider', 'EditProvider'] }, FindProvider),
} as const;

export const printProviderPage = {
  path: '/Coordinator/PrintProvider/$healthcareProviderId',
  staticData: { title: 'Physician Information', isBare: true },
  validateSearch: printProviderSearch,
  component: lazyPage(lazyPages, 'PrintProviderPage'),
} as const;
