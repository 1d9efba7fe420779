import { signedIn } from '@careloop/contracts/access';
import { reviewingEmergencyAccess } from '@careloop/contracts/patient-access';
import { IconAmbulance, IconLockQuestion } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { guarded } from '../../shell/guarded.tsx';
import { NavBadge } from '../../shell/NavBadge.tsx';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { accessRequestsSearch, emergencyAccessSearch } from './search.ts';
import { useNavigationPart } from '../../shell/navigation.ts';

const EmergencyAccess = lazyPage(() => import('./EmergencyAccessPage.tsx'), 'EmergencyAccessPage');

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/AccessRequests',
    staticData: { title: 'Access requests' },
    validateSearch: accessRequestsSearch,
    component: lazyPage(() => import('./AccessRequestsPage.tsx'), 'AccessRequestsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/EmergencyAccess',
    staticData: { title: 'Emergency access' },
    validateSearch: emergencyAccessSearch,
    component: guarded(reviewingEmergencyAccess, EmergencyAccess),
  }),
] as const;

function OpenRequests(): ReactNode {
  const { data } = useNavigationPart('accessRequests');
  return <NavBadge count={data?.openCount ?? 0} of="access requests" one="access request" />;
}

function Unreviewed(): ReactNode {
  const { data } = useNavigationPart('emergencyAccess');
  return <NavBadge count={data?.unreviewedCount ?? 0} of="to review" />;
}

export const patientAccess: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/AccessRequests',
      label: 'Access requests',
      icon: IconLockQuestion,
      about: 'Colleagues who ask for access to a patient, and your own requests',
      section: 'Patients',
      access: signedIn,
      menu: 'main',
      Badge: OpenRequests,
    },
    {
      to: '/EmergencyAccess',
      label: 'Emergency access',
      icon: IconAmbulance,
      about: 'Review who opened a record in an emergency, why, and what they opened',
      section: 'Administration',
      access: reviewingEmergencyAccess,
      menu: 'main',
      Badge: Unreviewed,
    },
  ],
  live: async () => (await import('./realtime.tsx')).watchAccess,
};
