import { lazyPage } from '../../../lib/lazyPage.tsx';
import { guarded } from '../../../shell/guarded.tsx';
import { auditSearch } from './search.ts';

// Routes of the audit, complete except for their parent.

export const auditPage = {
  path: '/Audit',
  staticData: { title: 'Audit' },
  validateSearch: auditSearch,
  component: guarded(
    { all: ['ViewAuditLog'] },
    lazyPage(() => import('./AuditPage.tsx'), 'AuditPage'),
  ),
} as const;
