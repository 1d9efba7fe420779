import { z } from 'zod';
import { everybody, features, permissions, signedIn } from './access.ts';
import { userOrganization } from './directory/lookups.ts';
import { get, nothing, post } from './endpoint.ts';
import { day, id, queryInteger, timestamp } from './fields.ts';
import { LockReason, PortalType } from './session/authStates.ts';

/** Sent by the browser with every call; required on unsafe methods that carry the cookie. */
export const frontendVersion = '6.0.1-20250505.2';
export const frontendVersionHeader = 'frontend-version';
/** Id of the user shown on the page. A call is refused if the session belongs to another user. */
export const expectedUserHeader = 'careloop-user';
export const idempotencyKeyHeader = 'idempotency-key';
/** Seconds since the user last used the page. A call without this header counts as use. */
export const idleSecondsHeader = 'careloop-idle-seconds';

/** Name of the session cookie. Each environment has its own, so that two on one host do not overwrite each other's. */
export function sessionCookieName(environmentName: string | null | undefined): string {
  const environment = environmentName?.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return environment === undefined ? 'careloop-session' : `careloop-session-${environment}`;
}

/** Prefix of cookie names over TLS; browsers bind such a cookie to its host. */
export const hostCookiePrefix = '__Host-';

/** Name of the second cookie, which the page can read: `userId.expiryInMilliseconds`. */
export function sessionInfoCookieName(environmentName: string | null | undefined): string {
  return `${sessionCookieName(environmentName)}-info`;
}

/** Maximum lifetime of a session: a working day, after which the user must sign in again. */
export const sessionLifetimeHours = 12;

/** Why a session ended, by logout reason (docs/domain/session.md). */
export const logoutReasonTexts = {
  1: 'You have been logged out due to inactivity.',
  2: 'There was an issue with your session and you have been logged out.',
} as const;

/** Why a sign-in was refused, by lock reason (docs/domain/session.md). */
export const lockReasonTexts: Record<LockReason, string> = {
  [LockReason.invalidCredentials]: 'Invalid username and/or password',
  [LockReason.accountNotActive]: 'Account not active',
  [LockReason.prolongedInactivity]: 'Account locked due to inactivity',
  [LockReason.excessiveLoginAttempts]: 'Account locked from too many failed login attempts',
};

export const signInForm = z.object({
  username: z.string().trim().min(1, 'Username is required').max(50, 'Username is too long'),
  password: z.string().min(1, 'Password is required').max(200, 'Password is too long'),
});

const issuedToken = z.object({ token: z.string(), expiresAt: timestamp, userId: id });

/**
 * The next step after a correct password. The challenge must be sent with the next call; it is valid for ten minutes and only
 * for this step.
 */
export const signInStep = z.object({
  kind: z.enum(['second_factor', 'second_factor_setup', 'password_change']),
  challenge: z.string(),
});
export type SignInStep = z.infer<typeof signInStep>;

/** A session, or the next step towards one. */
export const signInAnswer = z.object({ ...issuedToken.partial().shape, nextStep: signInStep.optional() });

/** Options for the sign-in page. */
export const getSignInOptions = get('/sign-in-options', {
  summary: 'Returns the name of this installation and its sign-in methods.',
  access: everybody,
  audit: 'none',
  input: nothing,
  output: z.object({
    productName: z.string(),
    environmentName: z.string().nullable(),
    /** Sso 1: the page goes directly to single sign-on. Provider 2: it asks for a password. */
    portalType: z.union([z.literal(PortalType.sso), z.literal(PortalType.provider)]),
    /** Label of the button, such as "Sign in with Contoso"; null without single sign-on. */
    singleSignOnLabel: z.string().nullable(),
  }),
});

export const signIn = post('/sign-in', {
  summary: 'Signs in with username and password, and sets the session cookies.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  input: signInForm,
  output: signInAnswer,
});

export const refreshToken = post('/refresh-token', {
  summary: 'Issues a new token for the session; the previous one expires a minute later.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'session',
  makesStale: [],
  isOwn: true,
  audit: 'none',
  input: nothing,
  output: issuedToken,
});

export const logout = post('/logout', {
  summary: 'Ends the session immediately.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'session',
  makesStale: [],
  isOwn: true,
  audit: 'none',
  input: z.object({
    /** Inactive 1, Session 2; left out if the user signs out. */
    reason: z.union([z.literal(1), z.literal(2)]).optional(),
  }),
  output: nothing,
});

export const clientSummary = z.object({ clientId: id, displayName: z.string() });

/** A person the user may act for. */
export const proxiedUser = z.object({
  proxiedUserId: id,
  firstName: z.string(),
  lastName: z.string(),
});

export const contextUser = z.object({
  userId: id,
  username: z.string(),
  userType: z.enum(['provider', 'office_user', 'office_administrator', 'care_coordinator', 'system_administrator']),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  clients: z.array(clientSummary),
  originClientId: id,
  /** The user's own directory record if they are a provider. */
  healthcareProvider: z.object({ healthcareProviderId: id, fullName: z.string() }).nullable(),
  usersToImpersonate: z.array(proxiedUser),
});

/** Reference to a site document in the footer; `site-info.ts` has the document itself. */
export const siteDocumentReference = z.object({ siteDocumentId: id, version: z.string(), releaseDate: day });

export const getContext = get('/get-context', {
  summary: 'Returns the signed-in user, their permissions, and the installation’s settings.',
  access: signedIn,
  isOwn: true,
  audit: 'none',
  /** There is only one portal, so the type has no effect. */
  input: z.object({ portalType: queryInteger({ min: 0, max: 4, fallback: PortalType.provider }) }),
  output: z.object({
    user: contextUser,
    permissions: z.array(z.enum(permissions)),
    features: z.array(z.enum(features)),
    expiresAt: timestamp,
    /** When the session ends, even if it is in use: `sessionLifetimeHours` after it began. */
    sessionEndsAt: timestamp,
    clientOrganization: z.object({ name: z.string() }).nullable(),
    healthcareOrganization: z.object({ name: z.string() }).nullable(),
    /** The user's own organizations, then those of people they may act for. */
    organizations: z.array(userOrganization),
    config: z.object({
      productName: z.string(),
      environmentName: z.string().nullable(),
      /** Where the help menu's support portal is; null for the product's own help pages. */
      supportPortalUrl: z.string().nullable(),
      /** Number from which text messages are sent, and to which patients reply. */
      smsSenderNumber: z.string(),
      /** Whether a refreshed token opens a new realtime connection. */
      realtimeReconnectsOnRefresh: z.boolean(),
      /** Whether an EMR is connected to a client. */
      hasEmr: z.boolean(),
    }),
    /** The newest version of each site document. */
    releaseNotes: siteDocumentReference.nullable(),
    privacyPolicy: siteDocumentReference.nullable(),
    termsOfUse: siteDocumentReference.nullable(),
    hostname: z.string(),
    apiVersion: z.string(),
    cluster: z.string().nullable(),
  }),
});

const health = z.object({ status: z.literal('ok') });

export const healthcheckApi = get('/healthcheck/api', {
  summary: 'Checks that the API is running.',
  access: everybody,
  audit: 'none',
  input: nothing,
  output: health,
});

export const healthcheckSlim = get('/healthcheck/slim', {
  summary: 'Checks only that the process is running, for load balancers.',
  access: everybody,
  audit: 'none',
  input: nothing,
  output: z.object({}),
});

export const healthcheckStorage = get('/healthcheck/storage', {
  summary: 'Checks that there is free space for documents.',
  access: everybody,
  audit: 'none',
  input: nothing,
  output: health,
});

export const healthcheckDatabase = get('/healthcheck/database', {
  summary: 'Checks that the database responds.',
  access: everybody,
  audit: 'none',
  input: nothing,
  output: health,
});
