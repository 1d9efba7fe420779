/** Texts of the profile. */
export const profileTexts = {
  saved: 'Profile saved successfully',
  saveFailed: 'An error occurred during form submission.',
  firstNameRequired: 'First Name is required',
  lastNameRequired: 'Last Name is required',
  emailRequired: 'Email is required',
  fax: 'Invalid fax number',
  homePhone: 'Invalid home phone',
  cellPhone: 'Invalid cell phone',
  officePhone: 'Invalid office phone',
  timeZone: 'Choose a time zone from the list',
  changed: 'Somebody else changed this profile.',
  notFound: 'This profile does not exist, or you may not open it.',
  codeWrong: 'This code is not correct. Check the newest message.',
  codeEnded: 'This code has ended. Send a new code.',
  nothingToConfirm: 'No address is waiting to be confirmed. Save the address again.',
  confirmOthers: 'Only the owner of the account can confirm an address.',
  partNotSaved: 'Only Account and Notifications can be saved here. Save the provider in the directory.',
  partMissing: 'This part is required, because requestTypes names it.',
  tooMany: 'Too many requests. Try again in an hour.',
} as const;

/** Texts for adding a proxy. */
export const proxyTexts = {
  unknown: 'This user does not currently exist in our system.',
  createQuestion: 'Create an account for them? They get an email with a link to choose a password.',
  already: 'The user you have requested can already proxy for you.',
  self: 'You cannot proxy yourself.',
  denied: 'Access to this user is denied. Please contact your administrator.',
  superUser: 'Nobody can act for a system administrator.',
  notManager: 'Only the user and their office administrators can change who acts for them.',
  notAssigner: 'Only the user can add, change or remove office administrators.',
  gone: 'This user can no longer act for them.',
  typeUnknown: 'Choose Administrator or Office User',
} as const;
