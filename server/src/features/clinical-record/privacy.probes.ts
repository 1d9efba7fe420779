import {
  countClinicalRecord,
  listAllergies,
  listBackground,
  listImmunizations,
  listMedications,
  listPlans,
  listProcedures,
} from '@careloop/contracts/clinical-record';
import { getResultTrend, listResults, listResultSources } from '@careloop/contracts/clinical-record/results';
import { getClinicalSummary } from '@careloop/contracts/clinical-record/summary';

import { beside, changed, ofPatient, ofRows } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

const ofResult = ofRows(
  'patientResultId',
  (oracle) => oracle.rows.results,
  (oracle, userId, { patientId }) => oracle.patientsOf(userId).has(patientId),
);

export const probes: FeatureProbes = {
  opens: [
    [countClinicalRecord, ofPatient],
    [getClinicalSummary, ofPatient],
    [listMedications, ofPatient],
    [listAllergies, ofPatient],
    [listResults, ofPatient],
    [listResultSources, ofPatient],
    [listImmunizations, ofPatient],
    [listProcedures, ofPatient],
    [listPlans, ofPatient],
    [listBackground, ofPatient],
  ],
  closes: [
    [getResultTrend, changed(ofPatient, { patientResultId: 1 })],
    [getResultTrend, beside(ofPatient, ofResult, 'refused')],
  ],
};
