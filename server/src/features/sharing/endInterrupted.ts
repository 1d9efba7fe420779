import { sql } from 'kysely';

import { shape } from '../../db/shape.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { WorkerDeps } from '../../jobs/deps.ts';
import { hasLiveJob } from '../../jobs/liveJobs.ts';
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
  channel: string;
  patientId: number | null;
}

const interruptedDelivery = shape<Interrupted, { d: 'delivery' }>({
  dedupeKey: sql<string>`d.dedupe_key`,
  channel: 'd.channel',
  patientId: 'd.patient_id',
});

/**
 * Ends deliveries of users whose job is over without having ended them, because its worker died during the last run. They
 * become failed or unknown, so that the sender sees them. Those the service has accepted are checked by other jobs.
 */
export async function endInterrupted({ db }: Pick<WorkerDeps, 'db'>): Promise<void> {
  const { rows } = await interruptedDelivery.from`delivery d
    where d.status in ('queued', 'sending') and d.created_by_user_id is not null and d.dedupe_key is not null
      and not ${hasLiveJob([sendPacket, sendText], 'deliveryId', sql`d.delivery_id`)}
      and not exists (select from delivery_attempt a where a.delivery_id = d.delivery_id and a.outcome = 'accepted')
    order by d.delivery_id limit ${mostEnded}`.execute(db);
  for (const { dedupeKey, channel, patientId } of rows) {
    await giveUp(db, dedupeKey, interrupted);
    if (channel === 'sms' && patientId !== null) await inTransaction(db, (own) => publishTextsChanged(own, patientId));
  }
}
