import { hostname } from 'node:os';

import { PortalType } from '@careloop/contracts/session/authStates';
import { getContext, getSignInOptions, logout, refreshToken } from '@careloop/contracts/session';

import product from '../../../../package.json' with { type: 'json' };
import type { App } from '../../core/app.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { clearSessionCookies, setSessionCookies } from '../../platform/http/cookies.ts';
import { AppError } from '../../platform/errors.ts';
import { createRateLimit } from '../../platform/http/rateLimit.ts';
import { publicRoute, route, secretRoute } from '../../platform/http/route.ts';
import { findUserOrganizations } from '../directory/shared/queries/lookups.ts';
import { findNewestDocuments } from '../site-info/shared/queries.ts';
import { findContext } from './shared/queries.ts';
import { findLifetimeEnd } from '../../platform/identity/queries.ts';
import { endSessions, refresh } from '../../platform/identity/sessions.ts';

/** Token refreshes per session and minute: enough for many tabs that refresh at once. */
const mostRefreshes = 30;

export function sessionRoutes(app: App): void {
  const { config, sessionSecret } = app.deps;

  publicRoute(app, getSignInOptions, async () => ({
    productName: config.productName,
    environmentName: config.environmentName ?? null,
    portalType: PortalType[config.portalType],
    singleSignOnLabel: config.singleSignOn?.label ?? null,
  }));

  const refreshes = createRateLimit({ max: mostRefreshes, windowMs: 60_000 });
  route(app, refreshToken, async ({ actor, db, reply }) => {
    if (!refreshes.allows(String(actor.sessionId))) throw new AppError('too_many_requests');
    const issued = await refresh(db, sessionSecret, actor);
    setSessionCookies(reply, config, issued);
    return { ...issued, expiresAt: issued.expiresAt.toISOString() };
  });

  route(app, logout, async ({ input, actor, db, reply }) => {
    const reason = input.reason === 1 ? 'inactivity' : input.reason === 2 ? 'session' : 'logout';
    await endSessions(db, [actor], { reason, ip: actor.ip });
    clearSessionCookies(reply, config);
    return {};
  });

  secretRoute(app, getContext, async ({ actor, db, reply }) => {
    const [{ user, clients, usersToImpersonate }, organizations, sessionEndsAt] = await Promise.all([
      findContext(db, actor),
      findUserOrganizations(db, actor),
      findLifetimeEnd(db, actor.sessionId),
    ]);
    if (`${user.first_name}${user.last_name}`.trim() === '') {
      // The account has no name, so no screen could show who is signed in.
      await inTransaction(db, (own) => endSessions(own, [actor], { reason: 'session', ip: actor.ip }));
      clearSessionCookies(reply, config);
      throw new AppError('unauthenticated', { sessionEnding: 'invalid' });
    }
    return {
      user: { ...userOf(user), clients, usersToImpersonate },
      permissions: [...actor.permissions],
      features: [...actor.features],
      expiresAt: actor.expiresAt.toISOString(),
      sessionEndsAt: sessionEndsAt.toISOString(),
      clientOrganization: { name: user.client_organization_name },
      healthcareOrganization:
        user.healthcare_organization_name === null ? null : { name: user.healthcare_organization_name },
      organizations,
      config: {
        productName: config.productName,
        environmentName: config.environmentName ?? null,
        supportPortalUrl: config.supportPortalUrl ?? null,
        smsSenderNumber: config.smsSenderNumber,
        realtimeReconnectsOnRefresh: config.realtimeReconnectsOnRefresh,
        hasEmr: config.ehr !== undefined,
      },
      ...(await findNewestDocuments(db)),
      hostname: hostname(),
      apiVersion: product.version,
      cluster: config.clusterName ?? null,
    };
  });
}

function userOf(user: Awaited<ReturnType<typeof findContext>>['user']) {
  const { healthcare_provider_id: healthcareProviderId, provider_full_name: fullName } = user;
  return {
    userId: user.user_id,
    username: user.username,
    userType: user.user_type as 'provider',
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    originClientId: user.origin_client_id,
    healthcareProvider: healthcareProviderId === null ? null : { healthcareProviderId, fullName: fullName ?? '' },
  };
}
