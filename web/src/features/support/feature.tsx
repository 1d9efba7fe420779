import { IconMessage2Question } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { siteRoute } from '../site-info/shared/siteRoute.tsx';
import { supportRequestsSearch } from './search.ts';
import { openSupportRequest } from './supportRequest.ts';
import { SupportRequestHost } from './SupportRequestHost.tsx';

const routes = [
  createRoute({
    getParentRoute: () => siteRoute,
    path: '/SupportRequests',
    staticData: { title: 'Support requests' },
    validateSearch: supportRequestsSearch,
    component: lazyPage(() => import('./SupportRequestsTab.tsx'), 'SupportRequestsTab'),
  }),
] as const;

export const support: Feature<typeof routes> = {
  routes,
  help: [
    {
      label: 'Submit a Support Request',
      keywords: 'help contact problem',
      icon: IconMessage2Question,
      run: () => openSupportRequest(),
    },
  ],
  Dialogs: SupportRequestHost,
};
