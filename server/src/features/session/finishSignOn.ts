import { recordSecurity } from '../../platform/audit/record.ts';
import type { LoginIdentityType } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import type { Deps } from '../../core/app.ts';
import type { Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { beginVouchedSession } from './beginSession.ts';
import { linkIdentity } from './linkIdentity.ts';
import { findUserOfIdentity, findUserToLink } from './queries.ts';
import type { Issued } from '../../platform/identity/sessions.ts';
import { SingleSignOnError } from './singleSignOnProvider.ts';
import type { Expected, SingleSignOnProvider, VerifiedIdentity } from './singleSignOnProvider.ts';
import { newToken, tokenDigest } from '../../platform/identity/tokens.ts';

type SignOnDeps = Pick<Deps, 'db' | 'sessionSecret'>;

/** Time a user has to sign in at the provider. */
const attemptLifetimeMs = 10 * 60_000;

export interface Started {
  /** The provider's URL to which the browser is sent. */
  address: string;
  /** Cookie value that proves that the callback comes from the same browser. */
  browser: string;
  expiresAt: Date;
}

/**
 * Starts a sign-in at the provider. Another tab of the same browser may have one in progress; each callback finds its
 * own.
 * @throws SingleSignOnError
 */
export async function startSignOn(
  { db, sessionSecret }: SignOnDeps,
  provider: SingleSignOnProvider,
  from: { browser: string | null; redirectUri: string; returnTo: string },
): Promise<Started> {
  const { address, expected } = await provider.start(from.redirectUri);
  // Anybody can start one, so each start removes some expired ones.
  await sql`delete from single_sign_on_attempt where state_digest in
    (select state_digest from single_sign_on_attempt where expires_at < now() limit 20)`.execute(db);
  const browser = from.browser !== null && /^[\w-]{43}$/.test(from.browser) ? from.browser : newToken();
  const expiresAt = new Date(Date.now() + attemptLifetimeMs);
  await db
    .insertInto('single_sign_on_attempt')
    .values({
      state_digest: tokenDigest(sessionSecret, expected.state),
      browser_digest: tokenDigest(sessionSecret, browser),
      nonce: expected.nonce,
      code_verifier: expected.codeVerifier,
      return_to: from.returnTo,
      expires_at: expiresAt,
    })
    .execute();
  return { address, browser, expiresAt };
}

/** A callback from the provider. */
export interface Return {
  /** The complete callback URL. */
  address: URL;
  state: string | undefined;
  browser: string | null;
  ip: string;
  userAgent: string | null;
}

/**
 * Begins a session for the user the provider identified. Each started sign-in can be finished once.
 * @throws SingleSignOnError
 */
export async function finishSignOn(
  deps: SignOnDeps,
  provider: SingleSignOnProvider,
  identityType: LoginIdentityType,
  back: Return,
): Promise<{ issued: Issued; returnTo: string }> {
  const attempt = await takeAttempt(deps, back);
  if (attempt === null) throw new SingleSignOnError('state');
  const vouched = await provider.finish(back.address, attempt);
  const userId = await findOrLinkUser(deps, vouched, identityType, back.ip);
  if (userId === null) throw new SingleSignOnError('not_linked');
  const { ip, userAgent } = back;
  const details = { singleSignOn: vouched.issuer };
  try {
    const issued = await beginVouchedSession(deps.db, deps, userId, { ip, userAgent, details });
    return { issued, returnTo: attempt.returnTo };
  } catch (error) {
    if (error instanceof AppError && error.code === 'refused') throw new SingleSignOnError('locked', error);
    throw error;
  }
}

/** Audits a failed sign-in. For a locked account, `beginSession` has already done so. */
export async function recordFailure(db: Db, { code }: SingleSignOnError, ip: string): Promise<void> {
  if (code === 'locked') return;
  const outcome = code === 'unavailable' ? 'failed' : 'denied';
  await recordSecurity(db, { action: 'session.single-sign-on', outcome, userId: null, details: { code }, ip });
}

/** The stored start that a callback belongs to, usable once; null if this browser did not start one recently. */
async function takeAttempt(
  { db, sessionSecret }: SignOnDeps,
  { state, browser }: Return,
): Promise<(Expected & { returnTo: string }) | null> {
  if (state === undefined || browser === null) return null;
  const row = await db
    .deleteFrom('single_sign_on_attempt')
    .where('state_digest', '=', tokenDigest(sessionSecret, state))
    .where('browser_digest', '=', tokenDigest(sessionSecret, browser))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['nonce', 'code_verifier', 'return_to'])
    .executeTakeFirst();
  if (row === undefined) return null;
  return { state, nonce: row.nonce, codeVerifier: row.code_verifier, returnTo: row.return_to };
}

async function findOrLinkUser(
  { db }: SignOnDeps,
  vouched: VerifiedIdentity,
  identityType: LoginIdentityType,
  ip: string,
): Promise<number | null> {
  const known = await findUserOfIdentity(db, vouched);
  if (known !== null) return known;
  const email = await vouched.findVerifiedEmail();
  if (email === null) return null;
  const { issuer, subject } = vouched;
  return inTransaction(db, async (own) => {
    const userId = await findUserToLink(own, issuer, email);
    if (userId === null) return null;
    const isTheirs = await linkIdentity(own, { userId, issuer, subject, identityType }, ip);
    return isTheirs ? userId : null;
  });
}
