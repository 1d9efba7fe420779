import { z } from 'zod';
import { integer } from '../../lib/search.ts';

/** My tasks: which, and the one that is open. */
export const tasksSearch = z.object({
  state: z.enum(['open', 'completed']).optional().catch(undefined),
  taskId: integer(1),
});
