import * as patientsContract from '@careloop/contracts/patients';
import * as patientActivities from '@careloop/contracts/patients/activities';
import * as patientAppointments from '@careloop/contracts/patients/appointments';
import * as patientDemographics from '@careloop/contracts/patients/demographics';
import * as patientEncounters from '@careloop/contracts/patients/encounters';
import * as patientHistory from '@careloop/contracts/patients/history';
import * as patientInsurance from '@careloop/contracts/patients/insurance';

import type { Feature } from '../../core/feature.ts';
import { activityRoutes } from './activityRoutes.ts';
import { encounterRoutes } from './encounterRoutes.ts';
import { recordRoutes } from './recordRoutes.ts';
import { patientRoutes } from './routes.ts';

export const patients: Feature = {
  contracts: [
    patientsContract,
    patientActivities,
    patientAppointments,
    patientDemographics,
    patientEncounters,
    patientHistory,
    patientInsurance,
  ],
  routes: [patientRoutes, activityRoutes, encounterRoutes, recordRoutes],
};
