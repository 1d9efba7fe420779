import type { ReferralStatus } from '@careloop/contracts/codes';
import type { ReferralEvent } from '@careloop/contracts/referrals';
import type { ReferralChange } from '@careloop/contracts/referrals/story';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { column } from '../../platform/db/column.ts';
import { beforeCommit } from '../../platform/db/transaction.ts';
import type { BatchedWrite } from '../../platform/db/transaction.ts';

interface TimelineRow {
  action: ReferralEvent['action'];
  fromStatus: ReferralStatus | null;
  toStatus: ReferralStatus;
  reason?: string | null;
  comment?: string | null;
  /** Fields changed by an update. */
  changes?: readonly ReferralChange[];
}

/** Written right before the commit, as the comments are: nothing in the same transaction reads them. */
const timelineRows: BatchedWrite<{
  referralId: number;
  userId: number;
  onBehalfOfUserId: number | null;
  action: string;
  fromStatus: string | null;
  toStatus: string;
  reason: string | null;
  comment: string | null;
  changes: string | null;
}> = {
  name: 'referral_timeline',
  write: (rows) => sql`
    insert into referral_event (referral_id, user_id, on_behalf_of_user_id, action, from_status, to_status, reason, comment, changes)
    select * from unnest(
      ${column(rows, 'referralId')}::bigint[], ${column(rows, 'userId')}::bigint[],
      ${column(rows, 'onBehalfOfUserId')}::bigint[], ${column(rows, 'action')}::text[],
      ${column(rows, 'fromStatus')}::text[], ${column(rows, 'toStatus')}::text[], ${column(rows, 'reason')}::text[],
      ${column(rows, 'comment')}::text[], ${column(rows, 'changes')}::jsonb[])
    returning 1`,
};

const commentRows: BatchedWrite<{
  referralId: number;
  userId: number;
  onBehalfOfUserId: number | null;
  comment: string;
  isQuestion: boolean;
}> = {
  name: 'referral_comments',
  write: (rows) => sql`
    insert into referral_comment (referral_id, user_id, on_behalf_of_user_id, comment, is_question)
    select * from unnest(
      ${column(rows, 'referralId')}::bigint[], ${column(rows, 'userId')}::bigint[],
      ${column(rows, 'onBehalfOfUserId')}::bigint[], ${column(rows, 'comment')}::text[],
      ${column(rows, 'isQuestion')}::boolean[])
    returning 1`,
};

/** Adds a timeline row for a change: when, by whom, on whose behalf, from and to which state, and why. */
export async function addTimelineRow(db: Db, actor: Actor, referralId: number, row: TimelineRow): Promise<void> {
  const { action, fromStatus, toStatus, reason = null, comment = null, changes } = row;
  const { userId, onBehalfOfUserId } = actor;
  const kept = { referralId, userId, onBehalfOfUserId, action, fromStatus, toStatus, reason, comment };
  await beforeCommit(db, timelineRows, [{ ...kept, changes: changes === undefined ? null : JSON.stringify(changes) }]);
}

/** Adds comments that were written together with a change. */
export async function addComments(
  db: Db,
  { userId, onBehalfOfUserId }: Actor,
  referralId: number,
  comments: string[],
  isQuestion = false,
): Promise<void> {
  const rows = comments.map((comment) => ({ referralId, userId, onBehalfOfUserId, comment, isQuestion }));
  await beforeCommit(db, commentRows, rows);
}
