import { consultationStatuses } from '@careloop/contracts/codes/consultations';
import { z } from 'zod';
import { flag, integer, text } from '../../lib/search.ts';

export const consultationsSearch = z.object({
  /** Incoming 1, Outgoing 2, All 3. */
  direction: integer(1, 3),
  status: z
    .enum([...consultationStatuses, 'open'])
    .optional()
    .catch(undefined),
  searchTerm: text,
  /** Only the user's own consultations with an unread answer. */
  unread: flag,
  careCoordinatorRequestId: integer(1),
});
