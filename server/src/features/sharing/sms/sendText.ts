import { inTransaction } from '../../../platform/db/transaction.ts';
import { giveUpAsking, sendDelivery } from '../../../core/integrations/deliveries.ts';
import type { WorkerDeps } from '../../../core/worker.ts';
import type { JobHandler } from '../../../platform/jobs/handler.ts';
import { publishTextsChanged } from './publishTextsChanged.ts';

/** Sends a text message. The sender checks once more whether the number has opted out (senders.ts). */
export const sendText: JobHandler<{ deliveryId: number }, WorkerDeps> = async (
  { db, senders },
  { deliveryId },
  run,
) => {
  const delivery = await db
    .selectFrom('delivery')
    .select(['dedupe_key', 'patient_id'])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst();
  const key = delivery?.dedupe_key;
  if (delivery === undefined || key == null) return;
  try {
    await sendDelivery(db, senders.sms, key, { run });
  } catch (error) {
    if (run.isLastAttempt) await giveUpAsking(db, key, 'The answer of the service was lost.');
    throw error;
  } finally {
    const { patient_id: patientId } = delivery;
    if (patientId !== null) await inTransaction(db, (own) => publishTextsChanged(own, patientId));
  }
};
