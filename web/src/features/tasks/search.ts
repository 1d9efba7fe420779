import { z } from 'zod';
import { integer } from '../../lib/search.ts';

/** My tasks: the filter, and the open task. */
export const tasksSearch = z.object({
  state: z.enum(['open', 'completed']).optional().catch(undefined),
  taskId: integer(1),
});
