import type { Endpoint } from '@careloop/contracts/endpoint';
import { getPatientInfo, listEncounters, listPatients } from '@careloop/contracts/patients';
import { getActivityFilters, listActivities } from '@careloop/contracts/patients/activities';
import { getDemographics } from '@careloop/contracts/patients/demographics';
import { getEncounter } from '@careloop/contracts/patients/encounters';
import { listPatientChanges } from '@careloop/contracts/patients/history';
import { getPatientOverview } from '@careloop/contracts/patients/overview';

/** Endpoints that are stale after a patient's record was edited. */
export const changedByEditing: readonly Endpoint[] = [
  getActivityFilters,
  getDemographics,
  getEncounter,
  getPatientInfo,
  getPatientOverview,
  listActivities,
  listEncounters,
  listPatientChanges,
  listPatients,
];
