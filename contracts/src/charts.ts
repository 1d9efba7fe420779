import { z } from 'zod';
import { signedIn } from './access.ts';
import { get } from './endpoint.ts';
import { chartAppointment, chartGroupings, chartReferral } from './charts/tree.ts';
import { id, queryBoolean, queryId, timestamp, timeZone } from './fields.ts';

/** A document of a patient's chart. */
export const patientDocument = z.object({
  patientDocumentId: id,
  documentTypeName: z.string(),
  documentName: z.string(),
  /** Replaced by another document. */
  isSuperseded: z.boolean(),
  /** Hidden from the chart unless archived documents are requested. */
  isArchived: z.boolean(),
  /** Restricted (R) or very restricted (V) by its source, such as under 42 CFR part 2. */
  restriction: z.string().nullable(),
  /** Null if its source states none that can be read. */
  dateProvided: timestamp.nullable(),
  authorName: z.string().nullable(),
  /** The user who uploaded it; null if it was imported. */
  uploadedByName: z.string().nullable(),
  contentType: z.string(),
  /** Null if not known before it is composed for sending, such as that of an RTF or a clinical document: at least 1. */
  documentPageCount: z.number().nullable(),
  patientEncounterId: id.nullable(),
  encounterDate: timestamp.nullable(),
  dischargeDate: timestamp.nullable(),
  /** In which the dates of the encounter were stated: an IANA name or an offset; null if it is not known. */
  encounterTimeZone: z.string().nullable(),
  encounterType: z.string().nullable(),
  facilityName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  /** The referral it belongs to, such as that of a consult note. */
  referralId: id.nullable(),
});
export type PatientDocument = z.infer<typeof patientDocument>;

export const listCharts = get('/patients/charts', {
  summary:
    "Lists a patient's charts, newest first: documents, appointments and referrals, with their groups in each view of the tree.",
  auditText: 'List of documents',
  access: signedIn,
  input: z.object({
    patientId: queryId,
    showArchived: queryBoolean.default(false),
    /** Time zone for grouping by month. */
    timeZone: timeZone.default('UTC'),
  }),
  output: z.object({
    documents: z.array(patientDocument),
    appointments: z.array(chartAppointment),
    referrals: z.array(chartReferral),
    groupings: chartGroupings,
  }),
});
export type PatientCharts = z.infer<typeof listCharts.output>;

export const chartTexts = {
  noneSelected: 'To view a patient document, click on any available item listed in the left panel.',
  unsupported: "We're sorry, no compatible document type was found for this client configuration.",
  failed: 'An error occurred loading the document.',
  listFailed: 'Failed to load charts',
  noText: 'Document text not available.',
  tooLong: 'This document is too long to be shown here. Download it to read it.',
} as const;
