/** Calls about the account of the user alone. */
export const ownAccountEndpoints = [
  // Take and tell credentials of the user alone, whoever is named in the call.
  '/generate-password',
  '/provider/users/change-password',
  '/provider/users/second-factor',
  '/provider/users/second-factor/prepare',
  '/provider/users/second-factor/enable',
  '/provider/users/second-factor/disable',
  '/provider/users/second-factor/move/prepare',
  '/provider/users/second-factor/move',
  '/provider/users/login-identities',
  '/provider/users/login-identities/remove',
  '/provider/users/second-factor/recovery-codes',
  // Take and tell sessions of the user alone; sessions.test.ts show that somebody else's are as good as absent.
  '/provider/users/sessions',
  '/provider/users/sessions/end',
  '/provider/users/sessions/end-others',
  // Profiles of the user and of those they act for; profile/*.test.ts show that somebody else's are as good as absent.
  '/provider/users/profile',
  '/provider/users/profile/confirm-address',
  '/provider/users/profile/cancel-address',
  '/provider/users/validate-add-proxy-user',
  '/provider/users/proxies/add',
  '/provider/users/proxies/remove',
  '/provider/users/proxies/set-type',
  '/provider/users/enrollment/request',
  '/provider/users/enrollment/decide',
  '/users/enrollment/open',
  '/users/view-agreement',
  '/users/enrollment/accept',
];

/** By those who administer: features/administration/users/users.test.ts and audit/audit.test.ts show whom they reach. */
export const userAdministration = [
  '/admin/users',
  '/admin/users/:userId',
  '/admin/users/save',
  '/admin/users/set-active',
  '/admin/users/send-password-reset',
  '/admin/users/turn-off-second-factor',
  '/users/generate-username',
  '/users/:userId/permissions/edit',
  '/users/:userId/permissions',
  '/admin/audit',
  '/admin/audit/export',
];
