import type { Database } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { giveUpAsking } from '../../core/integrations/deliveries.ts';
import { addAttempt, keepAttempt, lockDelivery, publishChange } from '../../core/integrations/deliveryRows.ts';

/**
 * Ends a delivery without further attempts: it failed, or its outcome is unknown.
 * @param why the error shown if no attempt was made
 */
export async function giveUp(db: Database, key: string, why: string): Promise<void> {
  await giveUpAsking(db, key, 'The service did not answer.');
  await inTransaction(db, async (own) => {
    const { delivery, latest } = await lockDelivery(own, key);
    // Earlier versions stored a notice as being sent before its first attempt.
    const isWaiting = delivery.status === 'queued' || (delivery.status === 'sending' && latest === undefined);
    if (!isWaiting) return;
    // An earlier attempt that may have arrived keeps its outcome.
    const attempt = latest?.outcome === 'failed' ? latest : await addAttempt(own, delivery.delivery_id, 'none');
    await keepAttempt(own, attempt, { outcome: 'failed', error: attempt.error ?? why });
    await publishChange(own, delivery, []);
  });
}
