/** Names the values that were edited in the product and differ from the record, without the values themselves. */
export function editedRemark(columns: readonly string[]): string {
  const names = new Set(columns.map((column) => fieldNames[column] ?? column.replaceAll('_', ' ')));
  return `edited in Careloop and not overwritten: ${[...names].join(', ')}`;
}

// Columns whose name differs from the name of the field.
const fieldNames: Partial<Record<string, string>> = {
  address1: 'address',
  city: 'address',
  zipcode: 'address',
  deceased_on: 'date of death',
  direct_email: 'Direct address',
  healthcare_organization_id: 'organization',
  healthcare_provider_specialty_id: 'specialty',
  is_active: 'active',
  is_deceased: 'deceased',
  mrn: 'MRN',
  npi_number: 'NPI',
  pcp_healthcare_provider_id: 'PCP',
  pcp_name: 'PCP name',
  ssn: 'SSN',
};
