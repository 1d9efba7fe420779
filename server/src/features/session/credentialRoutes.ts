import {
  changePassword,
  changeRequiredPassword,
  disableSecondFactor,
  enableRequiredSecondFactor,
  enableSecondFactor,
  generatePassword,
  getLoginIdentities,
  getSecondFactor,
  moveSecondFactor,
  prepareRequiredSecondFactor,
  prepareSecondFactor,
  prepareSecondFactorMove,
  removeLoginIdentity,
  renewRecoveryCodes,
  requestPasswordReset,
  resetPassword,
  verifySecondFactor,
} from '@careloop/contracts/session/credentials';
import { signIn } from '@careloop/contracts/session';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { App } from '../../core/app.ts';
import { setSessionCookies } from '../../platform/http/cookies.ts';
import { AppError } from '../../platform/errors.ts';
import { recordCrossSiteCall } from '../../platform/http/crossSiteCall.ts';
import { disconnectSignal } from '../../platform/http/disconnectSignal.ts';
import { networkOf } from '../../platform/http/network.ts';
import { isSameOrigin } from '../../platform/http/origin.ts';
import { createRateLimit } from '../../platform/http/rateLimit.ts';
import { publicRoute, route, secretRoute } from '../../platform/http/route.ts';
import { ConcurrentAttempts, retryAfterSeconds } from './countAttempt.ts';
import type { SignInOutcome } from './beginSession.ts';
import { endCarriedSession } from './carriedSession.ts';
import { recordSummedFailures } from './failedSignIns.ts';
import { findOwnIdentities, removeOwnIdentity } from './removeOwnIdentity.ts';
import * as ownSecondFactor from './changeSecondFactor.ts';
import * as passwords from './changePassword.ts';
import * as resets from './resetPassword.ts';
import { findSecondFactor } from './storeSecondFactor.ts';
import { signIn as startSignIn } from './signIn.ts';
import * as steps from './signInSteps.ts';

/** Routes for signing in and for managing passwords, second factors and linked identities. */
export function credentialRoutes(app: App): void {
  const concurrent = new ConcurrentAttempts();
  app.http.addHook('onClose', () => recordSummedFailures(app.deps.db));
  signInRoutes(app, concurrent);
  forgottenPasswordRoutes(app, concurrent);
  passwordRoutes(app, concurrent);
  secondFactorRoutes(app, concurrent);
  identityRoutes(app, concurrent);
}

function signInRoutes(app: App, concurrent: ConcurrentAttempts): void {
  const { deps } = app;
  const stepOf = (reply: FastifyReply) => ({
    ip: reply.request.ip,
    userAgent: reply.request.headers['user-agent'] ?? null,
    signal: disconnectSignal(reply),
  });
  const answer = async (reply: FastifyReply, outcome: SignInOutcome) => {
    if (outcome.issued === undefined) return { nextStep: outcome.nextStep };
    await endCarriedSession(deps, reply.request);
    setSessionCookies(reply, deps.config, outcome.issued);
    return { ...outcome.issued, expiresAt: outcome.issued.expiresAt.toISOString() };
  };

  publicRoute(app, signIn, async ({ input, request, reply }) => {
    await refuseCrossSiteCall(app, request);
    const attempt = { ...input, ...stepOf(reply) };
    return answer(reply, await limited(concurrent, reply, () => startSignIn(deps, attempt)));
  });

  publicRoute(app, verifySecondFactor, async ({ input, request, reply }) => {
    await refuseCrossSiteCall(app, request);
    const step = { ...input, ...stepOf(reply) };
    return answer(reply, await limited(concurrent, reply, () => steps.verifySecondFactor(deps, step)));
  });

  publicRoute(app, prepareRequiredSecondFactor, async ({ input, request }) => {
    await refuseCrossSiteCall(app, request);
    return steps.prepareRequiredSecondFactor(deps, input);
  });

  publicRoute(app, enableRequiredSecondFactor, async ({ input, request, reply }) => {
    await refuseCrossSiteCall(app, request);
    const { recoveryCodes, ...outcome } = await steps.enableRequiredSecondFactor(deps, {
      ...input,
      ...stepOf(reply),
    });
    return { ...(await answer(reply, outcome as SignInOutcome)), recoveryCodes };
  });

  publicRoute(app, changeRequiredPassword, async ({ input, request, reply }) => {
    await refuseCrossSiteCall(app, request);
    const step = { ...input, ...stepOf(reply) };
    return answer(reply, await limited(concurrent, reply, () => steps.changeRequiredPassword(deps, step)));
  });
}

/** Reset links tried from one network. Each invalid one leaves an audit row. */
const linkLimit = { max: 30, windowMs: 15 * 60_000 };

function forgottenPasswordRoutes(app: App, concurrent: ConcurrentAttempts): void {
  const { deps } = app;

  publicRoute(app, requestPasswordReset, async ({ input, request, reply }) => {
    await refuseCrossSiteCall(app, request);
    await resets.requestPasswordReset(deps, { ...input, ip: request.ip }, retryAfter(reply));
    return {};
  });

  const links = createRateLimit(linkLimit);
  publicRoute(app, resetPassword, async ({ input, request, reply }) => {
    await refuseCrossSiteCall(app, request);
    if (!links.allows(networkOf(request.ip))) {
      retryAfter(reply)(linkLimit.windowMs / 1_000);
      throw new AppError('too_many_requests', { message: 'Too many attempts. Please try again later.' });
    }
    await limited(concurrent, reply, () => resets.resetPassword(deps, { ...input, ip: request.ip }));
    return {};
  });
}

function passwordRoutes(app: App, concurrent: ConcurrentAttempts): void {
  const { deps } = app;

  secretRoute(app, generatePassword, async ({ actor }) => ({
    password: await passwords.generatePassword(deps, actor.userId),
  }));

  secretRoute(app, changePassword, ({ input, actor, once, reply }) =>
    limited(concurrent, reply, async () => {
      const password = await passwords.proveNewPassword(deps, actor, input, disconnectSignal(reply));
      return once(async (db) => {
        await passwords.setOwnPassword(db, actor, password);
        return {};
      });
    }),
  );
}

function secondFactorRoutes(app: App, concurrent: ConcurrentAttempts): void {
  const { deps } = app;

  route(app, getSecondFactor, ({ actor, db }) => findSecondFactor(db, actor.userId));

  secretRoute(app, prepareSecondFactor, ({ actor }) => ownSecondFactor.prepareSecondFactor(deps, actor));

  secretRoute(app, enableSecondFactor, async ({ input, actor, reply }) => {
    const proof = { ...input, signal: disconnectSignal(reply) };
    const enable = () => ownSecondFactor.enableSecondFactor(deps, actor, proof);
    return { recoveryCodes: await limited(concurrent, reply, enable) };
  });

  secretRoute(app, prepareSecondFactorMove, ({ actor }) => ownSecondFactor.prepareSecondFactorMove(deps, actor));

  secretRoute(app, moveSecondFactor, async ({ input, actor, reply }) => {
    const proof = { ...input, signal: disconnectSignal(reply) };
    const move = () => ownSecondFactor.moveSecondFactor(deps, actor, proof);
    return { recoveryCodes: await limited(concurrent, reply, move) };
  });

  secretRoute(app, disableSecondFactor, async ({ input, actor, reply }) => {
    const proof = { ...input, signal: disconnectSignal(reply) };
    await limited(concurrent, reply, () => ownSecondFactor.disableSecondFactor(deps, actor, proof));
    return {};
  });

  secretRoute(app, renewRecoveryCodes, async ({ input, actor, reply }) => {
    const proof = { ...input, signal: disconnectSignal(reply) };
    const renew = () => ownSecondFactor.renewRecoveryCodes(deps, actor, proof);
    return { recoveryCodes: await limited(concurrent, reply, renew) };
  });
}

function identityRoutes(app: App, concurrent: ConcurrentAttempts): void {
  const { deps } = app;

  route(app, getLoginIdentities, async ({ actor, db }) => ({ identities: await findOwnIdentities(db, actor.userId) }));

  secretRoute(app, removeLoginIdentity, ({ input: { issuer, password }, actor, once, reply }) =>
    limited(concurrent, reply, async () => {
      const proof = { field: 'password', password, signal: disconnectSignal(reply) };
      const proven = await passwords.requireOwnPassword(deps, actor, proof);
      return once(async (db) => {
        await removeOwnIdentity(db, actor, { issuer, proven });
        return {};
      });
    }),
  );
}

/** Refuses sign-in calls from other sites (login CSRF). */
async function refuseCrossSiteCall(app: App, request: FastifyRequest): Promise<void> {
  const { origin } = request.headers;
  if (origin !== undefined && !isSameOrigin(request.headers, app.deps.config.publicUrl)) {
    const { headers, ip, routeOptions } = request;
    await recordCrossSiteCall(app.deps.db, { path: routeOptions.url, headers, ip, session: null });
    throw new AppError('forbidden');
  }
}

async function limited<T>(concurrent: ConcurrentAttempts, reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  try {
    return await concurrent.run(reply.request.ip, retryAfter(reply), work);
  } catch (error) {
    const isTurnedAway = error instanceof AppError && error.code === 'too_many_requests';
    if (isTurnedAway && !reply.hasHeader('retry-after')) retryAfter(reply)(retryAfterSeconds);
    throw error;
  }
}

const retryAfter = (reply: FastifyReply) => (seconds: number) => void reply.header('retry-after', String(seconds));
