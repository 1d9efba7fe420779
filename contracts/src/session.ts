import { z } from 'zod';
import { everybody, features, permissions, signedIn } from './access.ts';
import { userOrganization } from './directory/lookups.ts';
import { get, nothing, post } from './endpoint.ts';
import { day, id, queryInteger, timestamp } from './fields.ts';
import { LockReason, PortalType } from './session/authStates.ts';

/** Sent by the browser with every call; required on unsafe methods that carry the cookie. */
export const frontendVersion = '6.0.1-20250505.2';
export const frontendVersionHeader = 'frontend-version';
/** Whom the page believes to be signed in. A call whose session is somebody else's by now is refused. */
export const expectedUserHeader = 'careloop-user';
export const idempotencyKeyHeader = 'idempotency-key';
/** How many seconds ago somebody last used the page. A call without it counts as use by itself. */
export const idleSecondsHeader = 'careloop-idle-seconds';

/** Name of the session's cookie: each environment has its own, so that two on one host do not end each other. */
export function sessionCookieName(environmentName: string | null | undefined): string {
  const environment = environmentName?.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return environment === undefined ? 'careloop-session' : `careloop-session-${environment}`;
}

/** Before the names of cookies where people come over TLS: browsers bind such a cookie to its host. */
export const hostCookiePrefix = '__Host-';

/** The cookie beside it that the page may read: `userId.expiryInMilliseconds`. */
export function sessionInfoCookieName(environmentName: string | null | undefined): string {
  return `${sessionCookieName(environmentName)}-info`;
}

/** How long a session lasts at most: a working day, then somebody shows again who they are. */
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
 * What still stands between a right password and a session. The challenge is given back with the next call; it
 * lives for ten minutes and opens nothing else.
 */
export const signInStep = z.object({
  kind: z.enum(['second_factor', 'second_factor_setup', 'password_change']),
  challenge: z.string(),
});
export type SignInStep = z.infer<typeof signInStep>;

/** A session, or what is still to be done for one. */
export const signInAnswer = z.object({ ...issuedToken.partial().shape, nextStep: signInStep.optional() });

/** What the sign-in page offers here. */
export const getSignInOptions = get('/sign-in-options', {
  summary: 'Names of this installation and the ways to sign in to it.',
  access: everybody,
  audit: 'none',
  input: nothing,
  output: z.object({
    productName: z.string(),
    environmentName: z.string().nullable(),
    /** Sso 1: the page goes to single sign-on at once. Provider 2: it asks for a password. */
    portalType: z.union([z.literal(PortalType.sso), z.literal(PortalType.provider)]),
    /** The button's words, "Sign in with Contoso"; null where there is no single sign-on. */
    singleSignOnLabel: z.string().nullable(),
  }),
});

export const signIn = post('/sign-in', {
  summary: 'Starts a session with a user name and password, and sets its cookies.',
  access: everybody,
  authorization: 'public',
  audit: 'none',
  input: signInForm,
  output: signInAnswer,
});

export const refreshToken = post('/refresh-token', {
  summary: 'Issues a new token for the session; the last one ends a minute later.',
  access: signedIn,
  authorization: 'own',
  isOwn: true,
  audit: 'none',
  input: nothing,
  output: issuedToken,
});

export const logout = post('/logout', {
  summary: 'Ends the session at once, everywhere.',
  access: signedIn,
  authorization: 'own',
  isOwn: true,
  audit: 'none',
  input: z.object({
    /** Inactive 1, Session 2; none when the user asked for it. */
    reason: z.union([z.literal(1), z.literal(2)]).optional(),
  }),
  output: nothing,
});

export const clientSummary = z.object({ clientId: id, displayName: z.string() });

/** Somebody the user may act for. */
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
  /** The user's own directory record, when they are a provider. */
  healthcareProvider: z.object({ healthcareProviderId: id, fullName: z.string() }).nullable(),
  usersToImpersonate: z.array(proxiedUser),
});

/** A site document as the footer names it; the document itself is read through `site-info.ts`. */
export const siteDocumentReference = z.object({ siteDocumentId: id, version: z.string(), releaseDate: day });

export const getContext = get('/get-context', {
  summary: 'Who is signed in, what they may do, and what this installation is.',
  access: signedIn,
  isOwn: true,
  audit: 'none',
  /** There is one portal: whichever of the types is named, the answer is the same. */
  input: z.object({ portalType: queryInteger({ min: 0, max: 4, fallback: PortalType.provider }) }),
  output: z.object({
    user: contextUser,
    permissions: z.array(z.enum(permissions)),
    features: z.array(z.enum(features)),
    expiresAt: timestamp,
    /** When the session ends, however busily it is used: `sessionLifetimeHours` after it began. */
    sessionEndsAt: timestamp,
    clientOrganization: z.object({ name: z.string() }).nullable(),
    healthcareOrganization: z.object({ name: z.string() }).nullable(),
    /** The user's own, then those of the people they may act for. */
    organizations: z.array(userOrganization),
    config: z.object({
      productName: z.string(),
      environmentName: z.string().nullable(),
      /** Where the help menu leads besides the support request; null where there is no such place. */
      supportPortalUrl: z.string().nullable(),
      /** The number that text messages come from, and to which patients text. */
      smsSenderNumber: z.string(),
      /** Whether a client has an EMR that records are pulled from and pushed to. */
      hasEmr: z.boolean(),
    }),
    /** The newest of each site document. */
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
  summary: 'Answers when the API runs.',
  access: everybody,
  audit: 'none',
  input: nothing,
  output: health,
});

export const healthcheckSlim = get('/healthcheck/slim', {
  summary: 'Answers when the process runs, and asks for nothing else: for load balancers.',
  access: everybody,
  audit: 'none',
  input: nothing,
  output: z.object({}),
});

export const healthcheckStorage = get('/healthcheck/storage', {
  summary: 'Answers as long as there is room for documents.',
  access: everybody,
  audit: 'none',
  input: nothing,
  output: health,
});

export const healthcheckDatabase = get('/healthcheck/database', {
  summary: 'Answers when the database does.',
  access: everybody,
  audit: 'none',
  input: nothing,
  output: health,
});
