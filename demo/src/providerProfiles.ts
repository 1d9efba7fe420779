import type { EnrollmentStatus } from '@careloop/contracts/codes/providers';

/** Directory data of some providers in addition to name, specialty and practice. */
export interface ProviderProfile {
  /** Languages in addition to English. */
  languages?: readonly string[];
  tags?: readonly string[];
  /** A tier of the client; none if omitted. */
  tier?: string;
  enrollment?: EnrollmentStatus;
  isEmployed?: boolean;
  /** Last names of providers of the same client who recommend this one. */
  preferredBy?: readonly string[];
  publicNotes?: string;
  privateNotes?: string;
  populations?: readonly string[];
  isOnCall?: boolean;
}

const telehealth = 'Telehealth visits';
const evenings = 'Evening hours';
const accessible = 'Wheelchair accessible';
const sameWeek = 'Same-week appointments';

/** Tags of each client. */
export const providerTags = {
  bayColony: [accessible, evenings, sameWeek, telehealth],
  prairieRidge: ['Saturday clinic', telehealth],
} as const;

/** Tiers of each client, the closest first. */
export const affiliationTiers = {
  bayColony: [
    { name: 'Bay Colony Core', is_preferred: true, enforce_preferred: true, warning_message: null },
    { name: 'Bay Colony Affiliate', is_preferred: true, enforce_preferred: true, warning_message: null },
    {
      name: 'Community',
      is_preferred: false,
      enforce_preferred: true,
      warning_message: 'Not in the preferred network',
    },
  ],
  prairieRidge: [
    { name: 'Prairie Ridge Partner', is_preferred: true, enforce_preferred: false, warning_message: null },
    { name: 'Independent', is_preferred: false, enforce_preferred: false, warning_message: null },
  ],
} as const;

const core = { tier: 'Bay Colony Core', enrollment: 'enrolled', isEmployed: true } as const;
const affiliate = { tier: 'Bay Colony Affiliate', enrollment: 'enrolled' } as const;
const community = { tier: 'Community' } as const;
const partner = { tier: 'Prairie Ridge Partner', enrollment: 'enrolled' } as const;

/** By last name. */
export const providerProfiles: Readonly<Record<string, ProviderProfile>> = {
  Patel: {
    ...core,
    languages: ['Hindi', 'Gujarati'],
    tags: [accessible, sameWeek, telehealth],
    preferredBy: ['Nguyen', 'Washington'],
    populations: ['Adults with heart failure'],
    publicNotes:
      'Heart failure clinic on Tuesdays and Thursdays. Please send the last echocardiogram with the referral.',
    privateNotes: 'Prefers a call on the office line for anything that cannot wait until the next day.',
  },
  Nguyen: { ...core, languages: ['Vietnamese'], tags: [accessible, evenings] },
  "O'Brien": { ...affiliate, tags: [accessible], preferredBy: ['Nguyen'] },
  'Rosenberg-Katz': { ...affiliate, languages: ['Hebrew'], tags: [telehealth], preferredBy: ['Nguyen', 'Washington'] },
  Thornton: { ...core, tags: [sameWeek], isOnCall: true, preferredBy: ['Washington'] },
  'Al-Rashid': { ...core, languages: ['Arabic'], tags: [accessible] },
  Pelletier: { ...core, languages: ['French'] },
  Washington: { ...core, tags: [evenings, telehealth] },
  Sorensen: { ...core, tags: [evenings] },
  Abramowitz: { ...core, tags: [accessible], populations: ['Adults over 75'] },
  Delgado: { ...community, languages: ['Spanish'], enrollment: 'requested' },
  Tanaka: { ...affiliate, languages: ['Japanese'], preferredBy: ['Washington'] },
  McAllister: { ...community, enrollment: 'not_enrolled' },
  Lindgren: { ...affiliate, tags: [telehealth], preferredBy: ['Nguyen'] },
  'El-Amin': { ...affiliate, languages: ['Arabic', 'French'] },
  Figueiredo: { ...affiliate, languages: ['Portuguese', 'Spanish'], tags: [sameWeek] },
  Levine: { ...affiliate, tags: [evenings] },
  Beauchamp: { ...affiliate, languages: ['French', 'Haitian Creole'] },
  Venkataraman: { ...affiliate, languages: ['Tamil', 'Hindi'], preferredBy: ['Nguyen'] },
  Hutchinson: { ...affiliate, tags: [accessible], isOnCall: true },
  Peña: { ...community, languages: ['Spanish'], tags: [telehealth], enrollment: 'initiated' },
  Goldstein: { ...community, tags: [telehealth, evenings] },
  Asante: { ...affiliate, languages: ['Akan'] },
  Eze: { ...affiliate, languages: ['Igbo'] },
  Kim: { ...core, languages: ['Korean'] },
  Volkov: { ...community, languages: ['Russian'], enrollment: 'pending_supervisor_approval' },
  Gallagher: {
    ...community,
    tags: [sameWeek, evenings, accessible],
    publicNotes: 'Evening visits until 8 PM, Monday to Thursday.',
  },
  Whitaker: { ...partner, tags: ['Saturday clinic'] },
  Okafor: { ...partner, languages: ['Igbo'], preferredBy: ['Whitaker'] },
  Ibáñez: { ...partner, languages: ['Spanish'], tags: [telehealth] },
  Haddad: { ...partner, languages: ['Arabic'] },
  Schoenfeld: { tier: 'Independent', enrollment: 'requested' },
  Nowak: { tier: 'Independent', languages: ['Polish'] },
};
