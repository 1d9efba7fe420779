import { listCharts } from '@careloop/contracts/charts';
import {
  getAppointmentChart,
  getDemographicsChart,
  getReferralChart,
  getSentChart,
  getSummaryOfCare,
  getVisitDemographics,
} from '@careloop/contracts/charts/generated';
import { uploadDocuments, uploadLimits } from '@careloop/contracts/charts/upload';
import {
  downloadDocument,
  findInDocument,
  getDicomWindows,
  getDocument,
  getDocumentPage,
  getDocumentPdf,
  getDocumentText,
  getDocumentThumbnail,
  getDocumentWords,
  prepareDocument,
} from '@careloop/contracts/charts/viewer';

import { changed, ofDocument, ofPatient, ofReferral, ofRows } from '../../../test/privacyProbes.ts';
import type { FeatureProbes, Probe } from '../../../test/privacyProbes.ts';

const ofAppointment = ofRows(
  'patientAppointmentId',
  (oracle) => oracle.rows.appointments,
  (oracle, userId, { patientId, referralId }) =>
    oracle.patientsOf(userId).has(patientId) || oracle.referralsOf(userId).has(referralId),
);
const ofSentChart = ofRows(
  'sentChartId',
  (oracle) => oracle.rows.sentCharts,
  (oracle, userId, { referralId, consultationId }) =>
    oracle.referralsOf(userId).has(referralId) || oracle.consultationsOf(userId).has(consultationId),
);
const ofEncounter: Probe = {
  ...ofRows(
    'patientEncounterId',
    (oracle) => oracle.rows.encounters,
    (oracle, userId, { patientId }) => oracle.patientsOf(userId).has(patientId),
  ),
  inputOf: (oracle, id) => ({
    patientEncounterId: id,
    patientId: oracle.rows.encounters.find((one) => one.id === id)?.patientId,
  }),
};

export const chartProbes: FeatureProbes = {
  opens: [
    [getVisitDemographics, ofEncounter],
    [getAppointmentChart, ofAppointment],
    [getSentChart, ofSentChart],
    [listCharts, ofPatient],
    [getDemographicsChart, ofPatient],
    [getSummaryOfCare, ofPatient],
    [getReferralChart, ofReferral],
    [getDocument, ofDocument],
    [downloadDocument, ofDocument],
  ],
  closes: [
    [
      uploadDocuments,
      {
        ...changed(ofPatient, { DocumentTypeId: 1, DateProvided: '2026-03-02', HIPAAReleaseOnFile: true }),
        key: 'PatientId',
        atOnce: uploadLimits.atOnce,
      },
    ],
    [getDocumentText, ofDocument],
    [getDocumentPdf, ofDocument],
    [getDicomWindows, ofDocument],
    [getDocumentWords, changed(ofDocument, { page: 1 })],
    [prepareDocument, ofDocument],
    [findInDocument, changed(ofDocument, { term: 'the' })],
    [getDocumentPage, changed(ofDocument, { page: 1 })],
    [getDocumentThumbnail, changed(ofDocument, { page: 1 })],
  ],
};
