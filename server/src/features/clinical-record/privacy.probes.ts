import {
  countClinicalRecord,
  listAllergies,
  listBackground,
  listImmunizations,
  listMedications,
  listPlans,
  listProcedures,
} from '@careloop/contracts/clinical-record';
import {
  endStatement,
  markStatement,
  saveAllergy,
  saveMedication,
  saveProblem,
  stateNoneKnown,
} from '@careloop/contracts/clinical-record/editing';
import {
  getResultTrend,
  listResults,
  listResultSources,
  listResultValues,
} from '@careloop/contracts/clinical-record/results';
import { getClinicalSummary } from '@careloop/contracts/clinical-record/summary';

import { beside, changed, ofCare, ofPatient, ofRows } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

const ofResult = ofRows(
  'patientResultId',
  (oracle) => oracle.rows.results,
  (oracle, userId, { patientId }) => oracle.patientsOf(userId).has(patientId),
);
const ofMedication = ofRows(
  'patientMedicationId',
  (oracle) => oracle.rows.medications,
  (oracle, userId, { patientId }) => oracle.careOf(userId).has(patientId),
);
const ofAllergy = ofRows(
  'patientAllergyId',
  (oracle) => oracle.rows.allergies,
  (oracle, userId, { patientId }) => oracle.careOf(userId).has(patientId),
);
const ofCondition = ofRows(
  'patientConditionId',
  (oracle) => oracle.rows.conditions,
  (oracle, userId, { patientId }) => oracle.careOf(userId).has(patientId),
);
const someMedication = { description: 'x', status: 'active', kind: 'order' } as const;
const someAllergy = {
  description: 'x',
  status: 'active',
  kind: null,
  category: null,
  criticality: null,
  severity: null,
  reactions: [],
};
const someProblem = { description: 'x', status: 'active' } as const;
const someMark = { version: 1, isEnteredInError: true, reason: 'x' };

export const probes: FeatureProbes = {
  opens: [
    [countClinicalRecord, ofPatient],
    [getClinicalSummary, ofPatient],
    [listMedications, ofPatient],
    [listAllergies, ofPatient],
    [listResults, ofPatient],
    [listResultSources, ofPatient],
    [listResultValues, ofPatient],
    [listImmunizations, ofPatient],
    [listProcedures, ofPatient],
    [listPlans, ofPatient],
    [listBackground, ofPatient],
  ],
  closes: [
    [getResultTrend, changed(ofPatient, { patientResultId: 1 })],
    [getResultTrend, beside(ofPatient, ofResult, 'refused')],
    [saveMedication, changed(ofPatient, someMedication)],
    [saveAllergy, changed(ofPatient, someAllergy)],
    [saveProblem, changed(ofPatient, someProblem)],
    [endStatement, changed(ofPatient, { patientMedicationId: 1, version: 1 })],
    [markStatement, changed(ofPatient, { patientMedicationId: 1, ...someMark })],
    [stateNoneKnown, changed(ofPatient, { subject: 'allergy' })],
    [saveMedication, beside(changed(ofCare, someMedication), ofMedication, 'refused')],
    [saveAllergy, beside(changed(ofCare, someAllergy), ofAllergy, 'refused')],
    [saveProblem, beside(changed(ofCare, someProblem), ofCondition, 'refused')],
    [endStatement, beside(changed(ofCare, { version: 1 }), ofMedication, 'refused')],
    [endStatement, beside(changed(ofCare, { version: 1 }), ofAllergy, 'refused')],
    [endStatement, beside(changed(ofCare, { version: 1 }), ofCondition, 'refused')],
    [markStatement, beside(changed(ofCare, someMark), ofMedication, 'refused')],
    [markStatement, beside(changed(ofCare, someMark), ofAllergy, 'refused')],
    [markStatement, beside(changed(ofCare, someMark), ofCondition, 'refused')],
  ],
};
