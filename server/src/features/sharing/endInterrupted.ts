import { sql } from 'kysely';

import { shape } from '../../platform/db/shape.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { hasLiveJob } from '../../platform/jobs/liveJobs.ts';
import { giveUp } from './giveUp.ts';
import { sendPacket } from './jobs.ts';
import { sendText } from './sms/jobs.ts';
import { publishTextsChanged } from './sms/publishTextsChanged.ts';

/** Maximum deliveries ended per run; the others wait for the next run. */
const mostEnded = 200;

/** Error shown for a delivery whose job ended before an attempt. */
export const interrupted = 'Sending was interrupted.';

interface Interrupted {
  dedupeKey: string;
  /** The patient to whom a user's text message was sent; null for everything else. */
  textedPatientId: number | null;
}

const interruptedDelivery = shape<Interrupted, { d: 'delivery' }>({
  dedupeKey: sql<string>`d.dedupe_key`,
  textedPatientId: sql`case when d.channel = 'sms' and d.created_by_user_id is not null then d.patient_id end`,
});

/**
 * Notices are not linked to their jobs. Hours after the last attempt, no retry follows: the longest pause between two is two hours
 * (jobs/defineJob.ts).
 */
const noticeIsOver = sql<boolean>`greatest(d.created_at, (select max(a.attempted_at) from delivery_attempt a
  where a.delivery_id = d.delivery_id)) < now() - interval '12 hours'`;

/**
 * Ends deliveries whose job is over without having ended them, because its worker died during the last run, or because there was
 * nothing left to notify of when the job ran again. They become failed or unknown: the sender sees them on Home, and a notice is
 * shown with its referral or consultation. Those the service has accepted are checked by other jobs.
 */
export async function endInterrupted({ db }: Pick<WorkerDeps, 'db'>): Promise<void> {
  const { rows } = await interruptedDelivery.from`delivery d
    where d.status in ('queued', 'sending') and d.dedupe_key is not null
      and case when d.created_by_user_id is null then ${noticeIsOver}
        else not ${hasLiveJob([sendPacket, sendText], 'deliveryId', sql`d.delivery_id`)} end
      and not exists (select from delivery_attempt a where a.delivery_id = d.delivery_id and a.outcome = 'accepted')
    order by d.delivery_id limit ${mostEnded}`.execute(db);
  for (const { dedupeKey, textedPatientId: patientId } of rows) {
    await giveUp(db, dedupeKey, interrupted);
    if (patientId !== null) await inTransaction(db, (own) => publishTextsChanged(own, patientId));
  }
}
