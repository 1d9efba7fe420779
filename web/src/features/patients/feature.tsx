import { signedIn } from '@careloop/contracts/access';
import { IconUserPlus, IconUserSearch, IconUsers } from '@tabler/icons-react';
import { createRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '../../api/queryClient.ts';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { PendingInvitesBadge } from '../care-teams/shared/PendingInvitations.tsx';
import { findPatientSearch, patientSearch, patientsSearch } from './search.ts';
import { openPatient } from './shared/openPatient.ts';

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Patients',
    staticData: { title: 'My Patients' },
    validateSearch: patientsSearch,
    component: lazyPage(() => import('./PatientsPage.tsx'), 'PatientsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Patients/Find',
    staticData: { title: 'Find patient' },
    validateSearch: findPatientSearch,
    component: lazyPage(() => import('./find/FindPatientPage.tsx'), 'FindPatientPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Patients/Add',
    staticData: { title: 'Add patient' },
    component: lazyPage(() => import('./add/AddPatientPage.tsx'), 'AddPatientPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Patient/$patientId',
    staticData: { title: 'Patient' },
    validateSearch: patientSearch,
    // Not a loader: if skipped while hovering, it would not run again for the click.
    beforeLoad: ({ params, search, preload }) => {
      // Hovering over a link must not open a record.
      if (!preload) openPatient(queryClient, params.patientId, search.section === undefined);
    },
    component: lazyPage(() => import('./PatientPage.tsx'), 'PatientPage'),
  }),
  // A missing id is no access, like an invalid one.
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Patient',
    beforeLoad: () => {
      throw redirect({ to: '/Patient/$patientId', params: { patientId: '0' }, replace: true });
    },
  }),
] as const;

export const patients: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Patients',
      label: 'My Patients',
      icon: IconUsers,
      about: 'The patients whose care you share',
      section: 'Patients',
      access: signedIn,
      menu: 'main',
      phoneRank: 4,
      Badge: PendingInvitesBadge,
    },
    {
      to: '/Patients/Find',
      label: 'Find patient',
      icon: IconUserSearch,
      about: 'Patients of your clients beyond your list, and access to them',
      section: 'Patients',
      access: signedIn,
      menu: 'none',
    },
    {
      to: '/Patients/Add',
      label: 'Add patient',
      icon: IconUserPlus,
      about: 'A patient who is not on file yet',
      section: 'Patients',
      access: signedIn,
      menu: 'none',
    },
  ],
  search: {
    name: 'Patients',
    terms: 'Patient name, date of birth, MRN, phone',
    find: async (term, signal) => (await import('./findPatients.ts')).findPatients(term, signal),
    findElsewhere: (phrase) => ({
      key: 'find patient',
      label: 'Search beyond my list',
      detail: 'Patients of your clients that you cannot open yet',
      icon: IconUserSearch,
      link: { to: '/Patients/Find', search: { phrase } },
    }),
  },
};
