import { finishSingleSignOn, signInErrorParameter, startSingleSignOn } from '@careloop/contracts/session/singleSignOn';
import type { SignInErrorCode } from '@careloop/contracts/session/singleSignOn';
import type { FastifyRequest } from 'fastify';

import type { App } from '../../core/app.ts';
import type { Config } from '../../config/config.ts';
import { setSessionCookies, setSingleSignOnCookie, singleSignOnCookieOf } from '../../platform/http/cookies.ts';
import { networkOf } from '../../platform/http/network.ts';
import { createRateLimit, createAnonymousRateLimit } from '../../platform/http/rateLimit.ts';
import { redirectRoute } from '../../platform/http/redirectRoute.ts';
import { endCarriedSession } from './carriedSession.ts';
import { finishSignOn, recordFailure, startSignOn } from './finishSignOn.ts';
import { createSingleSignOnProvider, SingleSignOnError } from './singleSignOnProvider.ts';

const home = '/provider';

/** Starts and callbacks allowed per network, which may be a building with many users. */
const wayLimit = { max: 300, windowMs: 5 * 60_000 };
/** Failures audited; anyone can cause them. */
const keptLimit = { ofNetwork: 50, ofAll: 1_000, windowMs: 15 * 60_000 };

export function singleSignOnRoutes(app: App): void {
  const { config, db, log } = app.deps;
  const offered = config.singleSignOn && { ...config.singleSignOn, ...createSingleSignOnProvider(config.singleSignOn) };

  const ways = createRateLimit(wayLimit);
  const kept = createAnonymousRateLimit(keptLimit);

  /** Redirects the browser. Failures are audited, and only their code reaches the page. */
  async function orWithReason(
    request: FastifyRequest,
    work: (provider: NonNullable<typeof offered>) => Promise<string>,
  ) {
    const network = networkOf(request.ip);
    try {
      if (!ways.allows(network)) return homeWith('unavailable');
      if (offered === undefined) throw new SingleSignOnError('unavailable');
      return await work(offered);
    } catch (error) {
      if (!(error instanceof SingleSignOnError)) throw error;
      if (kept.allows(request.ip)) {
        const causes = causesOf(error);
        // With a cause, an operator may have to fix something; without one, the user took an invalid path.
        log[causes.length > 0 ? 'warn' : 'info']({ code: error.code, causes }, 'Single sign-on failed');
        await recordFailure(db, error, request.ip);
      }
      return homeWith(error.code);
    }
  }

  redirectRoute(
    app,
    startSingleSignOn,
    ({ input, request, reply }) =>
      orWithReason(request, async (provider) => {
        const { address, browser, expiresAt } = await startSignOn(app.deps, provider, {
          browser: singleSignOnCookieOf(request.headers.cookie, config),
          redirectUri: callbackAddress(request, config).href,
          returnTo: ownPath(input.returnTo),
        });
        setSingleSignOnCookie(reply, config, browser, expiresAt);
        return address;
      }),
    homeWith('unavailable'),
  );

  redirectRoute(
    app,
    finishSingleSignOn,
    ({ input, request, reply }) =>
      orWithReason(request, async (provider) => {
        const address = callbackAddress(request, config);
        address.search = new URL(request.url, address).search;
        const { issued, returnTo } = await finishSignOn(app.deps, provider, provider.identityType, {
          address,
          state: input.state,
          browser: singleSignOnCookieOf(request.headers.cookie, config),
          ip: request.ip,
          userAgent: request.headers['user-agent'] ?? null,
        });
        await endCarriedSession(app.deps, request);
        setSessionCookies(reply, config, issued);
        return returnTo;
      }),
    homeWith('unavailable'),
  );
}

/** Causes of a failure. Only names and codes, since the rest may contain tokens or personal data. */
function causesOf(error: Error): string[] {
  const causes: string[] = [];
  for (let cause = error.cause; cause instanceof Error && causes.length < 4; cause = cause.cause) {
    const { code, error: reported } = cause as { code?: unknown; error?: unknown };
    const words = [cause.name, code, reported].filter((word) => typeof word === 'string' && /^\w{1,60}$/.test(word));
    causes.push(words.join(' '));
  }
  return causes;
}

function homeWith(code: SignInErrorCode): string {
  return `${home}?${signInErrorParameter}=${code}`;
}

/** The callback URL registered at the provider: based on the configured public URL, or on the host of the request. */
function callbackAddress(request: FastifyRequest, config: Config): URL {
  return new URL(`/api${finishSingleSignOn.path}`, config.publicUrl ?? `${request.protocol}://${request.host}`);
}

/** The path to return to, if it is a page of the portal; the home page otherwise. */
function ownPath(returnTo: string | undefined): string {
  const here = 'http://portal.invalid';
  if (returnTo === undefined || !returnTo.startsWith('/') || !URL.canParse(returnTo, here)) return home;
  const { origin, pathname, search, hash } = new URL(returnTo, here);
  const isOwn = origin === here && (pathname === home || pathname.startsWith(`${home}/`));
  return isOwn ? `${pathname}${search}${hash}` : home;
}
