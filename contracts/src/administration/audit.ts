import { z } from 'zod';
import { allOf } from '../access.ts';
import { download, get } from '../endpoint.ts';
import { day, id, queryId, timestamp, timeZone } from '../fields.ts';
import { dateTexts } from '../fields/dates.ts';

// Reading the audit (docs/domain/audit.md).

export const auditTexts = {
  daysBackwards: dateTexts.order,
  tooMany: 'There are more than 10,000 entries. Choose fewer days or a person before you export them.',
} as const;

const reading = allOf('ViewAuditLog');

export const auditKinds = ['access', 'change', 'security'] as const;
export type AuditedKind = (typeof auditKinds)[number];
export const auditKindLabels: Record<AuditedKind, string> = {
  access: 'Opened or searched',
  change: 'Changed',
  security: 'Security',
};

export const auditOutcomes = ['ok', 'refused', 'denied', 'failed'] as const;
export type AuditedOutcome = (typeof auditOutcomes)[number];
export const auditOutcomeLabels: Record<AuditedOutcome, string> = {
  ok: 'Done',
  refused: 'Refused',
  denied: 'No access',
  failed: 'Failed',
};

/** Shown as the actor of what an import, a job or a command changed. */
export const systemActor = 'System';

/** Rows per page; maximum rows of an exported file. */
export const auditPageSize = 50;
export const mostExportedEntries = 10_000;

const person = z.object({ userId: id, fullName: z.string() });
export const auditedPatient = z.object({ patientId: id, fullName: z.string() });

export const auditEntry = z.object({
  auditEventId: id,
  at: timestamp,
  kind: z.enum(auditKinds),
  /** Display text of the action. */
  what: z.string(),
  outcome: z.enum(auditOutcomes),
  /** Null for a change that an import, a job or a command made. */
  who: person.nullable(),
  forWhom: person.nullable(),
  /** The patient it is about; if the list is filtered by a patient, this one. */
  patient: auditedPatient.nullable(),
  /** Patients it is about or showed, such as those of a list. */
  patientCount: z.number().int(),
  /** Client address of the call. */
  ip: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const fields = z.object({
  /** The user who acted. */
  userId: queryId.optional(),
  /** The user on whose behalf they acted. */
  forUserId: queryId.optional(),
  patientId: queryId.optional(),
  kind: z.enum(auditKinds).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  /** First and last day, in the reader's time zone. */
  from: day.optional(),
  until: day.optional(),
  timeZone: timeZone.default('UTC'),
});
export type AuditFilters = z.output<typeof fields>;

const inOrder = ({ from, until }: AuditFilters) => from === undefined || until === undefined || from <= until;
const orderRule = { path: ['until'], message: auditTexts.daysBackwards };

export const listAudit = get('/admin/audit', {
  summary: "Lists audited actions by users of the reader's clients or about their patients, latest first.",
  auditText: 'The audit',
  access: reading,
  isOwn: true,
  audit: 'search',
  input: fields.extend({ cursor: z.string().max(400).optional() }).refine(inOrder, orderRule),
  output: z.object({
    items: z.array(auditEntry),
    /** Can be set even if the page has few or no rows, because the number of rows scanned per call is limited. */
    nextCursor: z.string().nullable(),
    /** Time of the last scanned row; null at the end. */
    searchedUntil: timestamp.nullable(),
    /** Names of the people in the filters, if the reader may see them. */
    named: z.object({
      who: person.nullable(),
      forWhom: person.nullable(),
      patient: auditedPatient.nullable(),
    }),
  }),
});

export const exportAudit = download('/admin/audit/export', {
  summary: 'Exports the filtered audit as a CSV file.',
  auditText: 'An export of the audit',
  access: reading,
  isOwn: true,
  audit: 'search',
  input: fields.refine(inOrder, orderRule),
});
