import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import type { Authorized } from '../../access/authorize.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/client.ts';
import { publishChange } from '../../integrations/deliveryRows.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { sendPacket } from './jobs.ts';
import type { SharedDelivery } from './policy.ts';

/** Sends the same bytes again. */
export async function resend(db: Db, actor: Actor, sent: Authorized<SharedDelivery, 'sendAgain'>) {
  const deliveryId = sent.delivery.delivery_id;
  await db
    .updateTable('delivery')
    .set({ status: 'queued', failure_seen_at: null })
    .where('delivery_id', '=', deliveryId)
    .execute();
  await keep(db, actor, sent, 'delivery.sent-again');
  await enqueue(db, sendPacket, { deliveryId });
  return { deliveryId };
}

/** Marks a failed delivery as seen: the user knows about it or has checked the outcome. */
export async function markSeen(db: Db, actor: Actor, sent: Authorized<SharedDelivery, 'markSeen'>) {
  const deliveryId = sent.delivery.delivery_id;
  await db
    .updateTable('delivery')
    .set({ failure_seen_at: sql<Date>`now()` })
    .where('delivery_id', '=', deliveryId)
    .execute();
  await keep(db, actor, sent, 'delivery.seen');
  return { deliveryId };
}

async function keep(db: Db, actor: Actor, { patientId, delivery }: SharedDelivery, action: string): Promise<void> {
  await record(db, actor, { action, patientId, subjectType: 'delivery', subjectId: delivery.delivery_id });
  await publishChange(db, delivery, []);
}
