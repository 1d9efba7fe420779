import { signedIn } from '@careloop/contracts/access';
import { IconPill } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { NavBadge } from '../../shell/NavBadge.tsx';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { declareQueueSubject } from '../work-queues/shared/queueSubject.ts';
import { consultationsSearch } from './search.ts';
import { useNavigationPart } from '../../shell/navigation.ts';

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Consultations',
    staticData: { title: 'Consultations' },
    validateSearch: consultationsSearch,
    component: lazyPage(() => import('./ConsultationsPage.tsx'), 'ConsultationsPage'),
  }),
] as const;

export const consultations: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Consultations',
      label: 'Consultations',
      icon: IconPill,
      about: 'Medication consultations you sent and received, and their answers',
      section: 'Work',
      access: signedIn,
      menu: 'main',
      phoneRank: 6,
      Badge: UnreadAnswersBadge,
    },
  ],
};

declareQueueSubject('consultation', async () => (await import('./ConsultationInQueue.tsx')).consultationInQueue);

/** Number of unread answers to the user's consultations. */
function UnreadAnswersBadge(): ReactNode {
  const { data } = useNavigationPart('consultations');
  return <NavBadge count={data?.unreadCount ?? 0} of="unread answers" one="unread answer" />;
}
