import type { SignInErrorCode } from '@careloop/contracts/session/singleSignOn';
import * as openid from 'openid-client';

import type { SingleSignOnConfig } from '../../config.ts';

const answerWithinSeconds = 10;
/** How far the provider's clock may be from ours. */
const clockToleranceSeconds = 30;

/** Why single sign-on came to nothing: the code that the page is told, and for the log what was behind it. */
export class SingleSignOnError extends Error {
  override readonly name = 'SingleSignOnError';
  readonly code: SignInErrorCode;

  constructor(code: SignInErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** What a way back is checked against. */
export interface Expected {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Whom the provider vouches for. */
export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  /** An address the provider has seen to be theirs, else null. Asks the provider if the ID token has none. */
  findVerifiedEmail: () => Promise<string | null>;
}

/** The provider of single sign-on, found out about when it is first needed. */
export interface SingleSignOnProvider {
  /** Where to send the browser, and what its way back must fit. @throws SingleSignOnError */
  start: (redirectUri: string) => Promise<{ address: string; expected: Expected }>;
  /** Who comes back. @throws SingleSignOnError */
  finish: (cameBackTo: URL, expected: Expected) => Promise<VerifiedIdentity>;
}

/** Authorization Code flow with PKCE, state and nonce; the ID token's signature is checked too. */
export function createSingleSignOnProvider(config: SingleSignOnConfig): SingleSignOnProvider {
  let found: Promise<openid.Configuration> | undefined;
  const find = async () => {
    found ??= discover(config);
    return await found.catch((error: unknown) => {
      // Down now is not down for ever.
      found = undefined;
      throw new SingleSignOnError('unavailable', error);
    });
  };
  return {
    async start(redirectUri) {
      const provider = await find();
      const expected = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      };
      const address = openid.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(expected.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, expected };
    },
    async finish(cameBackTo, { state, nonce, codeVerifier }) {
      const provider = await find();
      try {
        const tokens = await openid.authorizationCodeGrant(provider, cameBackTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        return vouchedBy(provider, tokens);
      } catch (error) {
        throw new SingleSignOnError(codeOfFailure(error), error);
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: SingleSignOnConfig): Promise<openid.Configuration> {
  const address = new URL(issuer);
  const client = { [openid.clockTolerance]: clockToleranceSeconds };
  const provider = await openid.discovery(address, clientId, client, authenticateWith(clientSecret), {
    timeout: answerWithinSeconds,
    // The configuration lets http pass for this machine alone.
    execute: address.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
  });
  openid.enableNonRepudiationChecks(provider);
  return provider;
}

/** By the header, as the standard has it by default; in the body for providers that take nothing else. */
function authenticateWith(clientSecret: string): openid.ClientAuth {
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost;
    return method(clientSecret)(server, client, body, headers);
  };
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;

function vouchedBy(provider: openid.Configuration, tokens: Tokens): VerifiedIdentity {
  const claims = tokens.claims();
  if (claims === undefined) throw new SingleSignOnError('denied');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    async findVerifiedEmail() {
      if (claims['email'] !== undefined) return verifiedEmailOf(claims);
      if (provider.serverMetadata().userinfo_endpoint === undefined) return null;
      const info = await openid.fetchUserInfo(provider, tokens.access_token, claims.sub).catch((error: unknown) => {
        throw new SingleSignOnError('unavailable', error);
      });
      return verifiedEmailOf(info);
    },
  };
}

function verifiedEmailOf(claims: Record<string, unknown>): string | null {
  const { email, email_verified: isVerified } = claims;
  return typeof email === 'string' && isVerified === true ? email : null;
}

/** Refused by the provider, or unfit for what was asked: denied. What a later try may bring: unavailable. */
function codeOfFailure(error: unknown): SignInErrorCode {
  if (error instanceof openid.AuthorizationResponseError) {
    return ['server_error', 'temporarily_unavailable'].includes(error.error) ? 'unavailable' : 'denied';
  }
  if (error instanceof openid.ResponseBodyError) return error.error === 'invalid_grant' ? 'denied' : 'unavailable';
  const isUnfit = error instanceof openid.ClientError && refusedAnswers.has(error.code ?? '');
  return isUnfit ? 'denied' : 'unavailable';
}

/** An answer that came, but is not one to what was asked or not from whom. */
const refusedAnswers = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]);
