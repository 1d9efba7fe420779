import { z } from 'zod';
import { id, timestamp } from '../fields.ts';

/** A chart as it was sent: what the receiver opens stays the same whatever becomes of the patient's data. */
export const sentChart = z.object({
  sentChartId: id,
  associationType: z.number(),
  patientDocumentId: id.nullable(),
  patientAppointmentId: id.nullable(),
  referralId: id.nullable(),
  chartName: z.string(),
  chartTypeName: z.string(),
  /** Of the document, the appointment, the referral; null for what shows a patient as of the day it was sent. */
  chartDate: timestamp.nullable(),
  pageCount: z.number(),
  dateSent: timestamp,
  /** SHA-256 of its bytes. */
  sha256: z.string(),
});
export type SentChart = z.infer<typeof sentChart>;
