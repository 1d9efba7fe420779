import { codes } from '../codeTable.ts';

// Time zones of users (docs/domain/profile.md): numbers in the API, IANA names for date calculations.

export const timeZoneCode = codes({
  Alaskan: 1,
  Central: 2,
  Eastern: 3,
  Hawaiian: 4,
  Mountain: 5,
  USMountain: 6,
  Pacific: 7,
});

/** Default if neither the user nor their client has chosen a time zone. */
export const defaultTimeZone = timeZoneCode.table.Eastern;

export const timeZones: readonly { code: number; label: string; iana: string }[] = [
  { code: 3, label: 'Eastern', iana: 'America/New_York' },
  { code: 2, label: 'Central', iana: 'America/Chicago' },
  { code: 5, label: 'Mountain', iana: 'America/Denver' },
  { code: 6, label: 'Mountain without daylight saving (Arizona)', iana: 'America/Phoenix' },
  { code: 7, label: 'Pacific', iana: 'America/Los_Angeles' },
  { code: 1, label: 'Alaska', iana: 'America/Anchorage' },
  { code: 4, label: 'Hawaii', iana: 'Pacific/Honolulu' },
];
