import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { queryId } from '../fields.ts';

// Why a user has nobody to refer for (docs/domain/referrals.md).

export const referrerTexts = {
  noProviders: (client: string) => `${client} has no provider with an account yet.`,
  nobody: 'You are not a provider, and there is nobody you can act for.',
  noProviderAmongThem: 'You are not a provider, and none of the people you can act for is one.',
  actsForNone: (name: string) => `${name} is not a provider.`,
  featureOff: (client: string) =>
    `Referrals are switched off for ${client}, so its users do not see the Referrals screen.`,
  /** What an administrator does about it; others ask one. */
  steps: {
    directory: 'Add a provider and make the provider a user',
    users: 'Choose whom users act for, or who coordinates the client',
    clients: 'Switch referrals on',
  },
  askAdministrator: 'Ask your administrator to let you act for a provider, or to make you a coordinator.',
} as const;

/** The screen on which an administrator adds what is missing. */
export const referrerSteps = ['directory', 'users', 'clients'] as const;
export type ReferrerStep = (typeof referrerSteps)[number];

export const getMissingReferrer = get('/provider/referrals/missing-referrer', {
  summary: 'Says what is missing if the user is not a provider, acts for none and does not coordinate the client.',
  access: signedIn,
  audit: 'none',
  input: z.object({ patientId: queryId }),
  output: z.object({
    missing: z.array(
      z.object({
        text: z.string(),
        /** Where the user can add it; null if they may not. */
        step: z.enum(referrerSteps).nullable(),
      }),
    ),
  }),
});
