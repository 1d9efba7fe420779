import { currentAppointmentStatuses, dueReferralStatuses, WorkQueue } from '@careloop/contracts/codes';
import type { QueuedReferral, ReferralEvent } from '@careloop/contracts/referrals';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { isAcceptedFor } from '../../core/access/referralAccess.ts';
import { findQueueOwner } from '../../core/access/worksQueues.ts';
import type { Db } from '../../platform/db/client.ts';
import { literals } from '../../platform/db/literals.ts';
import { shape } from '../../platform/db/shape.ts';
import type { Columns } from '../../platform/db/shape.ts';
import type { RealtimeMessage } from '../../platform/realtime/publish.ts';
import { enterQueue, leaveQueues, putOnTop } from '../../core/work-queues/queueItems.ts';
import { defineQueueKind } from '../../core/work-queues/queueKinds.ts';
import type { QueueSubject } from '../../core/work-queues/queueKinds.ts';
import { answeringUserOf, isAnsweredByCoordinators, senderOf } from './policy.ts';
import type { ReferralRow } from './policy.ts';
import { acceptedFor } from './queries/referral.ts';
import { exceptionReasons, referralSummary, referredByName } from './queries/summary.ts';
import type { SummaryTables } from './queries/summary.ts';
import { isOverdue } from './visibility.ts';

const shownWith = (reasons: Columns<QueuedReferral, SummaryTables>['exceptionReasons']) =>
  shape<QueuedReferral, SummaryTables>({ ...referralSummary.columns, referredByName, exceptionReasons: reasons });
const shownInQueue = shownWith(sql`'[]'::json`);
const shownAmongExceptions = shownWith(exceptionReasons);

export const queuedReferral: QueueSubject<'referral'> = {
  type: 'referral',
  row: (id, workQueueId) => sql<QueuedReferral>`(
    select ${(workQueueId === WorkQueue.referralExceptions ? shownAmongExceptions : shownInQueue).json}
    from referral r join user_account u on u.user_id = r.created_by_user_id
    left join healthcare_provider b on b.healthcare_provider_id = r.referred_by_healthcare_provider_id
    left join healthcare_provider t on t.healthcare_provider_id = r.healthcare_provider_id
    left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = r.search_specialty_id
    cross join lateral ${acceptedFor}
    where r.referral_id = ${id})`,
  dueAt: (id) => sql<Date>`(select r.due_at from referral r where r.referral_id = ${id})`,
  specialtyId: (id) => sql<number | null>`(select r.search_specialty_id from referral r where r.referral_id = ${id})`,
  urgencyDays: (id) => sql<number>`(select r.urgency_days from referral r where r.referral_id = ${id})`,
  providerId: (id) => sql<number | null>`(select r.healthcare_provider_id from referral r where r.referral_id = ${id})`,
  // A day after the appointment it is in the queue again, for its outcome.
  isAnswered: (id) => sql<boolean>`exists (select from referral r
    where r.referral_id = ${id} and r.status not in (${literals(dueReferralStatuses)})
      and not (r.status = 'scheduled' and exists (select from patient_appointment ap where ap.referral_id = r.referral_id
        and ap.status in (${literals(currentAppointmentStatuses)}) and ap.appointment_time < now() - interval '1 day')))`,
  onTopFrom: (id) => sql<Date>`(select case when r.urgency_days <= 1 then '-infinity'::timestamptz
    when r.status in (${literals(dueReferralStatuses)}) then r.due_at else 'infinity' end
    from referral r where r.referral_id = ${id})`,
  isWorkedBy: (actor, id) => sql<boolean>`exists (select from referral r
    where r.referral_id = ${id} and (r.referred_to_user_id = any(${actor.userIds}::bigint[]) or ${isAcceptedFor(actor)}))`,
};

/** Events that answer or cancel a referral. */
const answers: ReferralEvent['action'][] = [
  'scheduled',
  'rescheduled',
  'declined',
  'provider_selected',
  'cancelled',
  'completed',
];

/** Completing an item does not change its referral. */
const staysOpen =
  'Removing an item only takes it out of this queue. Its referral stays open, and the sender still waits for an answer. One without an appointment goes to the coordinators as an exception once it is overdue.';

/** The same for an item that is already an exception. */
const noLongerException =
  'Removing an item only takes it out of this queue. Its referral stays open, and the sender still waits for an answer. It comes back as an exception only if it gets a later due time or another appointment, and misses that, too.';

/** Referrals to a provider, owned by that provider, or by the one it was accepted for. One accepted without an appointment stays as pending work. */
export const referralToProcess = defineQueueKind({
  workQueueId: WorkQueue.referralToProcess,
  subject: queuedReferral,
  ownerOf: (referral: { patientId: number; referredToUserId: number }) => ({ userId: referral.referredToUserId }),
  completedBy: answers,
  endedByAnswer: true,
  completionWarning: staysOpen,
  staysWithOwner: true,
});

/** Referrals to a specialty, for which a coordinator selects the provider. */
const referralNeedsProvider = defineQueueKind({
  workQueueId: WorkQueue.referralNeedsPhysicianSelection,
  subject: queuedReferral,
  ownerOf: ({ clientId }: { patientId: number; clientId: number }) => ({ clientId }),
  completedBy: answers,
  endedByAnswer: true,
  endedByProvider: true,
  completionWarning: staysOpen,
  staysWithOwner: false,
});

/**
 * Declined referrals, owned by the user in whose name they were sent, or by the coordinators if that user does not see the
 * patient or nobody works their queue.
 */
export const referralsDeclined = defineQueueKind({
  workQueueId: WorkQueue.referralsDeclined,
  subject: queuedReferral,
  ownerOf: (referral: ReferralRow & { isFollowedBySender: boolean }) =>
    referral.isFollowedBySender ? { userId: senderOf(referral) } : { clientId: referral.clientId },
  completedBy: [...answers, 'referred_again'],
  endedByAnswer: false,
  completionWarning: null,
  staysWithOwner: false,
});

/**
 * Other referrals that need attention: of the receiver if one they had accepted was canceled and they can sign in, otherwise
 * of the coordinators.
 */
export const referralExceptions = defineQueueKind({
  workQueueId: WorkQueue.referralExceptions,
  subject: queuedReferral,
  ownerOf: (referral: { patientId: number; clientId: number; acceptedByUserId?: number | null }) =>
    referral.acceptedByUserId == null ? { clientId: referral.clientId } : { userId: referral.acceptedByUserId },
  // An update completes the item if it sets a later due time; a missed or canceled appointment, unless it is overdue.
  completedBy: [...answers, 'referred_again', 'updated', 'no_show', 'appointment_canceled'],
  endedByAnswer: false,
  completionWarning: noLongerException,
  staysWithOwner: false,
});

export const referralQueueKinds = [referralToProcess, referralNeedsProvider, referralsDeclined, referralExceptions];

interface SentReferral {
  referralId: number;
  patientId: number;
  clientId: number;
  healthcareProviderId: number | null;
  referredToUserId: number | null;
  /** The receiving user, or null if nobody works their queue; looked up if left out. */
  queueOwnerUserId?: number | null;
}

/** Adds a referral to its first queue, when it is sent or its provider is selected. */
export async function enterFirstQueue(db: Db, referral: SentReferral): Promise<RealtimeMessage[]> {
  const { referralId, healthcareProviderId, referredToUserId, queueOwnerUserId } = referral;
  if (healthcareProviderId === null) return enterQueue(db, referralNeedsProvider, referralId, referral);
  const ownerUserId = queueOwnerUserId === undefined ? await findQueueOwner(db, referredToUserId) : queueOwnerUserId;
  // Nobody works the queue of such a receiver, who may have no account, so the client's coordinators follow it.
  if (ownerUserId === null) return enterQueue(db, referralExceptions, referralId, referral);
  return enterQueue(db, referralToProcess, referralId, { ...referral, referredToUserId: ownerUserId });
}

async function isOverdueNow(db: Db, referralId: number): Promise<boolean> {
  const { rows } = await sql`select from referral r where r.referral_id = ${referralId} and ${isOverdue}`.execute(db);
  return rows.length > 0;
}

/** Completes the open exception of a referral, unless it is overdue or in no other queue than that of the coordinators. */
export async function leaveExceptions(
  db: Db,
  actor: Actor,
  referral: ReferralRow,
  action: ReferralEvent['action'],
): Promise<RealtimeMessage[]> {
  if (isAnsweredByCoordinators(referral) || (await isOverdueNow(db, referral.referralId))) return [];
  const answeringUserId = answeringUserOf(referral);
  if (answeringUserId !== null && (await findQueueOwner(db, answeringUserId)) === null) return [];
  return leaveQueues(db, actor, [referralExceptions], referral.referralId, action);
}

/** Completes the items of a referral that gets another provider. An overdue one stays an exception, since it is not answered. */
export async function leaveForProvider(db: Db, actor: Actor, { referralId }: ReferralRow): Promise<RealtimeMessage[]> {
  const isLate = await isOverdueNow(db, referralId);
  const kinds = isLate ? referralQueueKinds.filter((kind) => kind !== referralExceptions) : referralQueueKinds;
  return leaveQueues(db, actor, kinds, referralId, 'provider_selected');
}

/** Adds a referral that is accepted, without an appointment, to the queue of the user whose work it is. */
export async function returnToQueue(db: Db, referral: ReferralRow): Promise<RealtimeMessage[]> {
  // Items that are open already, such as one for the outcome of its visit, were added while it was not due.
  await putOnTop(db, queuedReferral, referral.referralId);
  return enterFirstQueue(db, { ...referral, referredToUserId: answeringUserOf(referral) });
}
