import { z } from 'zod';
import { id, timestamp } from '../fields.ts';

/** A chart as it was sent. Its content does not change when the patient's data changes. */
export const sentChart = z.object({
  sentChartId: id,
  associationType: z.number(),
  patientDocumentId: id.nullable(),
  patientAppointmentId: id.nullable(),
  referralId: id.nullable(),
  chartName: z.string(),
  chartTypeName: z.string(),
  /** Date of the document, appointment or referral; null for charts about the patient as of the day they were sent. */
  chartDate: timestamp.nullable(),
  pageCount: z.number(),
  dateSent: timestamp,
  /** SHA-256 of its bytes. */
  sha256: z.string(),
});
export type SentChart = z.infer<typeof sentChart>;
