import { currentAppointmentStatuses, dueReferralStatuses } from '@careloop/contracts/codes';

import type { Database, Db } from '../../platform/db/client.ts';
import { literals } from '../../platform/db/literals.ts';
import { shape } from '../../platform/db/shape.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { enterQueue } from '../../core/work-queues/queueItems.ts';
import { answeringUserId } from './queries/referral.ts';
import { enterFirstQueue, referralExceptions } from './queueKinds.ts';
import { isOutcomeMissing, outcomePeriod } from './visibility.ts';

/** Referrals per run; the next run continues from there. */
const batchSize = 500;

interface OverdueReferral {
  referralId: number;
  patientId: number;
  clientId: number;
}

const overdueReferral = shape<OverdueReferral, { r: 'referral' }>({
  referralId: 'r.referral_id',
  patientId: 'r.patient_id',
  clientId: 'r.client_id',
});

/**
 * Adds every referral that is past due and has no appointment to its client's exceptions. One that a coordinator has completed
 * there does not come back, unless it gets a later due time and becomes overdue again.
 * @returns the number of referrals added
 */
export async function queueOverdue(db: Database): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await overdueReferral.from`referral r
      where r.status in (${literals(dueReferralStatuses)}) and r.due_at < now()
        and not exists (select from work_queue_encounter w
          where w.subject_type = 'referral' and w.subject_id = r.referral_id and w.work_queue_id = ${referralExceptions.workQueueId}
            and (w.status = 'open' or w.completed_at >= r.due_at))
      order by r.due_at limit ${batchSize} for update of r skip locked`.execute(transaction);
    return enterExceptions(transaction, rows);
  });
}

/**
 * Adds every referral whose visit has had no outcome for two weeks to its client's exceptions, so that the referring side learns what
 * came of it. One that a coordinator has completed there does not come back for the same visit.
 * @returns the number of referrals added
 */
export async function queueMissingOutcomes(db: Database): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await overdueReferral.from`referral r join patient_appointment a using (referral_id)
      where ${isOutcomeMissing} and a.referral_id is not null and r.status = 'scheduled'
        and not exists (select from work_queue_encounter w
          where w.subject_type = 'referral' and w.subject_id = r.referral_id and w.work_queue_id = ${referralExceptions.workQueueId}
            and (w.status = 'open' or w.completed_at >= a.appointment_time + ${outcomePeriod}))
      order by a.appointment_time limit ${batchSize} for update of r skip locked`.execute(transaction);
    return enterExceptions(transaction, rows);
  });
}

async function enterExceptions(db: Db, referrals: readonly OverdueReferral[]): Promise<number> {
  for (const referral of referrals) {
    await publishAll(db, await enterQueue(db, referralExceptions, referral.referralId, referral));
  }
  return referrals.length;
}

interface VisitedReferral extends OverdueReferral {
  healthcareProviderId: number | null;
  /** The receiver, or the provider it was accepted for; null if neither can sign in. */
  referredToUserId: number | null;
}

const visitedReferral = shape<VisitedReferral, { r: 'referral' }>({
  ...overdueReferral.columns,
  healthcareProviderId: 'r.healthcare_provider_id',
  referredToUserId: answeringUserId,
});

/**
 * Returns a referral to its receiver's queue a day after the appointment if no one has recorded the outcome: once per
 * appointment, so that an item that was completed there does not come back.
 * @returns the number of referrals returned
 */
export async function queuePastVisits(db: Database): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await visitedReferral.from`referral r join patient_appointment a using (referral_id)
      where a.status in (${literals(currentAppointmentStatuses)}) and a.referral_id is not null
        and a.appointment_time < now() - interval '1 day' and r.status = 'scheduled'
        and not exists (select from work_queue_encounter w
          where w.subject_type = 'referral' and w.subject_id = r.referral_id
            and (w.status = 'open' or w.created_at > a.date_created))
      order by a.appointment_time limit ${batchSize} for update of r skip locked`.execute(transaction);
    for (const referral of rows) {
      await publishAll(transaction, await enterFirstQueue(transaction, referral));
    }
    return rows.length;
  });
}
