import { declineReason, openReferralStatuses } from '@careloop/contracts/codes';
import type { referralSummary as summary } from '@careloop/contracts/referrals';
import type { ReferralExceptionReason } from '@careloop/contracts/referrals/states';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';

import { mayFollowToUser } from '../../../core/access/providerUser.ts';
import { isQueueWorked } from '../../../core/access/worksQueues.ts';
import { codeOf } from '../../../platform/db/codeOf.ts';
import { literals } from '../../../platform/db/literals.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { lastAnswer, latestVisit } from '../shared/queries/answer.ts';
import type { AnsweringTable } from './referral.ts';
import { isOverdue, isVisitWithoutOutcome } from '../visibility.ts';

type ReferralSummary = z.infer<typeof summary>;

/** The statement joins `acceptedFor`. */
export interface SummaryTables extends AnsweringTable {
  r: 'referral';
  u: 'user_account';
  /** The provider referred to. */
  t?: 'healthcare_provider';
  /** The provider referred by. */
  b?: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
}

const isOpen = sql<boolean>`r.status in (${literals(openReferralStatuses)})`;

/** Nobody who could sign in has it: the provider has no user it went to. */
const isWithoutUser = sql<boolean>`(${isOpen} and r.healthcare_provider_id is not null and r.referred_to_user_id is null
  and answering.accepted_for is null)`;
/** Its provider got an account since, which the referral may not follow to. */
const hasAccountOfOthers = sql<boolean>`coalesce((select u.is_active and not ${mayFollowToUser('hp', sql`r.client_id`)}
  from healthcare_provider hp join user_account u on u.user_id = hp.user_id
  where hp.healthcare_provider_id = r.healthcare_provider_id), false)`;

/** The condition for each reason, for a referral `r`, the user `answering` it and whether its provider's account is of `others`. */
const exceptions: Record<ReferralExceptionReason, RawBuilder<boolean>> = {
  canceled_after_acceptance: sql`r.status = 'cancelled' and r.accepted_for_healthcare_provider_id is not null`,
  overdue: isOverdue,
  visit_without_outcome: isVisitWithoutOutcome,
  receiver_without_user: sql`others.is_of_others is false`,
  receiver_of_others: sql`others.is_of_others`,
  // A scalar subquery reads one user per row; `exists` would read all users once.
  receiver_deactivated: sql`${isOpen} and answering.accepted_for is null and coalesce(
    (select not ru.is_active from user_account ru where ru.user_id = r.referred_to_user_id), false)`,
  receiver_without_queue: sql`${isOpen} and coalesce((select not ${isQueueWorked(sql.ref('ru.user_id'))}
    from user_account ru where ru.user_id = coalesce(answering.accepted_for, r.referred_to_user_id)
      and (answering.accepted_for is not null or ru.is_active)), false)`,
};
/** Why referral `r` is among the exceptions: the dearest part of a list, so only those who show it ask for it. */
export const exceptionReasons = sql<ReferralExceptionReason[]>`(select array_to_json(array_remove(array[${sql.join(
  Object.entries(exceptions).map(([reason, holds]) => sql`case when ${holds} then ${sql.lit(reason)} end`),
)}], null)) from (select case when ${isWithoutUser} then ${hasAccountOfOthers} end as is_of_others offset 0) as others)`;

/** The data shown in lists, in queues and with the referral itself. */
export const referralSummary = shape<ReferralSummary, SummaryTables>({
  referralId: 'r.referral_id',
  status: 'r.status',
  isOverdue,
  urgencyDays: 'r.urgency_days',
  dueAt: iso('r.due_at'),
  referralReason: 'r.referral_reason',
  healthcareProviderId: 'r.healthcare_provider_id',
  referredToName: sql`t.last_name || ', ' || t.first_name`,
  healthcareProviderSpecialtyId: 's.healthcare_provider_specialty_id',
  specialtyName: 's.name',
  declineReason: codeOf('r.decline_reason', declineReason.table),
  latestAppointment: latestVisit,
  answer: lastAnswer,
  awaitReplyFrom: 'r.await_reply_from',
});

export const referredByName = sql<string>`coalesce(b.last_name || ', ' || b.first_name, u.last_name || ', ' || u.first_name)`;
