import { lazyPage } from '../../lib/lazyPage.tsx';
import { tasksSearch } from './search.ts';

export const myTasksPage = {
  path: '/Tasks',
  staticData: { title: 'My tasks' },
  validateSearch: tasksSearch,
  component: lazyPage(() => import('./MyTasksPage.tsx'), 'MyTasksPage'),
} as const;
