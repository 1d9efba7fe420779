import { z } from 'zod';
import { integer } from '../../lib/search.ts';

export const supportRequestsSearch = z.object({
  /** Defaults to open. */
  status: z.enum(['open', 'resolved', 'all']).optional().catch(undefined),
  page: integer(1, 100_000),
  supportRequestId: integer(1),
});
