import { z } from 'zod';
import { integer } from '../../lib/search.ts';

export const workQueuesSearch = z.object({
  workQueueId: integer(1),
  /** Open 1, Completed 2, All 3. */
  status: integer(1, 3),
  page: integer(1, 100_000),
  sortBy: z.enum(['encounterDate', 'createdAt', 'dueAt', 'patientName']).optional().catch(undefined),
  sortDirection: z.enum(['ASC', 'DESC']).optional().catch(undefined),
  workQueueEncounterId: integer(1),
});
