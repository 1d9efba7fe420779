import { z } from 'zod';
import { allOf } from '../access.ts';
import { download, get } from '../endpoint.ts';
import { day, id, queryId, timestamp, timeZone } from '../fields.ts';

// The audit, by those who may read it (docs/domain/audit.md).

export const auditTexts = {
  daysBackwards: 'The last day is before the first',
  tooMany: 'There are more than 10,000 entries. Choose fewer days or a person before you export them.',
} as const;

const reading = allOf('ViewAuditLog');

export const auditKinds = ['access', 'change', 'security'] as const;
export type AuditedKind = (typeof auditKinds)[number];
export const auditKindLabels: Record<AuditedKind, string> = {
  access: 'Opened or searched',
  change: 'Changed',
  security: 'Signing in',
};

export const auditOutcomes = ['ok', 'refused', 'denied', 'failed'] as const;
export type AuditedOutcome = (typeof auditOutcomes)[number];
export const auditOutcomeLabels: Record<AuditedOutcome, string> = {
  ok: 'Done',
  refused: 'Refused',
  denied: 'No access',
  failed: 'Failed',
};

/** Rows of one page, and of one exported file. */
export const auditPageSize = 50;
export const mostExportedEntries = 10_000;

const person = z.object({ userId: id, fullName: z.string() });
export const auditedPatient = z.object({ patientId: id, fullName: z.string() });

export const auditEntry = z.object({
  auditEventId: id,
  at: timestamp,
  kind: z.enum(auditKinds),
  /** In plain words. */
  what: z.string(),
  outcome: z.enum(auditOutcomes),
  who: person,
  forWhom: person.nullable(),
  patient: auditedPatient.nullable(),
  /** The address that the call came from. */
  ip: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const fields = z.object({
  /** Who did it. */
  userId: queryId.optional(),
  /** In whose name. */
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
  summary: "What was done by users of the reader's clients or to their patients, the latest first.",
  access: reading,
  isOwn: true,
  audit: 'search',
  input: fields.extend({ cursor: z.string().max(400).optional() }).refine(inOrder, orderRule),
  output: z.object({
    items: z.array(auditEntry),
    /** Also of a page that holds few rows or none: only so many are looked through at once. */
    nextCursor: z.string().nullable(),
    /** When the last row was written that was looked through; null at the end. */
    searchedUntil: timestamp.nullable(),
    /** Whom the filters name, as far as the reader may know them. */
    named: z.object({
      who: person.nullable(),
      forWhom: person.nullable(),
      patient: auditedPatient.nullable(),
    }),
  }),
});

export const exportAudit = download('/admin/audit/export', {
  summary: 'What these filters show of the audit, all of its pages, as a CSV file.',
  access: reading,
  isOwn: true,
  audit: 'search',
  input: fields.refine(inOrder, orderRule),
});
