import { listCharts } from '@careloop/contracts/charts';
import { getDemographicsChart, getReferralChart, getSummaryOfCare } from '@careloop/contracts/charts/generated';
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

import { changed, ofDocument, ofPatient, ofReferral } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

export const chartProbes: FeatureProbes = {
  opens: [
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
