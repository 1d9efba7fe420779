import { userStates } from '@careloop/contracts/administration/users';
import { z } from 'zod';
import { integer, text } from '../../../lib/search.ts';

export const usersSearch = z.object({
  searchTerm: text,
  userTypeId: integer(1),
  state: z.enum(userStates).optional().catch(undefined),
  enrollmentStatus: integer(0),
  /** User whose form is open. */
  userId: z.coerce.number().int().positive().optional().catch(undefined),
});
