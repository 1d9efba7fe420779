import { allowsStep } from '@careloop/contracts/profile/enrollment';

import { inNameOf } from '../../access/actor.ts';
import type { Actor } from '../../access/actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/client.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { moveOn } from './enrollment.ts';
import { lockEnrollment } from './enrollmentQueries.ts';
import { notifyEnrollment } from './jobs.ts';

/**
 * Called after a proxy was removed: an account that acts for no one else is withdrawn until it is added again, and one that was
 * awaiting the approval of this person is denied.
 */
export async function endWithProxy(
  db: Db,
  actor: Actor,
  { proxiedUserId, proxyUserId: userId }: { proxiedUserId: number; proxyUserId: number },
): Promise<void> {
  const found = await lockEnrollment(db, userId);
  if (found === undefined) return;
  const left = await db
    .selectFrom('user_proxy')
    .select('proxy_user_id')
    .where('proxy_user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  const step = left === undefined ? 'withdraw' : 'deny';
  const isConcerned = step === 'withdraw' || found.proxied_user_id === proxiedUserId;
  if (!isConcerned || !allowsStep(found.status, step)) return;
  await moveOn(db, { userId, status: found.status }, step);
  await record(db, inNameOf(actor, proxiedUserId), {
    action: step === 'deny' ? 'enrollment.denied' : 'enrollment.withdrawn',
    subjectType: 'user',
    subjectId: userId,
    details: { proxiedUserId, by: 'proxy.removed' },
  });
  if (step === 'deny') await enqueue(db, notifyEnrollment, { userId, outcome: 'denied', at: new Date().toISOString() });
}
