import { formatZip, usStates } from '@careloop/contracts/fields/address';

const territories = {
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'Virgin Islands',
};

const codes = new Map(
  Object.entries({ ...usStates, ...territories }).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [name.toLowerCase(), code],
  ]),
);

/** The postal code of a US state or territory, given its code or name; null for others. */
export function stateCodeOf(state: string | null): string | null {
  return codes.get(state?.trim().toLowerCase() ?? '') ?? null;
}

/**
 * Formats a ZIP code and restores the leading zeros it lost if a spreadsheet treated the column as numbers: 2139 becomes
 * 02139. Text that is not three to nine digits is unchanged.
 */
export function restoreZip(zip: string): string {
  if (!/^\d{3,9}$/.test(zip)) return zip;
  return formatZip(zip.padStart(zip.length > 5 ? 9 : 5, '0'));
}
