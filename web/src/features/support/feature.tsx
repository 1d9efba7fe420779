import { IconMessage2Question } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyPage } from '../../lib/lazyPage.tsx';
import { lazyPart } from '../../lib/lazyPart.tsx';
import { useStore } from '../../lib/store.ts';
import type { Feature } from '../../shell/features.ts';
import { siteRoute } from '../site-info/shared/siteRoute.tsx';
import { supportRequestsSearch } from './search.ts';
import { closeSupportRequest, openSupportRequest, supportRequest } from './supportRequest.ts';

const Dialog = lazyPart(async () => (await import('./SupportRequestDialog.tsx')).SupportRequestDialog);

/** Shows the dialog opened by `openSupportRequest()`. Render it once, in the shell. */
function SupportRequestHost(): ReactNode {
  const asked = useStore(supportRequest);
  return asked === undefined ? null : <Dialog errorCode={asked.errorCode} onClose={closeSupportRequest} />;
}

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
