import { press, type Screen } from './screen.ts';

const roles = ['drpatel', 'drnguyen', 'office', 'coordinator'] as const;

export const workQueueScreens: readonly Screen[] = [
  { name: 'work-queues', path: '/WorkQueues', roles },
  { name: 'work-queues-completed', path: '/WorkQueues?status=2', roles },
  { name: 'work-queues-settings', path: '/WorkQueues', roles, open: press('button', 'Work Queue Settings') },
  { name: 'work-queues-filters', path: '/WorkQueues', roles: ['drpatel'], open: press('button', 'More filters') },
  { name: 'work-queues-several', path: '/WorkQueues', roles: ['drpatel'], open: press('button', 'Select several') },
  { name: 'work-queues-share', path: '/WorkQueues', roles: ['drpatel'], open: press('button', /^Share/) },
  { name: 'tasks', path: '/Tasks', roles },
  { name: 'tasks-added', path: '/Tasks?relation=added', roles: ['office', 'coordinator'] },
];
