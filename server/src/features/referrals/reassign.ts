import { dueReferralStatuses, openReferralStatuses, WorkQueue } from '@careloop/contracts/codes';
import type { RecordScope } from '@careloop/contracts/referrals/recordScope';
import { sql } from 'kysely';

import { joinCareTeam } from '../../core/access/careTeam.ts';
import { mayFollowToUser } from '../../core/access/providerUser.ts';
import { requestsPerRun } from '../../core/access/requestsPerRun.ts';
import { isQueueWorked } from '../../core/access/worksQueues.ts';
import { recordJob } from '../../platform/audit/record.ts';
import type { Database, Db } from '../../platform/db/client.ts';
import { literals } from '../../platform/db/literals.ts';
import { shape } from '../../platform/db/shape.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { enterQueue, giveItem } from '../../core/work-queues/queueItems.ts';
import { reassignItems } from '../../core/work-queues/reassign.ts';
import { careTeamEvents } from '../messages/shared/careTeamEvents.ts';
import { publishReferralChanged } from './shared/audience.ts';
import { notifyReferralReceiver } from './jobs.ts';
import { scopeColumn } from './queries/recordScope.ts';
import { joiningOf } from './policy.ts';
import { acceptedForUserId, answeringUserId, canReceive, senderUserId } from './queries/referral.ts';
import { referralToProcess } from './queueKinds.ts';
import { isOverdue, isVisitWithoutOutcome } from './visibility.ts';

const clients = sql`select referral_id as subject_id, client_id from referral`;

/** The queues of users whose items go to the coordinators, and to which of the coordinators' queues. */
const moves = [
  // Coordinators record the answer of the office, select another provider, or cancel and refer again.
  { from: WorkQueue.referralToProcess, to: WorkQueue.referralExceptions },
  // They refer again.
  { from: WorkQueue.referralsDeclined, to: WorkQueue.referralsDeclined, requiresPatient: true },
  // They ask the office of a canceled referral to release the time kept for the patient.
  { from: WorkQueue.referralExceptions, to: WorkQueue.referralExceptions },
];

/**
 * Moves the items of receivers and senders whose queue nobody works any longer, and of senders who no longer see the patient,
 * to the coordinators, returns those of receivers whose queue is worked again, and gives referrals to receivers who got an
 * account after they were sent.
 * @returns how many were moved or given
 */
export async function reassign(db: Database): Promise<number> {
  let moved = (await returnToReceivers(db)) + (await returnFromCoordinators(db)) + (await giveToNewUsers(db));
  for (const move of moves) moved += await reassignItems(db, { subjectType: 'referral', clients, ...move });
  return moved;
}

const receivedReferral = shape<{ referralId: number; userId: number }, { r: 'referral'; t: 'user_account' }>({
  referralId: 'r.referral_id',
  userId: 't.user_id',
});

/** Returns the items of providers whose queue nobody works, for whom a referral was accepted, to the receiver it was sent to. */
function returnToReceivers(db: Database): Promise<number> {
  return inTransaction(db, async (own) => {
    const { rows } = await receivedReferral.from`work_queue_encounter w
      join referral r on r.referral_id = w.subject_id join user_account t on t.user_id = r.referred_to_user_id
      where w.subject_type = 'referral' and w.work_queue_id = ${WorkQueue.referralToProcess} and w.status = 'open'
        and w.owner_user_id <> t.user_id and not ${isQueueWorked(sql.ref('w.owner_user_id'))}
        and ${isQueueWorked(sql.ref('t.user_id'))}
      order by r.referral_id limit ${requestsPerRun} for update of r skip locked`.execute(own);
    for (const { referralId, userId } of rows) {
      await publishAll(own, await giveItem(own, referralToProcess, referralId, userId));
    }
    return rows.length;
  });
}

interface OpenReferral {
  referralId: number;
  patientId: number;
  /** The user who gets it. */
  userId: number;
  /** Not answered yet, accepted without an appointment, or its visit has no outcome. */
  isDue: boolean;
  /** It is late, and stays an exception of the coordinators, too. */
  isLate: boolean;
}

const isDue = sql<boolean>`(r.status in (${literals(dueReferralStatuses)}) or ${isVisitWithoutOutcome})`;
const isLate = sql<boolean>`(${isOverdue} or ${isVisitWithoutOutcome})`;

const openReferral = shape<OpenReferral, { r: 'referral'; u: 'user_account' }>({
  referralId: 'r.referral_id',
  patientId: 'r.patient_id',
  userId: 'u.user_id',
  isDue,
  isLate,
});

/**
 * Returns the items that coordinators got while a receiver was deactivated or nobody worked their queue. A late
 * referral stays with the coordinators, too, and is returned unless the receiver has had it in the queue.
 */
function returnFromCoordinators(db: Database): Promise<number> {
  const toProcess = sql`select from work_queue_encounter p where p.subject_type = 'referral'
    and p.subject_id = r.referral_id and p.work_queue_id = ${WorkQueue.referralToProcess}`;
  return inTransaction(db, async (own) => {
    const { rows } = await openReferral.from`work_queue_encounter w join referral r on r.referral_id = w.subject_id
      join user_account u on u.user_id = ${answeringUserId} and ${isQueueWorked(answeringUserId)}
      where w.subject_type = 'referral' and w.work_queue_id = ${WorkQueue.referralExceptions} and w.status = 'open'
        and w.owner_client_id is not null and r.referred_to_user_id is not null and r.status in (${literals(openReferralStatuses)})
        and case when ${isLate} then not exists (${toProcess}) else not exists (${toProcess} and p.status = 'open') end
      order by r.referral_id limit ${requestsPerRun} for update of r skip locked`.execute(own);
    for (const referral of rows) await publishAll(own, await giveItems(own, referral));
    return rows.length;
  });
}

interface WaitingReferral extends OpenReferral {
  /** The user in whose name it was sent. */
  senderUserId: number;
  version: number;
  clientId: number;
  healthcareProviderId: number | null;
  /** What accepting opens. */
  recordScope: RecordScope;
  /** Whether it was accepted by, or for, the receiver. */
  isAccepted: boolean;
  /** Whether it was accepted for another provider who can sign in, whose work it is. */
  isOfAnother: boolean;
}

const waitingReferral = shape<WaitingReferral, { r: 'referral'; u: 'user_account' }>({
  ...openReferral.columns,
  senderUserId,
  version: 'r.version',
  clientId: 'r.client_id',
  healthcareProviderId: 'r.healthcare_provider_id',
  recordScope: 'r.record_scope',
  isAccepted: sql`r.status <> 'pending'`,
  isOfAnother: sql`coalesce(${acceptedForUserId} <> u.user_id, false)`,
});

/**
 * Gives open referrals to receivers who got an account after they were sent, with the coordinators' item. Not to one who
 * cannot work queues, nor to the person who sent it, nor to an account that another client gave a shared record.
 */
function giveToNewUsers(db: Database): Promise<number> {
  return inTransaction(db, async (own) => {
    const { rows } = await waitingReferral.from`referral r
      join healthcare_provider t on t.healthcare_provider_id = r.healthcare_provider_id join user_account u on u.user_id = t.user_id
      where r.referred_to_user_id is null and r.status in (${literals(openReferralStatuses)})
        and ${canReceive} and ${mayFollowToUser('t', sql`r.client_id`)}
      order by r.referral_id limit ${requestsPerRun} for update of r skip locked`.execute(own);
    for (const referral of rows) await giveToNewUser(own, referral);
    return rows.length;
  });
}

async function giveToNewUser(db: Db, referral: WaitingReferral): Promise<void> {
  const { referralId, patientId, userId, version } = referral;
  // The version stays: nobody changed what the form of somebody who answers at this moment shows.
  // The sender could not choose what accepting opens to an account that did not exist: it opens what is usual for it.
  const { recordScope } = await db
    .updateTable('referral')
    .set({
      referred_to_user_id: userId,
      ...scopeColumn(referral, referral.recordScope === 'attached' ? 'attached' : null),
    })
    .where('referral_id', '=', referralId)
    .returning('record_scope as recordScope')
    .executeTakeFirstOrThrow();
  await recordJob(db, {
    action: 'referral.given',
    patientId,
    subjectType: 'referral',
    subjectId: referralId,
    details: { userId },
  });
  // As if the receiver had had the account when it was accepted.
  const joining = referral.isAccepted ? joiningOf({ recordScope: recordScope as RecordScope }, [userId]) : [];
  const joined = await joinCareTeam(db, { jobForUserId: referral.senderUserId }, referral, joining);
  const items = referral.isOfAnother ? [] : await giveItems(db, referral);
  await publishReferralChanged(db, { referralId, patientId, version });
  await enqueue(db, notifyReferralReceiver, { referralId });
  await publishAll(db, [...items, ...(await careTeamEvents(db, joined))]);
}

async function giveItems(db: Db, referral: OpenReferral) {
  const { referralId, patientId, userId } = referral;
  const given = referral.isLate
    ? []
    : await giveItem(db, referralToProcess, referralId, userId, WorkQueue.referralExceptions);
  if (!referral.isDue) return given;
  const entered = await enterQueue(db, referralToProcess, referralId, { patientId, referredToUserId: userId });
  return [...given, ...entered];
}
