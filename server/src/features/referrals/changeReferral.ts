import { openReferralStatuses } from '@careloop/contracts/codes';
import type { ReferralStatus } from '@careloop/contracts/codes';
import type { ReferralEvent } from '@careloop/contracts/referrals';
import { eventOf, referralTransitions } from '@careloop/contracts/referrals/states';
import type { ReferralAction, TargetOf } from '@careloop/contracts/referrals/states';
import type { ReferralChange } from '@careloop/contracts/referrals/story';
import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { principalOf } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db, DB } from '../../platform/db/client.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import type { RealtimeMessage } from '../../platform/realtime/publish.ts';
import type { Room } from '../../platform/realtime/rooms.ts';
import { publishReferralChanged } from './shared/audience.ts';
import { notifyReferralReceiver } from './jobs.ts';
import type { ReceiverNotice } from './jobs.ts';
import { answeringUserOf, senderOf } from './policy.ts';
import type { ReferralRow } from './policy.ts';
import { addTimelineRow } from './addTimelineRow.ts';

const isOpen = (status: ReferralStatus) => openReferralStatuses.some((open) => open === status);

export interface StatusChange {
  fromStatus: ReferralStatus;
  toStatus: ReferralStatus;
  version: number;
}

/** Whether an action is a response to the sender: one of the receiving side, not taken by the sender. */
export function isAnswer(actor: Actor, referral: ReferralRow, action: ReferralAction): boolean {
  return referralTransitions[action].side === 'receiving' && principalOf(actor) !== senderOf(referral);
}

/**
 * Moves a referral to the state an action leads to, and increments its version.
 * @param to one of the action's states in the transition table
 */
export async function moveReferral<Action extends ReferralAction>(
  db: Db,
  actor: Actor,
  referral: Authorized<ReferralRow, Action>,
  [action, to]: [action: Action, to: TargetOf<Action> & ReferralStatus],
  columns: UpdateObject<DB, 'referral', 'referral'> = {},
): Promise<StatusChange & { action: ReferralEvent['action'] }> {
  const version = referral.version + 1;
  await db
    .updateTable('referral')
    .set({
      ...columns,
      status: to,
      version,
      status_changed_at: sql<Date>`now()`,
      updated_by_user_id: actor.userId,
      // A closed referral no longer expects a reply.
      ...(!isOpen(to) && { await_reply_from: null }),
      ...(isAnswer(actor, referral, action) && { is_answer_unread: true }),
      ...(to === 'cancelled' && { is_answer_unread: false }),
    })
    .where('referral_id', '=', referral.referralId)
    .execute();
  return { fromStatus: referral.status, toStatus: to, version, action: eventOf(action, to) };
}

/** For an action that keeps the state and version of a referral. */
export function sameStatus({ status, version }: ReferralRow): StatusChange {
  return { fromStatus: status, toStatus: status, version };
}

/** Notifies the user whose work a referral is of a change they must act on. Nobody is notified of their own change. */
export async function notifyOfChange(
  db: Db,
  actor: Actor,
  referral: ReferralRow,
  reason: Exclude<ReceiverNotice, 'sent'>,
): Promise<void> {
  const userId = answeringUserOf(referral);
  if (userId === null || userId === principalOf(actor)) return;
  await enqueue(db, notifyReferralReceiver, { referralId: referral.referralId, reason });
}

export type RecordedChange = StatusChange & {
  action: ReferralEvent['action'];
  reason?: string | null;
  comment?: string | null;
  /** Fields changed by an update. */
  changes?: readonly ReferralChange[];
};

/**
 * Records a change in the timeline and audit, and publishes the event to everyone who sees the referral.
 * @param lostBy rooms of users who can no longer see it, and are told as well
 */
export async function recordChange(
  db: Db,
  actor: Actor,
  referral: ReferralRow,
  change: RecordedChange,
  messages: RealtimeMessage[],
  lostBy: readonly Room[] = [],
) {
  const { referralId, patientId } = referral;
  await addTimelineRow(db, actor, referralId, change);
  await record(db, actor, {
    action: `referral.${change.action}`,
    patientId,
    subjectType: 'referral',
    subjectId: referralId,
    details: { from: change.fromStatus, to: change.toStatus, version: change.version, for: principalOf(actor) },
  });
  await publishReferralChanged(db, { referralId, patientId, version: change.version }, lostBy);
  await publishAll(db, messages);
  return { referralId, version: change.version };
}
