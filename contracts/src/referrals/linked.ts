import { z } from 'zod';
import { referralStatus } from '../codes.ts';
import { id, timestamp } from '../fields.ts';

export const knownReferralStatus = z.enum(Object.keys(referralStatus.table) as [keyof typeof referralStatus.table]);

/** The previous or next referral of a referral. */
export const linkedReferral = z.object({
  referralId: id,
  status: knownReferralStatus,
  dateCreated: timestamp,
  referredToName: z.string().nullable(),
  specialtyName: z.string().nullable(),
});
export type LinkedReferral = z.infer<typeof linkedReferral>;
