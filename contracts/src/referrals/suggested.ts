import { z } from 'zod';
import { id } from '../fields.ts';

/** A provider whom the receiver of a declined referral suggested instead. */
export const suggestedProvider = z.object({
  healthcareProviderId: id,
  /** "Last, First" */
  fullName: z.string(),
  organizationName: z.string().nullable(),
  officePhone: z.string().nullable(),
});
export type SuggestedProvider = z.infer<typeof suggestedProvider>;
