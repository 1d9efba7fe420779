import { getPatientInfo, listAppointments, listConditions, listEncounters } from '@careloop/contracts/patients';
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

import { changed, ofPatient } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

const someVisit = { healthcareProviderId: 1, appointmentAddressId: 1, appointmentTime: '2087-01-15T14:30:00Z' };

export const patientProbes: FeatureProbes = {
  opens: [
    [getActivityFilters, ofPatient],
    [getPatientInfo, ofPatient],
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
    [saveEncounter, changed(ofPatient, { encounterTypeCode: 1, encounterDate: '2026-03-02T10:00:00Z' })],
  ],
};
