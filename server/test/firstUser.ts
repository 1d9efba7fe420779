/** Input for creating the first user of an empty database by command. */
export const firstUser = {
  username: 'first.admin',
  password: 'a long enough password',
  firstName: 'Ada',
  lastName: 'Byron',
  email: null,
  userType: 'system_administrator' as const,
  clientName: 'Harbor Clinics',
};
