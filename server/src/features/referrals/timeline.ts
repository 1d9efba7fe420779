import type { ReferralStatus } from '@careloop/contracts/codes';
import type { ReferralEvent } from '@careloop/contracts/referrals';
import type { ReferralChange } from '@careloop/contracts/referrals/story';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';

interface TimelineRow {
  action: ReferralEvent['action'];
  fromStatus: ReferralStatus | null;
  toStatus: ReferralStatus;
  reason?: string | null;
  comment?: string | null;
  /** What an update changed. */
  changes?: readonly ReferralChange[];
}

/** Every change of a referral leaves a row: when, who, for whom, from, to, why. */
export async function addTimelineRow(db: Db, actor: Actor, referralId: number, row: TimelineRow): Promise<void> {
  await db
    .insertInto('referral_event')
    .values({
      referral_id: referralId,
      user_id: actor.userId,
      on_behalf_of_user_id: actor.onBehalfOfUserId,
      action: row.action,
      from_status: row.fromStatus,
      to_status: row.toStatus,
      reason: row.reason ?? null,
      comment: row.comment ?? null,
      changes: row.changes === undefined ? null : JSON.stringify(row.changes),
    })
    .execute();
}

/** Notes that were written along with a change. */
export async function addComments(
  db: Db,
  actor: Actor,
  referralId: number,
  comments: string[],
  isQuestion = false,
): Promise<void> {
  if (comments.length === 0) return;
  await db
    .insertInto('referral_comment')
    .values(
      comments.map((comment) => ({
        referral_id: referralId,
        user_id: actor.userId,
        on_behalf_of_user_id: actor.onBehalfOfUserId,
        comment,
        is_question: isQuestion,
      })),
    )
    .execute();
}
