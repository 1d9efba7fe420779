import {
  cancelAddress,
  confirmAddress,
  getUserProfile,
  profileParts,
  resendAddressCode,
} from '@careloop/contracts/profile';
import { saveUserProfile } from '@careloop/contracts/profile/saving';
import { addProxyUser, removeProxyUser, setProxyType, validateAddProxyUser } from '@careloop/contracts/profile/proxies';
import {
  acceptEnrollment,
  decideEnrollment,
  enrollmentTexts,
  openEnrollment,
  requestEnrollment,
  viewAgreement,
} from '@careloop/contracts/profile/enrollment';
import { profileTexts } from '@careloop/contracts/profile/texts';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Db } from '../../platform/db/client.ts';
import { AppError, refused } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { disconnectSignal } from '../../platform/http/disconnectSignal.ts';
import { createRateLimit } from '../../platform/http/rateLimit.ts';
import { networkOf } from '../../platform/http/network.ts';
import { publicRoute, route, secretRoute } from '../../platform/http/route.ts';
import { cancelConfirmation, confirmOwnAddress, resendCode } from './confirmAddress.ts';
import { findNotifications, saveNotifications } from './saveNotifications.ts';
import { enrollmentPolicy, profilePolicy, proxyPolicy } from './policy.ts';
import { findAccount, findCommon, findProfileRow, findProviderData, lockProfile } from './shared/queries/profile.ts';
import { endWithProxy } from './shared/endEnrollment.ts';
import * as enrollment from './enrollProxy.ts';
import * as links from './enrollByLink.ts';
import { lockEnrollment } from './shared/queries/enrollments.ts';
import * as proxies from './changeProxies.ts';
import { findNewPassword } from './findNewPassword.ts';
import { refuseChangedOverview, saveAccount } from './saveProfile.ts';
import { saveProvider } from './saveProvider.ts';
import { setOwnPassword } from '../session/shared/ownPassword.ts';

export function profileRoutes(app: App): void {
  route(app, getUserProfile, async ({ input, actor, db, setAuditSubject }) => {
    const { userId = actor.userId, requestTypes } = input;
    setAuditSubject({ subjectType: 'user', subjectId: userId });
    const row = await findProfileRow(db, actor, userId);
    const { healthcareProviderId, overview, ...common } = await findCommon(db, userId);
    return {
      commonData: { ...common, isSelf: userId === actor.userId },
      overviewData: overview,
      accountData: requestTypes.includes('Account') ? await findAccount(db, actor, row) : null,
      providerData:
        requestTypes.includes('Provider') && healthcareProviderId !== null
          ? await findProviderData(db, actor, healthcareProviderId)
          : null,
      notificationsData: requestTypes.includes('Notifications') ? await findNotifications(db, userId) : null,
    };
  });

  secretRoute(app, confirmAddress, async ({ input, actor, reply }) => {
    const confirmation = { ...input, kind: columnOf(input.kind), signal: disconnectSignal(reply) } as const;
    await confirmOwnAddress(app.deps, actor, confirmation);
    return {};
  });

  route(app, resendAddressCode, async ({ input, actor, db }) => {
    const profile = authorize(actor, profilePolicy, 'edit', await lockProfile(db, actor, input.userId));
    await resendCode(db, actor, profile.userId, columnOf(input.kind));
    return {};
  });

  route(app, cancelAddress, async ({ input, actor, db }) => {
    const profile = authorize(actor, profilePolicy, 'edit', await lockProfile(db, actor, input.userId));
    await cancelConfirmation(db, actor, profile.userId, columnOf(input.kind));
    return {};
  });

  const questions = createRateLimit(questionLimit);
  const count = ({ userId }: Actor) => {
    if (!questions.allows(String(userId))) throw new AppError('too_many_requests', { message: profileTexts.tooMany });
  };
  savingRoutes(app);
  proxyRoutes(app, count);
  enrollmentRoutes(app, count);
  linkRoutes(app);
}

function savingRoutes(app: App): void {
  secretRoute(app, saveUserProfile, async ({ input, actor, once, reply, setAuditSubject }) => {
    const { userId = actor.userId, requestTypes = profileParts, overviewData } = input;
    const [accountData, providerData, notificationsData] = [
      requestTypes.includes('Account') ? input.accountData : undefined,
      requestTypes.includes('Provider') ? input.providerData : undefined,
      requestTypes.includes('Notifications') ? input.notificationsData : undefined,
    ];
    setAuditSubject({ subjectType: 'user', subjectId: userId });
    const proof = { userId, accountData, signal: disconnectSignal(reply) };
    const password = await findNewPassword(app.deps, actor, proof);
    return once(async (transaction) => {
      const profile = authorize(actor, profilePolicy, 'edit', await lockProfile(transaction, actor, userId));
      if (overviewData) refuseChangedOverview((await findCommon(transaction, userId)).overview, overviewData);
      const saved =
        accountData === undefined
          ? { version: profile.version, unconfirmed: [] }
          : await saveAccount(transaction, actor, profile, {
              ...accountData,
              version: input.version ?? profile.version,
            });
      if (password !== undefined) await setOwnPassword(transaction, actor, password);
      // After the account: its mobile number may be what a channel needs.
      if (notificationsData) await saveNotifications(transaction, actor, profile, notificationsData.settings);
      if (providerData) await saveProvider(transaction, actor, profile, providerData);
      return saved;
    });
  });
}

const columnOf = (kind: 'email' | 'directEmail') => (kind === 'email' ? 'email' : 'direct');

const isStopped = new Set(['not_enrolled', 'enrollment_token_expired', 'supervisor_approval_denied']);

/**
 * Limited, because each response reveals whether an account exists, and each link is mailed to an address entered by the user.
 */
const questionLimit = { max: 20, windowMs: 3_600_000 };

function proxyRoutes(app: App, count: (actor: Actor) => void): void {
  const { sessionSecret } = app.deps;
  /** Requests an account again if its enrollment ended without success. */
  const resume = async (db: Db, actor: Actor, proxiedUserId: number, userId: number) => {
    const found = await lockEnrollment(db, userId);
    if (found === undefined || !isStopped.has(found.status)) return;
    await enrollment.sendLink(db, sessionSecret, actor, { userId, proxiedUserId, status: found.status });
  };

  route(app, validateAddProxyUser, async ({ input, actor, db, setAuditSubject }) => {
    const row = await findProfileRow(db, actor, input.userId ?? actor.userId);
    const profile = authorize(actor, profilePolicy, 'manageProxies', row);
    count(actor);
    const found = await proxies.validate(db, profile, input);
    // The outcome without the input: names of people who are not users do not belong in the audit.
    const { user, ...outcome } = found;
    setAuditSubject({ subjectType: 'user', subjectId: user?.userId ?? profile.userId, details: outcome });
    return found;
  });

  route(app, addProxyUser, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'user', subjectId: input.userId });
    const row = await lockProfile(db, actor, input.userId);
    const profile = authorize(actor, profilePolicy, 'manageProxies', row);
    const type = proxies.typeOf(input.type);
    if (type === 'administrator') authorize(actor, profilePolicy, 'assignAdministrators', row);
    count(actor);
    // Serialized per email address: of two concurrent requests, the second one finds the account.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`account of ${input.email.toLowerCase()}`}, 0))`.execute(
      db,
    );
    const found = await proxies.validate(db, profile, input);
    const isNewAccount = !found.doesExist && input.createAccount;
    const {
      userId: proxyUserId,
      firstName,
      lastName,
    } = isNewAccount
      ? { ...input, userId: await enrollment.createAccount(db, sessionSecret, actor, profile, input) }
      : proxies.requireAddable(profile, found);
    await proxies.addProxy(db, actor, profile, { proxyUserId, type });
    if (!isNewAccount) await resume(db, actor, profile.userId, proxyUserId);
    return { proxyUserId, isNewAccount, proxyToAdd: { firstName, lastName, email: input.email, type: input.type } };
  });

  route(app, removeProxyUser, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'user', subjectId: input.proxiedUserId });
    const profile = await lockProfile(db, actor, input.proxiedUserId);
    const row = await proxies.lockProxy(db, profile, input.proxyUserId);
    await proxies.removeProxy(db, actor, authorize(actor, proxyPolicy, 'remove', row));
    await endWithProxy(db, actor, input);
    return {};
  });

  route(app, setProxyType, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'user', subjectId: input.proxiedUserId });
    const profile = await lockProfile(db, actor, input.proxiedUserId);
    const row = await proxies.lockProxy(db, profile, input.proxyUserId);
    await proxies.setType(db, actor, authorize(actor, proxyPolicy, 'setType', row), proxies.typeOf(input.type));
    return {};
  });
}

function enrollmentRoutes(app: App, count: (actor: Actor) => void): void {
  const { sessionSecret } = app.deps;
  const find = async (db: Db, actor: Actor, { proxiedUserId, proxyUserId }: Pair) => {
    const profile = await lockProfile(db, actor, proxiedUserId);
    await proxies.lockProxy(db, profile, proxyUserId);
    const found = await lockEnrollment(db, proxyUserId);
    if (found === undefined) throw refused(enrollmentTexts.notAgain, 'wrong_state');
    return { profile, proxyUserId, status: found.status, isSupervised: found.proxied_user_id === proxiedUserId };
  };

  route(app, requestEnrollment, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'user', subjectId: input.proxyUserId });
    const { proxyUserId: userId, status } = authorize(actor, enrollmentPolicy, 'request', await find(db, actor, input));
    const { proxiedUserId } = input;
    count(actor);
    await enrollment.sendLink(db, sessionSecret, actor, { userId, proxiedUserId, status });
    return {};
  });

  route(app, decideEnrollment, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'user', subjectId: input.proxyUserId });
    const row = authorize(actor, enrollmentPolicy, 'decide', await find(db, actor, input));
    await enrollment.decide(db, actor, row, input);
    return {};
  });
}

interface Pair {
  proxiedUserId: number;
  proxyUserId: number;
}

/** Links tried from one network. */
const linkLimit = { max: 60, windowMs: 15 * 60_000 };

function linkRoutes(app: App): void {
  const tries = createRateLimit(linkLimit);
  const count = (ip: string) => {
    if (!tries.allows(networkOf(ip)))
      throw new AppError('too_many_requests', { message: 'Too many attempts. Please try again later.' });
  };

  publicRoute(app, openEnrollment, async ({ input, request }) => {
    count(request.ip);
    return links.open(app.deps, { ...input, ip: request.ip });
  });

  publicRoute(app, viewAgreement, async ({ input, request }) => {
    count(request.ip);
    return links.view(app.deps, { ...input, ip: request.ip });
  });

  publicRoute(app, acceptEnrollment, async ({ input, request }) => {
    count(request.ip);
    return links.accept(app.deps, { ...input, ip: request.ip });
  });
}
