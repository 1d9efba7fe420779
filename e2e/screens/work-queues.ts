import type { Screen } from './screen.ts';

const roles = ['drpatel', 'drnguyen', 'office', 'coordinator'] as const;

export const workQueueScreens: readonly Screen[] = [
  { name: 'work-queues', path: '/WorkQueues', roles },
  { name: 'work-queues-completed', path: '/WorkQueues?status=2', roles },
];
