// Codes of the sign-in gate (docs/domain/session.md).

/** State of the sign-in gate. */
export const AuthFailure = {
  none: 0,
  authenticationError: 1,
  authenticatedWithContext: 2,
  loggingIn: 3,
  unauthenticatedOrSessionExpired: 4,
  sessionInactive: 5,
  reconnecting: 6,
  redirectToSso: 7,
} as const;
export type AuthFailure = (typeof AuthFailure)[keyof typeof AuthFailure];

/** What went wrong, if anything did. */
export const AuthErrorKind = { none: 0, error: 1, sessionExpired: 2, inactivity: 3, denied: 4 } as const;
export type AuthErrorKind = (typeof AuthErrorKind)[keyof typeof AuthErrorKind];

/** Why a session ended. */
export const LogoutReason = { inactive: 1, session: 2 } as const;
/** Why a sign-in was refused. */
export const LockReason = {
  invalidCredentials: 1,
  accountNotActive: 2,
  prolongedInactivity: 3,
  excessiveLoginAttempts: 4,
} as const;
export type LockReason = (typeof LockReason)[keyof typeof LockReason];
/** Which portal is open. */
export const PortalType = { none: 0, sso: 1, provider: 2, admin: 3, coordinator: 4 } as const;
