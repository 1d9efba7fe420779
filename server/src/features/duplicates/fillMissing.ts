type Values = Readonly<Record<string, unknown>>;

/**
 * Columns of a patient that the survivor takes from the merged record if its own are empty; the columns of a group form one
 * value.
 */
export const filledColumns: readonly (readonly string[])[] = [
  ['middle_name'],
  ['date_of_birth'],
  ['gender'],
  ['is_deceased', 'deceased_on'],
  ['ssn'],
  ['home_phone'],
  ['cell_phone'],
  ['office_phone'],
  ['alternate_phone'],
  ['email'],
  ['address1', 'address2', 'city', 'state', 'zipcode', 'latitude', 'longitude'],
  ['caregiver_name'],
  ['next_of_kin_name', 'next_of_kin_relationship', 'next_of_kin_phone'],
  ['pcp_healthcare_provider_id', 'pcp_name'],
  ['language'],
  ['marital_status'],
];

const isNothing = (value: unknown) => value === null || value === undefined || value === '' || value === 'unknown';

/** The values the survivor takes from the merged record: only those it lacks itself. */
export function fillMissing(survivor: Values, merged: Values): Record<string, unknown> {
  const groups = filledColumns.filter(
    (columns) =>
      columns.every((column) => isNothing(survivor[column])) && !columns.every((column) => isNothing(merged[column])),
  );
  return Object.fromEntries(groups.flat().map((column) => [column, merged[column] ?? null]));
}
