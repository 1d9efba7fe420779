import * as addedPatients from '@careloop/contracts/patients/add';
import * as foundPatients from '@careloop/contracts/patients/find';
import * as patientListsContract from '@careloop/contracts/patients/lists';
import * as populations from '@careloop/contracts/patients/populations';

import type { Feature } from '../../core/feature.ts';
import { patientFindRoutes } from './find/routes.ts';
import { patientListRoutes } from './list/routes.ts';
import { populationRoutes } from './populations/routes.ts';

export const patientLists: Feature = {
  contracts: [patientListsContract, foundPatients, addedPatients, populations],
  routes: [patientListRoutes, patientFindRoutes, populationRoutes],
};
