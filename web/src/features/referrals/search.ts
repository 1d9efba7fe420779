import { z } from 'zod';
import { referralStatuses } from '@careloop/contracts/codes';
import { integer, text } from '../../lib/search.ts';

export const referralsSearch = z.object({
  /** Incoming 1, Outgoing 2, All 3. */
  direction: integer(1, 3),
  status: z
    .enum([...referralStatuses, 'overdue'])
    .optional()
    .catch(undefined),
  searchTerm: text,
  referralId: integer(1),
});
