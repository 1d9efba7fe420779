import { z } from 'zod';
import { features, type Feature } from '../access.ts';
import { clientConfigurationKey } from '../codes/platform.ts';

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
  /** 1: accepting a referral opens the whole record to receivers of other clients, too. 0 by default. */
  referralsOutsideOpenRecord: [0, 1],
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

// Settings and features that have a number in the API, beside their name.

type NumberedName = keyof typeof clientConfigurationKey.table;
type ConfigurationKey = (typeof clientConfigurationKey.table)[NumberedName];

const numbered = Object.entries(clientConfigurationKey.table) as [NumberedName, ConfigurationKey][];
const { twoFactorAuthentication, passwordExpirationDays, daysUntilInactive, canManageReferrals } =
  clientConfigurationKey.table;

/** By number: a setting's value, or null for the default; a feature as true or false. */
export const clientConfiguration = z.object({
  [twoFactorAuthentication]: z.boolean(),
  [passwordExpirationDays]: clientSettingRange('passwordExpirationDays').nullable(),
  [daysUntilInactive]: clientSettingRange('daysUntilInactive').nullable(),
  [canManageReferrals]: z.boolean(),
});
export type ClientConfiguration = z.infer<typeof clientConfiguration>;

interface ByName {
  settings?: Partial<Record<ClientSettingName, number | null | undefined>> | undefined;
  features?: readonly Feature[] | undefined;
}
interface ByNameAndNumber extends ByName {
  configuration?: { readonly [Key in ConfigurationKey]?: ClientConfiguration[Key] | undefined } | undefined;
}

const isFeature = (name: NumberedName): name is NumberedName & Feature => features.some((one) => one === name);

/** What is said about a name: a missing feature is off, a missing setting is not mentioned. */
function valueOf({ settings, features: on }: ByName, name: NumberedName): boolean | number | null | undefined {
  return isFeature(name) ? on?.includes(name) : settings?.[name as ClientSettingName];
}

/** The settings and features of a client by number. */
export function configurationOf(client: Required<ByName>): ClientConfiguration {
  return Object.fromEntries(numbered.map(([name, key]) => [key, valueOf(client, name) ?? null])) as ClientConfiguration;
}

/** Numbers whose value contradicts what the same input says by name. */
export function contradictedKeys(input: ByNameAndNumber): ConfigurationKey[] {
  return numbered.flatMap(([name, key]) => {
    const [sent, named] = [input.configuration?.[key], valueOf(input, name)];
    return sent === undefined || named === undefined || sent === named ? [] : [key];
  });
}

/** Settings and features by name, including those given by number; whatever is not sent is taken from `kept`. */
export function chosenByName(input: ByNameAndNumber, kept: Required<ByName>): Required<ByName> {
  const settings = { ...(input.settings ?? kept.settings) };
  const on = new Set(input.features ?? kept.features);
  for (const [name, key] of numbered) {
    const sent = input.configuration?.[key];
    if (sent === undefined) continue;
    if (!isFeature(name)) settings[name as ClientSettingName] = sent as number | null;
    else if (sent === true) on.add(name);
    else on.delete(name);
  }
  return { settings, features: [...on] };
}
