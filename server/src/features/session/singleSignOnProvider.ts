import type { SignInErrorCode } from '@careloop/contracts/session/singleSignOn';
import * as openid from 'openid-client';

import type { SingleSignOnConfig } from '../../config/config.ts';

const answerWithinSeconds = 10;
/** Tolerated difference between the provider's clock and ours. */
const clockToleranceSeconds = 30;

/** The reason single sign-on failed: a code for the page, and the cause for the log. */
export class SingleSignOnError extends Error {
  override readonly name = 'SingleSignOnError';
  readonly code: SignInErrorCode;

  constructor(code: SignInErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Values the callback must match. */
export interface Expected {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The identity confirmed by the provider. */
export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  /** The email address if the provider has verified it, or null. Queries the provider if the ID token has none. */
  findVerifiedEmail: () => Promise<string | null>;
}

/** The single sign-on provider; its configuration is discovered on first use. */
export interface SingleSignOnProvider {
  /** Returns where to send the browser, and the values the callback must match. @throws SingleSignOnError */
  start: (redirectUri: string) => Promise<{ address: string; expected: Expected }>;
  /** Verifies a callback. @throws SingleSignOnError */
  finish: (cameBackTo: URL, expected: Expected) => Promise<VerifiedIdentity>;
}

/** Authorization Code flow with PKCE, state and nonce; the ID token's signature is checked too. */
export function createSingleSignOnProvider(config: SingleSignOnConfig): SingleSignOnProvider {
  let found: Promise<openid.Configuration> | undefined;
  const find = async () => {
    found ??= discover(config);
    return await found.catch((error: unknown) => {
      // Do not cache the failure: the provider may be up again next time.
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
    // Config validation allows http only for this machine.
    execute: address.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
  });
  openid.enableNonRepudiationChecks(provider);
  return provider;
}

/** Sends the client secret in the header, the default of the standard, or in the body if the provider supports nothing else. */
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

/** `denied` if the provider refused or its response is invalid; `unavailable` if a retry may succeed. */
function codeOfFailure(error: unknown): SignInErrorCode {
  if (error instanceof openid.AuthorizationResponseError) {
    return ['server_error', 'temporarily_unavailable'].includes(error.error) ? 'unavailable' : 'denied';
  }
  if (error instanceof openid.ResponseBodyError) return error.error === 'invalid_grant' ? 'denied' : 'unavailable';
  const isUnfit = error instanceof openid.ClientError && refusedAnswers.has(error.code ?? '');
  return isUnfit ? 'denied' : 'unavailable';
}

/** Errors for a response that does not match the request or is not from the provider. */
const refusedAnswers = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]);
