import { lazyPage } from '../../lib/lazyPage.tsx';
import { findPatientSearch } from './search.ts';

/** Finds a patient beyond the list. */
export const findPatientPage = {
  path: '/Patients/Find',
  staticData: { title: 'Find patient' },
  validateSearch: findPatientSearch,
  component: lazyPage(() => import('./find/FindPatientPage.tsx'), 'FindPatientPage'),
} as const;

/** Adds a patient who is not on file. */
export const addPatientPage = {
  path: '/Patients/Add',
  staticData: { title: 'Add patient' },
  component: lazyPage(() => import('./add/AddPatientPage.tsx'), 'AddPatientPage'),
} as const;
