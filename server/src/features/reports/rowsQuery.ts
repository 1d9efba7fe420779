import type { InputOf } from '@careloop/contracts/endpoint';
import type { listReportReferrals, ReferralMeasure, ReportReferral } from '@careloop/contracts/reports';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { maySeeReferral } from '../../access/referralAccess.ts';
import type { Db } from '../../db/client.ts';
import { iso, jsonRows, shape } from '../../db/shape.ts';
import { patientSummary } from '../patients/queries.ts';
import { groups, isOverdueReferral, isWanted } from './reportQueries.ts';

/** Referrals on one page behind a number. */
const pageSize = 20;

const counted: Record<ReferralMeasure, RawBuilder<unknown>> = {
  sent: sql`true`,
  answered: sql`f.answered_at is not null`,
  overdue: isOverdueReferral,
  outOfNetwork: sql`not f.is_in_network`,
  notPreferred: sql`f.not_preferred_reason is not null`,
  declined: sql`f.status = 'declined'`,
};

interface RowTables {
  r: 'referral';
  p: 'patient';
  h?: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
}

const reportReferral = shape<ReportReferral, RowTables>({
  referralId: 'r.referral_id',
  patient: patientSummary.json,
  status: 'r.status',
  referredToName: sql`h.last_name || ', ' || h.first_name`,
  specialtyName: 's.name',
  sentAt: iso('r.date_created'),
});

/** One page of the referrals behind a number, the latest first: those that the actor may see. */
export async function findReportReferrals(db: Db, actor: Actor, input: InputOf<typeof listReportReferrals>) {
  const { measure, key, page, report, groupBy } = input;
  const group = report === 'declines' ? sql`f.decline_reason` : groups[groupBy].key;
  const isInRow =
    key === undefined ? sql`true` : key === 'none' ? sql`${group} is null` : sql`(${group})::text = ${key}`;
  const found = sql`select f.referral_id, f.sent_at, ${maySeeReferral(actor)} as is_seen
    from report_referral f join referral r on r.referral_id = f.referral_id join patient p on p.patient_id = r.patient_id
    where ${isWanted(actor, input, sql`f.sent_at`, { facility: true, specialty: true })} and ${counted[measure]} and ${isInRow}`;
  const items = jsonRows(
    reportReferral.from`(select found.* from found
      where is_seen order by sent_at desc, referral_id desc limit ${pageSize} offset ${(page - 1) * pageSize}) as page
    join referral r using (referral_id) join patient p on p.patient_id = r.patient_id
    left join healthcare_provider h on h.healthcare_provider_id = r.healthcare_provider_id
    left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = r.search_specialty_id
    order by r.date_created desc, r.referral_id desc`,
  );
  // Access is checked once for each of the referrals.
  const { rows } = await sql<{
    items: ReportReferral[];
    total: number;
    seen: number;
  }>`with found as materialized (${found})
    select ${items} as items, count(*)::int as total, (count(*) filter (where is_seen))::int as seen from found`.execute(
    db,
  );
  const { items: listed = [], total = 0, seen = 0 } = rows[0] ?? {};
  return {
    items: listed,
    numPages: Math.ceil(seen / pageSize),
    totalItemCount: seen,
    closedCount: total - seen,
  };
}
