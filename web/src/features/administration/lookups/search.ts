import { lookupStates } from '@careloop/contracts/administration/lookups';
import { z } from 'zod';
import { flag, integer, text } from '../../../lib/search.ts';

export const lookupTabs = [
  'specialties',
  'conditions',
  'providerTags',
  'taskTags',
  'taskTemplates',
  'affiliations',
  'referralReasons',
  'referralProtocols',
  'insurance',
  'userTypes',
] as const;
export type LookupTab = (typeof lookupTabs)[number];

export const lookupsSearch = z.object({
  tab: z.enum(lookupTabs).optional().catch(undefined),
  searchTerm: text,
  state: z.enum(lookupStates).optional().catch(undefined),
  /** Entry whose form is open. */
  entryId: integer(1),
  /** Client whose list is shown. */
  clientId: integer(1),
  /** Carrier whose plans are shown, and whether its form is open. */
  carrierId: integer(1),
  isEditingCarrier: flag,
});
export type LookupsSearch = z.output<typeof lookupsSearch>;
