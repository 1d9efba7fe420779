/** Labels of the Account tab's fields. */
const labels: Readonly<Record<string, string>> = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  email: 'Email',
  directEmail: 'Direct email',
  officePhone: 'Office phone',
  cellPhone: 'Cell phone',
  homePhone: 'Home phone',
  fax: 'Fax',
  timeZone: 'Time zone',
};

export const profileLabel = (field: string): string => labels[field] ?? field;
