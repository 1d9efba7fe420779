import { signedIn } from '@careloop/contracts/access';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { NavBadge } from '../../shell/NavBadge.tsx';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { declareQueueSubject } from '../work-queues/shared/queueSubject.ts';
import { referralFiltersSearch, referralsSearch } from './search.ts';
import { useNavigationPart } from '../../shell/navigation.ts';

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Referrals',
    staticData: { title: 'Referrals' },
    validateSearch: referralsSearch,
    component: lazyPage(() => import('./ReferralsPage.tsx'), 'ReferralsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Referrals/Print',
    staticData: { title: 'Referrals', isBare: true },
    validateSearch: referralFiltersSearch,
    component: lazyPage(() => import('./list/PrintReferralsPage.tsx'), 'PrintReferralsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/referrals-lite',
    staticData: { title: 'Referral Requests' },
    validateSearch: referralsSearch,
    component: lazyPage(() => import('./ReferralRequestsPage.tsx'), 'ReferralRequestsPage'),
  }),
] as const;

export const referrals: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Referrals',
      label: 'Referrals',
      icon: IconArrowsLeftRight,
      about: 'Referrals you sent and received, and where they stand',
      section: 'Work',
      access: signedIn,
      menu: 'main',
      phoneRank: 5,
      inMenuWith: 'canManageReferrals',
      Badge: UnreadAnswersBadge,
    },
    {
      to: '/referrals-lite',
      label: 'Referral Requests',
      icon: IconArrowsLeftRight,
      about: 'Referral requests you are part of, to read and to answer',
      section: 'Work',
      access: signedIn,
      menu: 'main',
      phoneRank: 5,
      inMenuWithout: 'canManageReferrals',
      Badge: UnreadAnswersBadge,
    },
  ],
};

declareQueueSubject('referral', async () => (await import('./ReferralInQueue.tsx')).referralInQueue);

/** Number of the user's referrals with an unread answer. */
function UnreadAnswersBadge(): ReactNode {
  const { data } = useNavigationPart('referrals');
  return <NavBadge count={data?.unreadCount ?? 0} of="unread answers" one="unread answer" />;
}
