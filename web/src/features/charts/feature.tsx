import { createRoute } from '@tanstack/react-router';
import { queryClient } from '../../api/queryClient.ts';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { openPatient } from '../patients/shared/openPatient.ts';
import { readingRoomSearch } from './search.ts';

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Patient/$patientId/charts',
    staticData: { title: 'Charts' },
    validateSearch: readingRoomSearch,
    // Not a loader: if skipped while hovering, it would not run again for the click.
    beforeLoad: ({ params, preload }) => {
      // Hovering over a link must not open a record.
      if (!preload) openPatient(queryClient, params.patientId, false);
    },
    component: lazyPage(() => import('./ReadingRoomPage.tsx'), 'ReadingRoomPage'),
  }),
] as const;

export const charts: Feature<typeof routes> = { routes };
