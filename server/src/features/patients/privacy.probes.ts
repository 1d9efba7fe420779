import {
  getPatientInfo,
  getSectionCounts,
  listAppointments,
  listConditions,
  listEncounters,
} from '@careloop/contracts/patients';
import { getActivityFilters, listActivities } from '@careloop/contracts/patients/activities';
import { saveAppointment } from '@careloop/contracts/patients/appointments';
import {
  getBaseDemography,
  getDemographics,
  getPatientInfoAlt,
  saveDemography,
  saveGuarantor,
} from '@careloop/contracts/patients/demographics';
import { getEncounter, getEncounterConfiguration, saveEncounter } from '@careloop/contracts/patients/encounters';
import { listPatientChanges } from '@careloop/contracts/patients/history';
import { deleteInsurance, saveInsurance } from '@careloop/contracts/patients/insurance';

import { beside, changed, ofCare, ofPatient, ofRows } from '../../../test/privacyProbes.ts';
import { directory, insurancePlans } from '../../../test/directoryProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

const someVisit = { healthcareProviderId: 1, appointmentAddressId: 1, appointmentTime: '2087-01-15T14:30:00Z' };

const ofCoverage = ofRows(
  'patientCoverageId',
  (oracle) => oracle.rows.coverages,
  (oracle, userId, { patientId }) => oracle.patientsOf(userId).has(patientId),
);
const ofEncounter = ofRows(
  'patientEncounterId',
  (oracle) => oracle.rows.encounters,
  (oracle, userId, { patientId }) => oracle.patientsOf(userId).has(patientId),
);
const someEncounter = { encounterTypeCode: 1, encounterDate: '2026-03-02T10:00:00Z' };

export const probes: FeatureProbes = {
  opens: [
    [getActivityFilters, ofPatient],
    [getPatientInfo, ofPatient],
    [getSectionCounts, ofPatient],
    [listActivities, ofPatient],
    [getDemographics, ofPatient],
    [getBaseDemography, ofPatient],
    [getPatientInfoAlt, ofPatient],
    [listPatientChanges, ofPatient],
    [getEncounterConfiguration, ofPatient],
    [listEncounters, ofPatient],
    [listConditions, ofPatient],
    [listAppointments, ofPatient],
  ],
  closes: [
    [saveAppointment, changed(ofPatient, someVisit)],
    [getEncounter, changed(ofPatient, { patientEncounterId: 1 })],
    [saveDemography, changed(ofPatient, { firstName: 'x', lastName: 'x', genderCode: 1, version: 1 })],
    [saveGuarantor, changed(ofPatient, { firstName: 'x', lastName: 'x' })],
    [saveInsurance, changed(ofPatient, { payerName: 'x' })],
    [deleteInsurance, changed(ofPatient, { patientCoverageId: 1, version: 1 })],
    [saveEncounter, changed(ofPatient, someEncounter)],
    [getEncounter, beside(ofPatient, ofEncounter, 'refused')],
    [saveEncounter, beside(changed(ofCare, someEncounter), ofEncounter, 'refused')],
    [saveInsurance, beside(changed(ofCare, { payerName: 'x' }), ofCoverage, 'refused')],
    [deleteInsurance, beside(changed(ofCare, { version: 1 }), ofCoverage, 'refused')],
  ],
  takesOpen: [
    [directory, [[saveAppointment, 'healthcareProviderId', 'appointmentAddressId']]],
    [insurancePlans, [[saveInsurance, 'insurancePlanId']]],
  ],
};
