import { z } from 'zod';
import { signedIn } from '../access.ts';
import { actions } from '../can.ts';
import { chartSelection } from '../charts/selection.ts';
import { get, post } from '../endpoint.ts';
import { id, queryId, timestamp } from '../fields.ts';
import { deliveryStatuses } from './deliveryStatuses.ts';
import { exportLimits, exportTexts, listSentDeliveries } from './documentExport.ts';

// EMR of a client: pulling records from it and pushing charts to it (docs/domain/sharing.md).

export const emrTexts = {
  exporting: 'Exporting to EMR...',
  exported: 'EMR export completed.',
  exportFailed: 'An error occurred exporting documents to EMR.',
  stillExporting: 'The EMR has not answered yet. You can follow the export under Sent.',
  noneSelected: 'Select at least one document to export',
  notConnected: "This patient's organization has no EMR connection.",
  emergencyOnly: 'Records cannot be requested with emergency access.',
  pulling: 'This record is already being updated.',
  notFound: 'The EMR has no record with an MRN or record number of this patient.',
  anotherPatient:
    'The EMR has a record with this MRN, but its name and date of birth belong to somebody else. Nothing was exchanged. Check the MRN with medical records.',
  severalRecords: 'The EMR has several records with this MRN. Nothing was exchanged.',
  noAnswer: 'The EMR did not answer. Try again later.',
  interrupted: 'The update was interrupted. Start it again.',
  recordRefused: 'The record in the EMR could not be imported. Nothing was changed.',
  tooLarge: 'The record in the EMR is too large to be pulled.',
} as const;

/** `queued`, `reading` and `importing` mean in progress. */
export const pullStatuses = ['queued', 'reading', 'importing', 'done', 'failed'] as const;

const count = z.number().int();

export const pullCounts = z.object({
  kind: z.string(),
  created: count,
  updated: count,
  unchanged: count,
  removed: count,
  rejected: count,
});
export type PullCounts = z.infer<typeof pullCounts>;

export const emrPull = z.object({
  emrPullId: id,
  status: z.enum(pullStatuses),
  requestedAt: timestamp,
  requestedByName: z.string(),
  endedAt: timestamp.nullable(),
  /** Records read so far. */
  readCount: count,
  /** Results by kind of record; null until it is done. */
  counts: z.array(pullCounts).nullable(),
  /** Types of records that the EMR does not provide. */
  notOffered: z.array(z.string()),
  /** Why it failed. */
  error: z.string().nullable(),
});
export type EmrPull = z.infer<typeof emrPull>;

export const getEmrStatus = get('/integrations/patient/status', {
  summary: "Returns whether a patient's client has an EMR, and the results of the latest pull and export.",
  auditText: 'State of the EMR',
  access: signedIn,
  input: z.object({ patientId: queryId }),
  output: z.object({
    isConnected: z.boolean(),
    latestPull: emrPull.nullable(),
    latestExport: z
      .object({ deliveryId: id, status: z.enum(deliveryStatuses), error: z.string().nullable() })
      .nullable(),
    can: actions(['pullRecord', 'pushDocuments']),
  }),
});

export const pullPatient = post('/integrations/patient/pull', {
  summary: "Updates a patient's record from the client's EMR, in the background.",
  access: signedIn,
  authorization: 'policy',
  makesStale: [getEmrStatus],
  input: z.object({ patientId: id, onBehalfOfUserId: id.nullish() }),
  output: z.object({ emrPullId: id }),
});

export const pushDocuments = post('/integrations/patient/push-documents', {
  summary:
    "Adds charts of a patient with their current content to the patient's record in the client's EMR, in the background.",
  access: signedIn,
  authorization: 'policy',
  makesStale: [listSentDeliveries],
  input: z.object({
    patientId: id,
    charts: z
      .array(chartSelection)
      .min(1, emrTexts.noneSelected)
      .max(exportLimits.sentCharts, exportTexts.tooManyToEmail),
    onBehalfOfUserId: id.nullish(),
  }),
  output: z.object({ deliveryId: id }),
});
