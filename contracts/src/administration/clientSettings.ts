import { z } from 'zod';

// What a client may ask for beyond the product's own rules (docs/domain/permissions.md).

/** The least and the most of each setting. Without a value the product's own rule holds. */
const bounds = {
  /** Characters of a new password. */
  passwordMinimumLength: [12, 64],
  /** Days after which a password must be changed; off by default. */
  passwordExpirationDays: [1, 3_650],
  /** Days without a sign-in after which an account is locked; off by default. */
  daysUntilInactive: [1, 3_650],
  /** Minutes after which an urgent message that is still unread is told of by e-mail; 15 by default. */
  urgentMessageMinutes: [1, 1_440],
  /** Where users live who chose no time zone, by its number (docs/domain/profile.md); 3, Eastern, by default. */
  timeZone: [1, 7],
} as const;
export type ClientSettingName = keyof typeof bounds;
export const clientSettingNames = Object.keys(bounds) as [ClientSettingName, ...ClientSettingName[]];

export function clientSettingRange(name: ClientSettingName): z.ZodNumber {
  const [least, most] = bounds[name];
  const error = `The value must be a whole number from ${least} to ${most}.`;
  return z.number(error).int(error).min(least, error).max(most, error);
}

/** What a client can leave out of its encounters (docs/domain/patients.md). */
export const encounterFieldNames = ['mrn', 'roomNumber', 'esiLevel', 'transfers', 'clientName'] as const;
export type EncounterField = (typeof encounterFieldNames)[number];
