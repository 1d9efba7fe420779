import { z } from 'zod';
import { signedIn } from '../access.ts';
import { post } from '../endpoint.ts';
import { id, version } from '../fields.ts';
import { changedReferral } from './processing.ts';

// Undoing a referral right after it was sent (docs/domain/referrals.md).

/** Seconds during which the sender is offered to undo. */
export const undoSeconds = 10;
/** Seconds after which the receiver is mailed, and until which an undo is accepted: it may be on its way. */
export const undoAcceptedSeconds = 15;

export const withdrawTexts = {
  reason: 'Sent by mistake',
  tooLate: 'It is too late to undo, because the receiver is being notified. Open the referral to cancel it.',
  done: 'Referral withdrawn. Nobody was notified.',
  opened: (name: string) => `Referral withdrawn. ${name} had opened it already, and now sees it as canceled.`,
} as const;

export const withdrawReferral = post('/provider/referrals/withdraw', {
  summary: 'Withdraws a referral that was sent by mistake, before its receiver is notified.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['ReferralChangedEvent', 'WorkQueueItemChangedEvent'],
  input: z.object({ referralId: id, version }),
  output: changedReferral.extend({
    /** A user of the receiving side who has opened it since it was sent. */
    openedBy: z.string().nullable(),
  }),
});
