import { z } from 'zod';

// Settings by which a client deviates from the product's defaults (docs/domain/permissions.md).

/** Minimum and maximum of each setting. Without a value the product's default applies. */
const bounds = {
  /** Characters of a new password. */
  passwordMinimumLength: [12, 64],
  /** Days after which a password must be changed; off by default. */
  passwordExpirationDays: [1, 3_650],
  /** Days without a sign-in after which an account is locked; off by default. */
  daysUntilInactive: [1, 3_650],
  /** Minutes after which an unread urgent message is notified; 15 by default. */
  urgentMessageMinutes: [1, 1_440],
  /** Number of the time zone of users who chose none (docs/domain/profile.md); 3, Eastern, by default. */
  timeZone: [1, 7],
  /** 0: users without `ViewAllPatients` find patients of their own list only. 1 by default. */
  searchBeyondOwnList: [0, 1],
} as const;
export type ClientSettingName = keyof typeof bounds;
export const clientSettingNames = Object.keys(bounds) as [ClientSettingName, ...ClientSettingName[]];

export function clientSettingRange(name: ClientSettingName): z.ZodNumber {
  const [least, most] = bounds[name];
  const error = `The value must be a whole number from ${least} to ${most}.`;
  return z.number(error).int(error).min(least, error).max(most, error);
}

/** Encounter fields that a client can hide (docs/domain/patients.md). */
export const encounterFieldNames = ['mrn', 'roomNumber', 'esiLevel', 'transfers', 'clientName'] as const;
export type EncounterField = (typeof encounterFieldNames)[number];
