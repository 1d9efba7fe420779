import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get, nothing, post } from '../endpoint.ts';
import { id } from '../fields.ts';

// Responses to referrals that the sender has not read (docs/domain/referrals.md).

export const countUnreadReferrals = get('/provider/referrals/unread-count', {
  summary: 'Counts sent referrals with an unread response.',
  access: signedIn,
  audit: 'none',
  input: z.object({}),
  output: z.object({ unreadCount: z.number().int() }),
});

export const readReferralAnswer = post('/provider/referrals/read', {
  summary: 'Marks the responses to a referral as read by the sender.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'same',
  // Its event updates the lists, as it does in other windows.
  makesStale: [],
  audit: 'none',
  input: z.object({
    referralId: id,
    /** The last timeline entry that was shown; a later response stays unread. */
    referralEventId: id,
  }),
  output: nothing,
});
