/** What the command that creates a user is given for the first one of an empty database. */
export const firstUser = {
  username: 'first.admin',
  password: 'a long enough password',
  firstName: 'Ada',
  lastName: 'Byron',
  email: null,
  userType: 'system_administrator' as const,
  clientName: 'Harbor Clinics',
};
