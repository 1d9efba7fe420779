import type { ConflictingProvider } from '@careloop/contracts/duplicates/conflicts';
import { recordValue } from '../patients/shared/recordValue.ts';
import type { ComparedRow } from './comparison.ts';

/** Labels of columns whose label is not just their name: "home_phone" becomes "Home phone" by itself. */
const labels: Partial<Record<string, string>> = {
  address1: 'Address',
  address2: 'Address, second line',
  zipcode: 'ZIP code',
  mrn: 'MRN',
  mrn_system: 'MRN system',
  ssn: 'SSN',
  deceased_on: 'Date of death',
  is_deceased: 'Deceased',
  is_active: 'Active',
  pcp_name: 'Primary care',
  npi_number: 'NPI number',
  healthcare_provider_specialty_id: 'Specialty',
  healthcare_organization_id: 'Organization',
  direct_email: 'Direct email',
};
export const labelOf = (column: string) =>
  labels[column] ?? column.charAt(0).toUpperCase() + column.slice(1).replaceAll('_', ' ');
/** Columns derived from others. */
const hidden = new Set(['latitude', 'longitude', 'pcp_healthcare_provider_id', 'npi_is_valid']);

interface Difference {
  ours: Readonly<Record<string, string | null>>;
  theirs: Readonly<Record<string, string | null>>;
}

/** Compares the edited values with those of the import. */
export function differenceRows({ ours, theirs }: Difference): ComparedRow[] {
  const columns = Object.keys(theirs).filter((column) => !hidden.has(column));
  return columns.map((column) => {
    const values = [ours[column], theirs[column]].map((value) => (value ? recordValue(column, value) : ''));
    return { label: labelOf(column), values, isDifferent: values[0] !== values[1] };
  });
}

/** "Patel, Anjali, MD" */
export function providerNameOf({ firstName, lastName, degree }: ConflictingProvider): string {
  return [`${lastName}, ${firstName}`, degree].filter(Boolean).join(', ');
}

export const decidedText = { take: 'The imported value was applied.', keep: 'Our value is kept.' } as const;
