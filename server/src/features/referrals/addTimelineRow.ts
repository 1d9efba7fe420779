import type { ReferralStatus } from '@careloop/contracts/codes';
import type { ReferralEvent } from '@careloop/contracts/referrals';
import type { ReferralChange } from '@careloop/contracts/referrals/story';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { batchedInsert } from '../../platform/db/batchedInsert.ts';
import { beforeCommit } from '../../platform/db/transaction.ts';

interface TimelineRow {
  action: ReferralEvent['action'];
  fromStatus: ReferralStatus | null;
  toStatus: ReferralStatus;
  reason?: string | null;
  comment?: string | null;
  /** Fields changed by an update. */
  changes?: readonly ReferralChange[];
}

const timelineRows = batchedInsert('referral_timeline', 'referral_event', {
  referral_id: 'bigint',
  user_id: 'bigint',
  on_behalf_of_user_id: 'bigint',
  action: 'text',
  from_status: 'text',
  to_status: 'text',
  reason: 'text',
  comment: 'text',
  changes: 'jsonb',
});

const commentRows = batchedInsert('referral_comments', 'referral_comment', {
  referral_id: 'bigint',
  user_id: 'bigint',
  on_behalf_of_user_id: 'bigint',
  comment: 'text',
  is_question: 'boolean',
});

/** Adds a timeline row for a change: when, by whom, on whose behalf, from and to which state, and why. */
export async function addTimelineRow(db: Db, actor: Actor, referralId: number, row: TimelineRow): Promise<void> {
  const { action, fromStatus, toStatus, reason = null, comment = null, changes } = row;
  const kept = {
    referral_id: referralId,
    user_id: actor.userId,
    on_behalf_of_user_id: actor.onBehalfOfUserId,
    action,
    from_status: fromStatus,
    to_status: toStatus,
    reason,
    comment,
    changes: changes === undefined ? null : JSON.stringify(changes),
  };
  await beforeCommit(db, timelineRows, [kept]);
}

/** Adds comments that were written together with a change. */
export async function addComments(
  db: Db,
  { userId, onBehalfOfUserId }: Actor,
  referralId: number,
  comments: string[],
  isQuestion = false,
): Promise<void> {
  const rows = comments.map((comment) => ({
    referral_id: referralId,
    user_id: userId,
    on_behalf_of_user_id: onBehalfOfUserId,
    comment,
    is_question: isQuestion,
  }));
  await beforeCommit(db, commentRows, rows);
}
