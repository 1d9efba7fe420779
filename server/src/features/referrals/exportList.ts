import { Readable } from 'node:stream';

import { dueReferralStatuses, referralStatusLabels, urgencyLabel } from '@careloop/contracts/codes';
import { providerSelectionReasonLabels, referralTypeLabels } from '@careloop/contracts/codes/referrals';
import { mostExportedReferrals } from '@careloop/contracts/referrals/export';
import type { ReferralFilters } from '@careloop/contracts/referrals/filters';
import { stringify } from 'csv-stringify';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { csvFormat } from '../../platform/files/csvFormat.ts';
import { allOf, conditionsOf } from './listFilters.ts';
import { findByIds } from './shared/queries/list.ts';
import type { ListedRow } from './shared/queries/list.ts';
import { listParts, merged, orderOf, rowsOf } from './listParts.ts';

/** Rows read per query. */
const batchSize = 500;

/** The ids of the whole list in order, limited to one more than may be exported. */
export async function findListed(db: Db, actor: Actor, filters: ReferralFilters) {
  const { status, facets, base } = await conditionsOf(db, actor, filters);
  const { key, direction } = orderOf(filters.sortBy);
  const limit = sql`limit ${mostExportedReferrals + 1}`;
  const parts = listParts(actor, filters).map((part) =>
    rowsOf(
      part,
      sql`r.referral_id, r.patient_id, ${key} as sort_key`,
      allOf([status, facets, base(part)]),
      sql`order by ${key} ${direction}, r.referral_id ${direction} ${limit}`,
    ),
  );
  const { rows } = await sql<{ referral_id: number; patient_id: number }>`
    select referral_id, patient_id from (${merged(parts)}) as listed
    order by sort_key ${direction}, referral_id ${direction} ${limit}`.execute(db);
  return {
    referralIds: rows.map((row) => row.referral_id),
    patientIds: [...new Set(rows.map((row) => row.patient_id))],
  };
}

/** These referrals as CSV, streamed. */
export function csvOf(db: Db, ids: readonly number[], timeZone: string): Readable {
  const lines = Readable.from(readLines(db, ids, timeZone));
  const csv = stringify({ ...csvFormat, columns: [...headings] });
  lines.once('error', (error) => csv.destroy(error));
  csv.once('close', () => lines.destroy());
  return lines.pipe(csv);
}

const headings = [
  'Sent',
  'Status',
  'Status since',
  'Urgency',
  'Due',
  'Overdue',
  'Patient',
  'Birth date',
  'MRN',
  'Referred by',
  'Referred to',
  'Specialty',
  'Referral type',
  'Provider selection reason',
  'Referral reason',
  'Appointment',
  'Time zone',
  'Referral id',
] as const;

async function* readLines(db: Db, ids: readonly number[], timeZone: string): AsyncGenerator<readonly string[]> {
  const clock = clockOf(timeZone);
  for (let start = 0; start < ids.length; start += batchSize) {
    for (const row of await findByIds(db, ids.slice(start, start + batchSize))) yield lineOf(row, clock, timeZone);
  }
}

/** @param timeZone of all times of the line */
function lineOf(row: ListedRow, at: (time: string | undefined) => string, timeZone: string): string[] {
  const { patient } = row;
  const isDue = dueReferralStatuses.some((one) => one === row.status);
  return [
    at(row.dateCreated),
    referralStatusLabels[row.status as keyof typeof referralStatusLabels],
    at(row.statusChangedAt),
    urgencyLabel(row.urgencyDays),
    isDue ? at(row.dueAt) : '',
    row.isOverdue ? 'Yes' : '',
    [patient.lastName, [patient.firstName, patient.middleName].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    patient.dateOfBirth ?? '',
    patient.mrn ?? '',
    row.referredByName,
    row.referredToName ?? '',
    row.specialtyName ?? '',
    referralTypeLabels[row.referralType as keyof typeof referralTypeLabels],
    row.providerSelectionReason === null
      ? ''
      : providerSelectionReasonLabels[row.providerSelectionReason as keyof typeof providerSelectionReasonLabels],
    row.referralReason,
    row.status === 'scheduled' ? at(row.latestAppointment?.appointmentTime) : '',
    timeZone,
    String(row.referralId),
  ];
}

/** Formats a time in a time zone, as 2026-01-31 09:30. */
function clockOf(timeZone: string): (time: string | undefined) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return (time) => (time === undefined ? '' : format.format(new Date(time)));
}
