import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { queryId } from '../fields.ts';

/** Signs of a digest from which on a search finds its referral. */
export const shortestDigest = 12;

/** Whether what was typed is a digest, or the beginning of one, as it stands on paper. */
export const isDigest = (term: string): boolean => /^[0-9a-f]{12,64}$/i.test(term);

export const checkReferralDigest = get('/provider/referrals/digest', {
  summary:
    'Computes the digest of what was sent again, from what is stored now, and compares it with the one that was kept.',
  access: signedIn,
  input: z.object({ referralId: queryId }),
  output: z.object({
    /** Null where nothing was kept when it was sent, as with an imported referral. */
    check: z
      .object({
        /** The digest that was kept when it was sent or last changed by its sender. */
        hash: z.string(),
        /** The kept text still has this digest. */
        isIntact: z.boolean(),
        /** What the referral says now is what was sent. */
        isUnchanged: z.boolean(),
      })
      .nullable(),
  }),
});
