import { encounterTypeLabels, genderLabels } from '@careloop/contracts/codes';
import { coverageStatusLabels } from '@careloop/contracts/codes/patients';
import { formatPhone } from '@careloop/contracts/fields';
import { formatDateTime, formatDay, formatLongDay } from '../../../ui/dates.ts';

/** Labels of coded values, by column. */
const codeLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gender: genderLabels,
  status: coverageStatusLabels,
  encounter_type: encounterTypeLabels,
  transferred_from_type: encounterTypeLabels,
  transferred_to_type: encounterTypeLabels,
};

/** Formats a stored value of a record as its screens show it. */
export function recordValue(column: string, value: string): string {
  if (/(phone|fax)$/.test(column)) return formatPhone(value);
  if (value === 'true' || value === 'false') return value === 'true' ? 'Yes' : 'No';
  // With the century, which may be what changed.
  if (column === 'date_of_birth' || column === 'deceased_on') return formatLongDay(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value);
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatDateTime(value);
  return codeLabels[column]?.[value] ?? value;
}
