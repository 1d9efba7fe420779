import { z } from 'zod';
import { id, timestamp } from '../fields.ts';

// Messages about a referral or a consultation, as its detail shows them.

/** Shown at most. */
export const mostLinkedMessages = 10;

/** A message of the reader about a request, with the start of its text. */
export const linkedMessage = z.object({
  userMessageId: id,
  conversationKey: z.string(),
  dateSent: timestamp,
  fromName: z.string(),
  text: z.string(),
});
export type LinkedMessage = z.infer<typeof linkedMessage>;

/** The person to write to about a request. */
export const correspondent = z.object({
  userId: id,
  fullName: z.string(),
  /** Whether a message about the patient would open nothing to them that is not open already. */
  canSeePatient: z.boolean(),
});
export type Correspondent = z.infer<typeof correspondent>;
