import { allowsStep } from '@careloop/contracts/profile/enrollment';

import { inNameOf } from '../../../platform/identity/actor.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import { moveOn } from '../enrollProxy.ts';
import { lockEnrollment } from './queries/enrollments.ts';
import { notifyEnrollment } from '../jobs.ts';

/**
 * Called after a proxy was removed: an account that acts for no one else is withdrawn until it is added again. One that was
 * requested for this person is denied if it was awaiting their approval; if its link is still open, somebody it acts for
 * approves it instead.
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
    .innerJoin('user_account', 'user_account.user_id', 'proxied_user_id')
    .select('proxied_user_id as userId')
    .where('proxy_user_id', '=', userId)
    .where('is_active', '=', true)
    // What the requester asked for needs the approval of another person, if there is one.
    .orderBy((eb) => eb('proxied_user_id', '=', found.requested_by_user_id))
    .orderBy('proxied_user_id')
    .executeTakeFirst();
  const step = left === undefined ? 'withdraw' : 'deny';
  const isConcerned = step === 'withdraw' || found.proxied_user_id === proxiedUserId;
  if (!isConcerned) return;
  const isLinkOpen = allowsStep(found.status, 'expire');
  if (left !== undefined && isLinkOpen) return moveRequest(db, actor, userId, left.userId);
  if (!allowsStep(found.status, step)) return;
  await moveOn(db, { userId, status: found.status }, step);
  await record(db, inNameOf(actor, proxiedUserId), {
    action: step === 'deny' ? 'enrollment.denied' : 'enrollment.withdrawn',
    subjectType: 'user',
    subjectId: userId,
    details: { proxiedUserId, by: 'proxy.removed' },
  });
  if (step === 'deny') await enqueue(db, notifyEnrollment, { userId, outcome: 'denied', at: new Date().toISOString() });
}

/** Makes another person the one for whom an account is requested. */
async function moveRequest(db: Db, actor: Actor, userId: number, proxiedUserId: number): Promise<void> {
  await db
    .updateTable('user_enrollment')
    .set({ proxied_user_id: proxiedUserId })
    .where('user_id', '=', userId)
    .execute();
  await record(db, inNameOf(actor, proxiedUserId), {
    action: 'enrollment.moved',
    subjectType: 'user',
    subjectId: userId,
    details: { proxiedUserId, by: 'proxy.removed' },
  });
}
