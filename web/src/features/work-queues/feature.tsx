import { allOf } from '@careloop/contracts/access';
import { IconListCheck } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { guarded } from '../../shell/guarded.tsx';
import { NavBadge } from '../../shell/NavBadge.tsx';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { workQueuesSearch } from './search.ts';
import { loadQueueSubjects } from './shared/queueSubject.ts';
import { useNavigationPart } from '../../shell/navigation.ts';

const access = allOf('ManageWorkQueues');

const WorkQueues = lazyPage(async () => {
  const [page] = await Promise.all([import('./WorkQueuesPage.tsx'), loadQueueSubjects()]);
  return page;
}, 'WorkQueuesPage');

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/WorkQueues',
    staticData: { title: 'Work Queues' },
    validateSearch: workQueuesSearch,
    component: guarded(access, WorkQueues),
  }),
] as const;

function OpenItems(): ReactNode {
  const { data } = useNavigationPart('workQueues');
  return <NavBadge count={data?.openCount ?? 0} of="open items" one="open item" />;
}

export const workQueues: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/WorkQueues',
      holds: '/Tasks',
      label: 'Work Queues',
      icon: IconListCheck,
      about: 'Referrals and requests to be processed',
      section: 'Work',
      access,
      menu: 'main',
      phoneRank: 2,
      Badge: OpenItems,
    },
  ],
};
