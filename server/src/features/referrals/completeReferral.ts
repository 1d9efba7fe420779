import type { InputOf } from '@careloop/contracts/endpoint';
import type {
  completeReferral as completeEndpoint,
  reopenReferral as reopenEndpoint,
} from '@careloop/contracts/referrals/closing';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { requirePatient } from '../../core/access/patientAccess.ts';
import { sendConsultNotes } from '../../core/charts/sentCharts.ts';
import type { Db } from '../../platform/db/client.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { leaveQueues } from '../../core/work-queues/queueItems.ts';
import { endAppointment } from './bookAppointment.ts';
import { isAnswer, moveReferral, notifyOfChange, recordChange } from './changeReferral.ts';
import { notifyReferralSender } from './jobs.ts';
import type { ReferralRow } from './policy.ts';
import { referralQueueKinds, returnToQueue } from './queueKinds.ts';
import { addComments } from './addTimelineRow.ts';

/** Closes the loop: the visit took place or was not needed, and a note or comment informs the referring side. */
export async function completeReferral(
  db: Db,
  actor: Actor,
  referral: Authorized<ReferralRow, 'complete'>,
  { comment, patientDocumentIds }: InputOf<typeof completeEndpoint>,
) {
  const { referralId, patientId } = referral;
  // A user who left the care team can still close the referral, but not send further documents of the patient with it.
  if (patientDocumentIds.length > 0) await requirePatient(db, actor, patientId);
  const complete = async () => {
    const changed = await moveReferral(db, actor, referral, ['complete', 'completed']);
    // A sender who records the outcome for an office knows it.
    if (isAnswer(actor, referral, 'complete'))
      await enqueue(db, notifyReferralSender, {
        referralId,
        version: changed.version,
        status: 'completed',
        answeredByUserId: actor.userId,
      });
    return changed;
  };
  // Together, because none of these depends on another.
  const [changed, left] = await Promise.all([
    complete(),
    leaveQueues(db, actor, referralQueueKinds, referralId, 'completed'),
    endAppointment(db, referral, 'completed'),
    sendConsultNotes(db, referral, patientDocumentIds),
    comment !== null && addComments(db, actor, referralId, [comment]),
  ]);
  const reason = patientDocumentIds.length === 0 ? null : notesText(patientDocumentIds.length);
  return recordChange(db, actor, referral, { ...changed, reason, comment }, left);
}

const notesText = (count: number) => (count === 1 ? 'Consult note attached' : `${count} consult notes attached`);

/**
 * Returns a completed referral to its receiver, as accepted without an appointment. The due time is counted from now, since the
 * previous one has usually passed. The receiver is also notified by email, because not everyone works queues.
 */
export async function reopenReferral(
  db: Db,
  actor: Actor,
  referral: Authorized<ReferralRow, 'reopen'>,
  { reason }: InputOf<typeof reopenEndpoint>,
) {
  const changed = await moveReferral(db, actor, referral, ['reopen', 'accepted'], {
    due_at: sql<Date>`now() + urgency_days * interval '1 day'`,
  });
  const entered = await returnToQueue(db, referral);
  await notifyOfChange(db, actor, referral, 'reopened');
  return recordChange(db, actor, referral, { ...changed, reason }, entered);
}
