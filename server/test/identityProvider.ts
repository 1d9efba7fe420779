import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Provider } from 'oidc-provider';

/** An account at the identity provider; its login is the subject. */
interface Account {
  email?: string;
  isVerified?: boolean;
}

export interface IdentityProvider {
  issuer: string;
  /** Environment of a product that uses it. */
  env: Record<string, string>;
  /** Accounts by login; tests add to it. */
  accounts: Map<string, Account>;
  stop: () => Promise<void>;
}

interface Options {
  /** Allowed redirect URIs. */
  redirectUris: string[];
  /** Whether the ID token contains the email address; otherwise only the userinfo endpoint does. Default true. */
  tellsInIdToken?: boolean;
  /** Default: a free port. */
  port?: number;
}

const clientId = 'careloop';
const clientSecret = 'what the provider and the product alone know';

/** A real local OpenID Connect provider, whose sign-in page accepts any password. */
export async function startIdentityProvider({
  redirectUris,
  tellsInIdToken = true,
  port = 0,
}: Options): Promise<IdentityProvider> {
  const accounts = new Map<string, Account>();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !tellsInIdToken,
    pkce: { required: () => true },
    ttl: { Grant: 600, Interaction: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context, login) => {
      const { email, isVerified = true } = accounts.get(login) ?? {};
      const claims = { sub: login, ...(email !== undefined && { email, email_verified: isVerified }) };
      return { accountId: login, claims: () => claims };
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    accounts,
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Signs in at the provider like a browser with cookies, and consents.
 * @returns the URL to which the provider redirects
 */
export async function signInAtProvider(address: string, login: string): Promise<URL> {
  const { go, submit } = createBrowser();
  let page = await go(address);
  page = await submit(page, { prompt: 'login', login, password: 'any' });
  if (page.sentTo === undefined) page = await submit(page, { prompt: 'consent' });
  if (page.sentTo === undefined) throw new Error(`The provider does not let ${login} in: ${page.text}`);
  return page.sentTo;
}

/** Cancels the sign-in at the provider. @returns the URL to which the provider redirects */
export async function turnRoundAtProvider(address: string): Promise<URL> {
  const { go } = createBrowser();
  const page = await go(address);
  const abort = /href="([^"]+\/abort)"/.exec(page.text)?.[1];
  if (abort === undefined) throw new Error(`No way to turn round: ${page.text}`);
  const { sentTo } = await go(new URL(abort, page.url).href);
  if (sentTo === undefined) throw new Error('The provider keeps the browser');
  return sentTo;
}

interface Page {
  url: URL;
  text: string;
  /** URL on another server to which the browser was redirected; it is not followed. */
  sentTo?: URL;
}

/** A minimal browser for the provider's pages: follows redirects on one server, and keeps cookies. */
function createBrowser() {
  const cookies = new Map<string, string>();
  const go = async (address: string, body?: URLSearchParams): Promise<Page> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const init = body === undefined ? {} : { method: 'POST', body };
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const url = new URL(address);
    const location = response.headers.get('location');
    if (location === null) return { url, text: await response.text() };
    const next = new URL(location, url);
    return next.origin === url.origin ? await go(next.href) : { url, text: '', sentTo: next };
  };
  const submit = async (page: Page, fields: Record<string, string>) => {
    const action = /action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) throw new Error(`No form: ${page.text}`);
    return await go(new URL(action, page.url).href, new URLSearchParams(fields));
  };
  return { go, submit };
}
