import { currentAppointmentStatuses, dueReferralStatuses } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import { literals } from '../../platform/db/literals.ts';

/** Whether a referral `r` is past due; computed, not stored. The due time applies until an appointment is made. */
export const isOverdue = sql<boolean>`(r.status in (${literals(dueReferralStatuses)}) and r.due_at < now())`;

/** How long after a visit its outcome may be missing (docs/domain/referrals.md). */
export const outcomePeriod = sql`interval '14 days'`;

/** Whether the outcome of appointment `a` should have been recorded by now. */
export const isOutcomeMissing = sql<boolean>`(a.status in (${literals(currentAppointmentStatuses)})
  and a.appointment_time < now() - ${outcomePeriod})`;

/** Whether the visit of a referral `r` took place a while ago, and nobody has recorded its outcome. */
export const isVisitWithoutOutcome = sql<boolean>`(r.status = 'scheduled' and coalesce(
  (select bool_or(${isOutcomeMissing}) from patient_appointment a where a.referral_id = r.referral_id), false))`;
