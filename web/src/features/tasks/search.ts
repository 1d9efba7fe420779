import { z } from 'zod';
import { integer } from '../../lib/search.ts';

/** My tasks: the filters, and the open task. */
export const tasksSearch = z.object({
  relation: z.enum(['assigned', 'added']).optional().catch(undefined),
  state: z.enum(['open', 'completed']).optional().catch(undefined),
  taskTagId: integer(1),
  taskId: integer(1),
});
