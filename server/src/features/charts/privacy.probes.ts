import { archiveDocument, restoreDocument } from '@careloop/contracts/charts/archive';
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

import { documentTypes } from '../../../test/directoryProbes.ts';
import { beside, changed, ofCare, ofDocument, ofPatient, ofReferral, ofRows } from '../../../test/privacyProbes.ts';
import type { Oracle } from '../../../test/oracle.ts';
import type { Endpoint } from '@careloop/contracts/endpoint';
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

/** Documents sent with a referral or consultation are open to those who may see it. */
const ofSentWith = (key: 'referralId' | 'careCoordinatorRequestId', column: 'referralId' | 'consultationId'): Probe => {
  const sentWith = (oracle: Oracle) => oracle.rows.sentDocuments.filter((one) => one[column] !== 0);
  return {
    key,
    ids: (oracle) => [...new Set(sentWith(oracle).map((one) => one[column]))],
    may: (oracle, userId) => (column === 'referralId' ? oracle.referralsOf(userId) : oracle.consultationsOf(userId)),
    inputOf: (oracle, id) => ({
      [key]: id,
      patientDocumentId: sentWith(oracle).find((one) => one[column] === id)?.id ?? id,
    }),
  };
};
const sentWith = [ofSentWith('referralId', 'referralId'), ofSentWith('careCoordinatorRequestId', 'consultationId')];
/** Reads of one document, with their other required input. */
const reads: [Endpoint, Record<string, unknown>][] = [
  [getDocument, {}],
  [downloadDocument, {}],
  [getDocumentText, {}],
  [getDocumentPdf, {}],
  [getDicomWindows, {}],
  [getDocumentWords, { page: 1 }],
  [prepareDocument, {}],
  [findInDocument, { term: 'the' }],
  [getDocumentPage, { page: 1 }],
  [getDocumentThumbnail, { page: 1 }],
];
const someUpload = { DocumentTypeId: 1, DateProvided: '2026-03-02', HIPAAReleaseOnFile: true };
const ofUploader: Probe = {
  ...changed(ofCare, someUpload),
  key: 'PatientId',
  inputOf: (_oracle, id) => ({ PatientId: id }),
};

export const probes: FeatureProbes = {
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
    ...sentWith.map((probe) => [getDocument, { ...probe, atMost: 12 }] as const),
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
    ...reads.flatMap(([endpoint, more]) => [
      [endpoint, changed(ofDocument, more)] as const,
      ...sentWith.map((probe) => [endpoint, { ...changed(probe, more), atMost: 2 }] as const),
      // A referral of the user must not give access to a document that was not sent with it.
      [endpoint, beside(changed(ofReferral, more), ofDocument, 'unauthorized_patient')] as const,
    ]),
    [archiveDocument, changed(ofDocument, { reason: 'It belongs to another patient.' })],
    [restoreDocument, changed(ofDocument, {})],
    [getVisitDemographics, beside(ofEncounter, ofPatient, 'unauthorized_patient')],
    [
      uploadDocuments,
      beside(ofUploader, { ...ofEncounter, key: 'PatientEncounterId' }, 'invalid_input PatientEncounterId'),
    ],
    [uploadDocuments, beside(ofUploader, { ...ofReferral, key: 'ReferralId' }, 'invalid_input ReferralId')],
  ],
  takesOpen: [[documentTypes, [[uploadDocuments, 'DocumentTypeId']]]],
};
