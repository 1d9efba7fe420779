import { exportTexts } from '@careloop/contracts/sharing/documentExport';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { requireVersion } from '../../platform/errors.ts';
import { publishChange } from '../../core/integrations/deliveryRows.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { sendPacket } from './jobs.ts';
import type { SharedDelivery } from './policy.ts';

/**
 * Sends the same bytes again, or composes them from the frozen charts if that failed.
 * @param seenAttempts number of attempts that the user saw
 * @throws AppError `stale_version` if another attempt was made since
 */
export async function resend(
  db: Db,
  actor: Actor,
  sent: Authorized<SharedDelivery, 'sendAgain'>,
  seenAttempts: number,
) {
  const deliveryId = sent.delivery.delivery_id;
  const { attempts } = await db
    .selectFrom('delivery_attempt')
    .select(sql<number>`count(*)::int`.as('attempts'))
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirstOrThrow();
  await requireVersion(seenAttempts, attempts, exportTexts.repeatedSince, () => undefined);
  await db
    .updateTable('delivery')
    .set({ status: 'queued', vendor: null, delivered_at: null, failure_seen_at: null })
    .where('delivery_id', '=', deliveryId)
    .execute();
  await keep(db, actor, sent, 'delivery.sent-again');
  await enqueue(db, sendPacket, { deliveryId }, { group: `user:${actor.userId}` });
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
