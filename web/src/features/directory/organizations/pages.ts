import { lazyPage } from '../../../lib/lazyPage.tsx';
import { guarded } from '../../../shell/guarded.tsx';
import { organizationSearch, organizationsSearch } from './search.ts';

// Routes of organizations, complete except for their parent.

const lazyPages = () => import('./lazyPages.ts');

export const organizationsPage = {
  path: '/Organizations',
  staticData: { title: 'Organizations' },
  validateSearch: organizationsSearch,
  component: guarded({ any: ['AddProvider', 'EditProvider'] }, lazyPage(lazyPages, 'OrganizationsPage')),
} as const;

export const organizationPage = {
  path: '/Organizations/$healthcareOrganizationId',
  staticData: { title: 'Organization' },
  validateSearch: organizationSearch,
  component: lazyPage(lazyPages, 'OrganizationPage'),
} as const;
