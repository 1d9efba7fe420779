import { cancelAddress, confirmAddress, getUserProfile, saveUserProfile } from '@careloop/contracts/profile';
import { addProxyUser, removeProxyUser, setProxyType, validateAddProxyUser } from '@careloop/contracts/profile/proxies';
import { profileTexts } from '@careloop/contracts/profile/texts';

import type { Actor } from '../../access/actor.ts';
import { authorize } from '../../access/authorize.ts';
import { AppError } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { createRateLimit } from '../../http/rateLimit.ts';
import { route, secretRoute } from '../../http/route.ts';
import { cancelConfirmation, confirmOwnAddress } from './confirmations.ts';
import { profilePolicy, proxyPolicy } from './policy.ts';
import { findAccount, findCommon, findProfileRow, lockProfile } from './profileQueries.ts';
import * as proxies from './proxies.ts';
import { saveAccount } from './saveProfile.ts';

export function profileRoutes(app: App): void {
  route(app, getUserProfile, async ({ input, actor, db, seen }) => {
    const { userId = actor.userId, requestTypes } = input;
    seen({ subjectType: 'user', subjectId: userId });
    const row = await findProfileRow(db, actor, userId);
    const { healthcareProviderId, overview, ...common } = await findCommon(db, userId);
    return {
      commonData: { ...common, isSelf: userId === actor.userId },
      overviewData: overview,
      accountData: requestTypes.includes('Account') ? await findAccount(db, actor, row) : null,
      providerData:
        requestTypes.includes('Provider') && healthcareProviderId !== null ? { healthcareProviderId } : null,
    };
  });

  route(app, saveUserProfile, async ({ input, actor, db, seen }) => {
    const { userId, version, accountData } = input;
    seen({ subjectType: 'user', subjectId: userId });
    const profile = authorize(actor, profilePolicy, 'edit', await lockProfile(db, actor, userId));
    if (accountData === undefined) return { version: profile.version, unconfirmed: [] };
    return saveAccount(db, actor, profile, { ...accountData, version });
  });

  secretRoute(app, confirmAddress, async ({ input, actor }) => {
    await confirmOwnAddress(app.deps, actor, { code: input.code, kind: columnOf(input.kind) });
    return {};
  });

  route(app, cancelAddress, async ({ input, actor, db }) => {
    const profile = authorize(actor, profilePolicy, 'edit', await lockProfile(db, actor, input.userId));
    await cancelConfirmation(db, actor, profile.userId, columnOf(input.kind));
    return {};
  });

  proxyRoutes(app);
}

const columnOf = (kind: 'email' | 'directEmail') => (kind === 'email' ? 'email' : 'direct');

/** Each answer tells whether an account exists. */
const questionLimit = { max: 20, windowMs: 3_600_000 };

function proxyRoutes(app: App): void {
  const questions = createRateLimit(questionLimit);
  const count = ({ userId }: Actor) => {
    if (!questions.allows(String(userId))) throw new AppError('too_many_requests', { message: profileTexts.tooMany });
  };

  route(app, validateAddProxyUser, async ({ input, actor, db, seen }) => {
    const row = await findProfileRow(db, actor, input.userId);
    const profile = authorize(actor, profilePolicy, 'manageProxies', row);
    count(actor);
    const found = await proxies.validate(db, profile, input);
    // The outcome, without what was typed: names of people who are no users do not belong into the audit.
    const { user, ...outcome } = found;
    seen({ subjectType: 'user', subjectId: user?.userId ?? profile.userId, details: outcome });
    return found;
  });

  route(app, addProxyUser, async ({ input, actor, db, seen }) => {
    seen({ subjectType: 'user', subjectId: input.userId });
    const row = await lockProfile(db, actor, input.userId);
    const profile = authorize(actor, profilePolicy, 'manageProxies', row);
    const type = proxies.typeOf(input.type);
    if (type === 'administrator') authorize(actor, profilePolicy, 'assignAdministrators', row);
    count(actor);
    const { userId: proxyUserId } = proxies.requireAddable(profile, await proxies.validate(db, profile, input));
    await proxies.addProxy(db, actor, profile, { proxyUserId, type });
    return { proxyUserId, isNewAccount: false };
  });

  route(app, removeProxyUser, async ({ input, actor, db, seen }) => {
    seen({ subjectType: 'user', subjectId: input.proxiedUserId });
    const profile = await lockProfile(db, actor, input.proxiedUserId);
    const row = await proxies.lockProxy(db, profile, input.proxyUserId);
    await proxies.removeProxy(db, actor, authorize(actor, proxyPolicy, 'remove', row));
    return {};
  });

  route(app, setProxyType, async ({ input, actor, db, seen }) => {
    seen({ subjectType: 'user', subjectId: input.proxiedUserId });
    const profile = await lockProfile(db, actor, input.proxiedUserId);
    const row = await proxies.lockProxy(db, profile, input.proxyUserId);
    await proxies.setType(db, actor, authorize(actor, proxyPolicy, 'setType', row), proxies.typeOf(input.type));
    return {};
  });
}
