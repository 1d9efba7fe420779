import { z } from 'zod';
import { consultationStatuses } from '../codes/consultations.ts';
import { id, timestamp } from '../fields.ts';

/** A consultation that became a referral. */
export const linkedConsultation = z.object({
  careCoordinatorRequestId: id,
  status: z.enum(consultationStatuses),
  dateCreated: timestamp,
  requestedToName: z.string(),
});
export type LinkedConsultation = z.infer<typeof linkedConsultation>;
