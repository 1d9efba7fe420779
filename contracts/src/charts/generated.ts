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
  summary: 'Returns an appointment as a chart.',
  auditText: 'Appointment chart',
  input: z.object({ patientAppointmentId: queryId }),
});

export const getReferralChart = get('/document-viewer/referral/:referralId', {
  ...reading,
  summary: 'Returns a referral as a chart.',
  auditText: 'Referral chart',
  input: z.object({ referralId: queryId }),
});

export const getSummaryOfCare = get('/document-viewer/summary-of-care/:patientId', {
  ...reading,
  summary: "Returns a patient's current summary of care.",
  auditText: 'Summary of care',
  input: z.object({ patientId: queryId }),
});

export const getDemographicsChart = get('/document-viewer/demographics/:patientId', {
  ...reading,
  summary: "Returns a patient's current demographics.",
  auditText: 'Demographics chart',
  input: z.object({ patientId: queryId }),
});

export const getVisitDemographics = get('/document-viewer/demographics/:patientId/:patientEncounterId', {
  ...reading,
  summary: "Returns a patient's current demographics with one of their encounters.",
  auditText: 'Demographics chart',
  input: z.object({ patientId: queryId, patientEncounterId: queryId }),
});

export const getSentChart = get('/document-viewer/sent-chart/:sentChartId', {
  ...reading,
  summary: 'Returns a generated chart as it was sent.',
  auditText: 'A chart as it was sent',
  input: z.object({ sentChartId: queryId }),
});
