import type { ProviderFormValues } from '@careloop/contracts/directory/providers';

/** Labels of a provider's fields. */
export const providerLabels = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  npiNumber: 'NPI number',
  healthcareProviderSpecialtyId: 'Specialty',
  degree: 'Degree',
  gender: 'Gender',
  deaNumber: 'DEA number',
  licenseNumber: 'License number',
  physicianCode: 'Physician code',
  email: 'Email',
  directEmail: 'Direct email',
  website: 'Website',
  homePhone: 'Home phone',
  mobilePhone: 'Mobile phone',
  officePhone: 'Office phone',
  fax: 'Fax',
  acceptsNewPatients: 'Accepts new patients',
  languageCodes: 'Languages',
  populations: 'Populations',
  healthcareProviderTagIds: 'Tags',
  publicNotes: 'Public notes',
  privateNotes: 'Private notes',
  originClientId: 'Origin client',
  clientId: 'Client',
} satisfies Record<keyof ProviderFormValues | 'clientId', string>;

/** M and F as words; anything else is unknown. */
export const genderText = (gender: 'M' | 'F' | null): string =>
  gender === 'M' ? 'Male' : gender === 'F' ? 'Female' : 'Unknown';
