import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { id, queryId, timestamp } from '../fields.ts';

// What the receiver of a referral needs to know to accept or decline it.

/** Two appointments closer to each other than this clash. */
export const clashMinutes = 15;

export const getProviderDay = get('/provider/referrals/provider-day', {
  summary: 'Returns the times of the appointments of a provider whom the user is or may act for, between two moments.',
  access: signedIn,
  // Times of the provider, without their patients.
  audit: 'none',
  input: z
    .object({ healthcareProviderId: queryId, from: timestamp, until: timestamp })
    .refine(({ from, until }) => Date.parse(until) - Date.parse(from) <= 36 * 3_600_000, {
      path: ['until'],
      message: 'Ask for one day at a time.',
    }),
  output: z.object({
    appointments: z.array(z.object({ appointmentTime: timestamp, timeZone: z.string().nullable() })),
  }),
});

export const colleague = z.object({
  healthcareProviderId: id,
  /** "Last, First" */
  fullName: z.string(),
  organizationName: z.string().nullable(),
  city: z.string().nullable(),
  officePhone: z.string().nullable(),
  /** Null if the directory does not say. */
  acceptsNewPatients: z.boolean().nullable(),
  /** Whether they accept an active plan of the patient; null if none is known, or the user may not see the plans. */
  acceptsPlan: z.boolean().nullable(),
});
export type Colleague = z.infer<typeof colleague>;

export const suggestColleagues = get('/provider/referrals/colleagues', {
  summary: 'Suggests colleagues of the same organization and specialty, for a receiver who declines a referral.',
  auditText: 'Colleagues for a declined referral',
  access: signedIn,
  input: z.object({ referralId: queryId }),
  /** At most three, those who fit best first. */
  output: z.object({ items: z.array(colleague) }),
});
