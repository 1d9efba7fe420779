import { lazyPage } from '../../lib/lazyPage.tsx';
import { guarded } from '../../shell/guarded.tsx';
import { workQueuesSearch } from './search.ts';

const WorkQueues = lazyPage(() => import('./WorkQueuesPage.tsx'), 'WorkQueuesPage');
export const workQueuesPage = {
  path: '/WorkQueues',
  staticData: { title: 'Work Queues' },
  validateSearch: workQueuesSearch,
  component: guarded({ all: ['ManageWorkQueues'] }, WorkQueues),
} as const;
