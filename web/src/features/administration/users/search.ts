import { userStates } from '@careloop/contracts/administration/users';
import { userTypeLabels, type UserType } from '@careloop/contracts/codes';
import { z } from 'zod';
import { text } from '../../../lib/search.ts';

const userTypes = Object.keys(userTypeLabels) as [UserType, ...UserType[]];

export const usersSearch = z.object({
  searchTerm: text,
  userType: z.enum(userTypes).optional().catch(undefined),
  state: z.enum(userStates).optional().catch(undefined),
  /** User whose form is open. */
  userId: z.coerce.number().int().positive().optional().catch(undefined),
});
