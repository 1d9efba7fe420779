import { lazyPage } from '../../lib/lazyPage.tsx';
import { guarded } from '../../shell/guarded.tsx';
import { reportsSearch } from './search.ts';

const Reports = lazyPage(() => import('./ReportsPage.tsx'), 'ReportsPage');
export const reportsPage = {
  path: '/Reports',
  staticData: { title: 'Reports' },
  validateSearch: reportsSearch,
  component: guarded({ any: ['Reports', 'ReportsPowerBIGeneral', 'ReportsPowerBIInternal'] }, Reports),
} as const;
