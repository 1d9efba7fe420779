import type { Referral } from '@careloop/contracts/referrals';
import { sql } from 'kysely';

import { iso, shape } from '../../db/shape.ts';
import { isOverdue } from './visibility.ts';

type ReferralSummary = Pick<
  Referral,
  | 'referralId'
  | 'status'
  | 'isOverdue'
  | 'urgencyDays'
  | 'dueAt'
  | 'referralReason'
  | 'referredToName'
  | 'specialtyName'
>;

export interface SummaryTables {
  r: 'referral';
  u: 'user_account';
  /** Referred to. */
  t?: 'healthcare_provider';
  /** Referred by. */
  b?: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
}

/** What lists, queues and the referral itself show. */
export const referralSummary = shape<ReferralSummary, SummaryTables>({
  referralId: 'r.referral_id',
  status: 'r.status',
  isOverdue,
  urgencyDays: 'r.urgency_days',
  dueAt: iso('r.due_at'),
  referralReason: 'r.referral_reason',
  referredToName: sql`t.last_name || ', ' || t.first_name`,
  specialtyName: 's.name',
});

export const referredByName = sql<string>`coalesce(b.last_name || ', ' || b.first_name, u.last_name || ', ' || u.first_name)`;
