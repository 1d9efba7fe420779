import type { InputOf } from '@careloop/contracts/endpoint';
import { voidReferralStatuses } from '@careloop/contracts/codes';
import { processTexts } from '@careloop/contracts/referrals/processing';
import type { addReferralComment } from '@careloop/contracts/referrals/processing';
import type { ReferralSide } from '@careloop/contracts/referrals/states';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import type { Db } from '../../platform/db/client.ts';
import { invalidInput } from '../../platform/errors.ts';
import { notifyOfChange, recordChange, sameStatus } from './changeReferral.ts';
import { answeringUserOf, senderOf, sideOf } from './policy.ts';
import type { ReferralRow } from './policy.ts';
import { addComments } from './addTimelineRow.ts';

const otherSide: Record<ReferralSide, ReferralSide> = { referring: 'receiving', receiving: 'referring' };

/**
 * The receiver of a declined or canceled referral can no longer write, and a receiver without an active account cannot read.
 */
function canBeAnswered(referral: ReferralRow, asking: ReferralSide | null): boolean {
  if (voidReferralStatuses.some((over) => over === referral.status)) return false;
  return asking === 'receiving' || answeringUserOf(referral) !== null;
}

/**
 * Adds a note; state and version of the referral stay the same. A note may ask the other side for a reply; a note from the side
 * that owes a reply is that reply.
 */
export async function addComment(
  db: Db,
  actor: Actor,
  referral: Authorized<ReferralRow, 'comment'>,
  { comment, asksForReply }: InputOf<typeof addReferralComment>,
) {
  const { referralId, awaitReplyFrom } = referral;
  const side = sideOf(actor, referral);
  if (asksForReply && side === null) throw invalidInput({ asksForReply: processTexts.askSides });
  if (asksForReply && !canBeAnswered(referral, side)) throw invalidInput({ asksForReply: processTexts.askNobody });
  await addComments(db, actor, referralId, [comment], asksForReply);
  const isAnswer = side !== null && side === awaitReplyFrom;
  const owing = asksForReply && side !== null ? otherSide[side] : isAnswer ? null : awaitReplyFrom;
  const isNewAnswer = side === 'receiving' && principalOf(actor) !== senderOf(referral);
  if (isNewAnswer || owing !== awaitReplyFrom) {
    await db
      .updateTable('referral')
      .set({ await_reply_from: owing, ...(isNewAnswer && { is_answer_unread: true }) })
      .where('referral_id', '=', referralId)
      .execute();
  }
  if (asksForReply && owing === 'receiving') await notifyOfChange(db, actor, referral, 'asked');
  const reason = asksForReply ? 'Asked for a reply' : isAnswer ? 'Replied' : null;
  return recordChange(db, actor, referral, { ...sameStatus(referral), action: 'commented', reason, comment }, []);
}
