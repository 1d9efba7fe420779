import { z } from 'zod';
import { consultationStatuses } from '../codes/consultations.ts';
import { id, timestamp } from '../fields.ts';

/** A consultation from which a referral was created. */
export const linkedConsultation = z.object({
  careCoordinatorRequestId: id,
  status: z.enum(consultationStatuses),
  dateCreated: timestamp,
  requestedToName: z.string(),
});
export type LinkedConsultation = z.infer<typeof linkedConsultation>;
