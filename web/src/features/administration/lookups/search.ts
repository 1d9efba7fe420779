import { lookupStates } from '@careloop/contracts/administration/lookups';
import { z } from 'zod';
import { integer, text } from '../../../lib/search.ts';

export const lookupTabs = ['specialties', 'conditions', 'userTypes'] as const;

export const lookupsSearch = z.object({
  tab: z.enum(lookupTabs).optional().catch(undefined),
  searchTerm: text,
  state: z.enum(lookupStates).optional().catch(undefined),
  /** Entry whose form is open. */
  entryId: integer(1),
});
