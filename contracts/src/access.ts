/** Everything a user can be permitted, by the names the API and the database use. */
export const permissions = [
  'Messages',
  'ManageWorkQueues',
  'Reports',
  'ReportsPowerBIGeneral',
  'ReportsPowerBIInternal',
  'EditProvider',
  'AddProvider',
  'EditCareTeam',
  'UploadChart',
  'CreateAppointment',
  'ViewAllPatients',
  'ManageUsers',
  'ManageSite',
  'ViewAuditLog',
  'BreakTheGlass',
] as const;
export type Permission = (typeof permissions)[number];

/** Features a client can switch on. */
export const features = [
  'canManageReferrals',
  'disableSpecialtyOnReferralCreation',
  'twoFactorAuthentication',
] as const;
export type Feature = (typeof features)[number];

/** Who may call an endpoint or open a screen. Rows are decided in the queries, actions in the policies. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn' }
  | {
      readonly kind: 'permissions';
      readonly mode: 'all' | 'any';
      readonly permissions: readonly Permission[];
    };

/** Anybody, without a session. */
export const everybody: Access = { kind: 'public' };
/** Any user with a session. */
export const signedIn: Access = { kind: 'signedIn' };
/** A user who holds every one of these. */
export function allOf(...required: Permission[]): Access {
  return { kind: 'permissions', mode: 'all', permissions: required };
}
/** A user who holds at least one of these. */
export function anyOf(...required: Permission[]): Access {
  return { kind: 'permissions', mode: 'any', permissions: required };
}

/**
 * Whether a user with these permissions passes. An empty list always passes; a user without permissions passes no
 * other (docs/domain/permissions.md).
 */
export function passes(access: Access, held: ReadonlySet<string>): boolean {
  if (access.kind !== 'permissions') return true;
  if (access.permissions.length === 0) return true;
  const holds = (permission: Permission) => held.has(permission);
  return access.mode === 'all' ? access.permissions.every(holds) : access.permissions.some(holds);
}
