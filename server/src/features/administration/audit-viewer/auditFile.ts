import { auditKindLabels, auditOutcomeLabels, systemActor } from '@careloop/contracts/administration/audit';
import type { AuditEntry } from '@careloop/contracts/administration/audit';
import { stringify } from 'csv-stringify/sync';

import { csvFormat } from '../../../platform/files/csvFormat.ts';

const headings = [
  'When',
  'Time zone',
  'Who',
  'For whom',
  'What',
  'Kind',
  'Patient',
  'Patient id',
  'Patients',
  'Outcome',
  'Address',
  'Entry',
];

/** Entries as CSV. */
export function auditFile(entries: readonly AuditEntry[], timeZone: string): Buffer {
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const lines = entries.map((one) => [
    clock.format(new Date(one.at)),
    timeZone,
    one.who?.fullName ?? systemActor,
    one.forWhom?.fullName ?? '',
    one.what,
    auditKindLabels[one.kind],
    one.patient?.fullName ?? '',
    one.patient?.patientId ?? '',
    one.patientCount,
    auditOutcomeLabels[one.outcome],
    one.ip ?? '',
    one.auditEventId,
  ]);
  return Buffer.from(stringify(lines, { ...csvFormat, columns: headings }));
}
