import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { queryId } from '../fields.ts';

/** Minimum characters of a digest for the search to find its referral. */
export const shortestDigest = 12;

/** Whether a search term is a digest or the beginning of one, as printed on paper. */
export const isDigest = (term: string): boolean => /^[0-9a-f]{12,64}$/i.test(term);

export const checkReferralDigest = get('/provider/referrals/digest', {
  summary: 'Recomputes the digest of a sent referral from the stored data and compares it with the stored digest.',
  auditText: 'Check of a sent referral',
  access: signedIn,
  input: z.object({ referralId: queryId }),
  output: z.object({
    /** Null if no digest was stored when it was sent, as for an imported referral. */
    check: z
      .object({
        /** Digest stored when it was sent or last changed by its sender. */
        hash: z.string(),
        /** Whether the stored text still has this digest. */
        isIntact: z.boolean(),
        /** Whether the referral's current content equals what was sent. */
        isUnchanged: z.boolean(),
      })
      .nullable(),
  }),
});
