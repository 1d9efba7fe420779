import { signedIn } from '@careloop/contracts/access';
import { IconPill } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { declareQueueSubject } from '../work-queues/shared/queueSubject.ts';
import { consultationsSearch } from './search.ts';
import { UnreadAnswersBadge } from './UnreadAnswersBadge.tsx';

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
      Badge: UnreadAnswersBadge,
    },
  ],
};

declareQueueSubject('consultation', async () => (await import('./ConsultationInQueue.tsx')).consultationInQueue);
