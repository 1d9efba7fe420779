/** All permissions, by the names used in the API and the database. */
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
  'ManageInstallation',
  'ViewAuditLog',
  'BreakTheGlass',
] as const;
export type Permission = (typeof permissions)[number];

/** Features that can be enabled per client. */
export const features = [
  'canManageReferrals',
  'disableSpecialtyOnReferralCreation',
  'twoFactorAuthentication',
] as const;
export type Feature = (typeof features)[number];

/** Who may call an endpoint or open a screen. Queries decide about rows, policies about actions. */
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
 * Whether a user with these permissions has access. An empty list of required permissions always passes
 * (docs/domain/permissions.md).
 */
export function passes(access: Access, held: ReadonlySet<string>): boolean {
  if (access.kind !== 'permissions') return true;
  if (access.permissions.length === 0) return true;
  const holds = (permission: Permission) => held.has(permission);
  return access.mode === 'all' ? access.permissions.every(holds) : access.permissions.some(holds);
}
