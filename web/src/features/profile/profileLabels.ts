import type { AccountFormValues } from '@careloop/contracts/profile';

/** Labels of the Account tab's fields. */
export const profileLabels = {
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
} satisfies Record<keyof AccountFormValues, string>;
