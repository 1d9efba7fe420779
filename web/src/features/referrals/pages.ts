import { lazyPage } from '../../lib/lazyPage.tsx';
import { referralFiltersSearch, referralsSearch } from './search.ts';

// Routes of referrals, complete except for their parent.

export const referralsPage = {
  path: '/Referrals',
  staticData: { title: 'Referrals' },
  validateSearch: referralsSearch,
  component: lazyPage(() => import('./ReferralsPage.tsx'), 'ReferralsPage'),
} as const;

export const printReferralsPage = {
  path: '/Referrals/Print',
  staticData: { title: 'Referrals', isBare: true },
  validateSearch: referralFiltersSearch,
  component: lazyPage(() => import('./list/PrintReferralsPage.tsx'), 'PrintReferralsPage'),
} as const;

export const referralRequestsPage = {
  path: '/referrals-lite',
  staticData: { title: 'Referral Requests' },
  validateSearch: referralsSearch,
  component: lazyPage(() => import('./ReferralRequestsPage.tsx'), 'ReferralRequestsPage'),
} as const;
