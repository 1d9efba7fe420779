import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { id, queryId, timestamp } from '../fields.ts';

// Charts generated from the database, and charts as they were sent (docs/domain/charts.md).

export const generatedChart = z.object({
  patientId: id,
  title: z.string(),
  /** Headings, paragraphs, lists and tables with escaped text. Times are in `<time>` elements. */
  html: z.string(),
  preparedAt: timestamp,
  /** SHA-256 of `html`. */
  sha256: z.string(),
  /** True if it shows what was sent instead of current data. */
  isSent: z.boolean(),
});
export type GeneratedChart = z.infer<typeof generatedChart>;

const reading = { access: signedIn, output: generatedChart };

export const getAppointmentChart = get('/document-viewer/appointment/:patientAppointmentId', {
  ...reading,
  summary: 'An appointment as a chart.',
  input: z.object({ patientAppointmentId: queryId }),
});

export const getReferralChart = get('/document-viewer/referral/:referralId', {
  ...reading,
  summary: 'A referral as a chart.',
  input: z.object({ referralId: queryId }),
});

export const getSummaryOfCare = get('/document-viewer/summary-of-care/:patientId', {
  ...reading,
  summary: "A patient's summary of care as of now.",
  input: z.object({ patientId: queryId }),
});

export const getDemographicsChart = get('/document-viewer/demographics/:patientId', {
  ...reading,
  summary: "A patient's demographics as of now.",
  input: z.object({ patientId: queryId }),
});

export const getVisitDemographics = get('/document-viewer/demographics/:patientId/:patientEncounterId', {
  ...reading,
  summary: "A patient's demographics as of now, with one of their visits.",
  input: z.object({ patientId: queryId, patientEncounterId: queryId }),
});

export const getSentChart = get('/document-viewer/sent-chart/:sentChartId', {
  ...reading,
  summary: 'A chart other than a document as it was sent.',
  input: z.object({ sentChartId: queryId }),
});
