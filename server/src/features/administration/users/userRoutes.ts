import {
  editPermissions,
  generateUsername,
  getManagedUser,
  linkDirectoryRecord,
  listManagedUsers,
  saveManagedUser,
  savePermissions,
  sendPasswordReset,
  setUserActive,
  turnOffSecondFactorOfUser,
  userAdministrationTexts as texts,
} from '@careloop/contracts/administration/users';

import type { Actor } from '../../../platform/identity/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import { freeUsername } from '../../../platform/identity/freeUsername.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { mailResetLink, notifyUser, turnOffFactor } from '../../session/shared/administeredAccounts.ts';
import { notifyAdministrators } from '../../../core/access/administratorChange.ts';
import { editedPermissions, setActive, setPermissions } from './changeAccount.ts';
import { linkRecord } from './linkRecord.ts';
import { saveUser } from './saveUser.ts';
import { savingUsers, userPolicy } from '../policy.ts';
import { refuseMissing } from '../refuseMissing.ts';
import * as queries from './queries.ts';

/** Refuses users who do not exist or belong to other clients. */
const { found } = refuseMissing(texts.notFound);

/** Routes for managing users. */
export function managedUserRoutes(app: App): void {
  route(app, listManagedUsers, ({ input, actor, db }) => queries.listUsers(db, actor, input));

  route(app, getManagedUser, async ({ input, actor, db }) =>
    queries.managedUserOf(actor, found(await queries.findUser(db, actor, input.userId))),
  );

  route(app, saveManagedUser, async ({ input, actor, db }) => {
    const { userIdsUserCanImpersonate: others, userIdsWhoCanImpersonateUser: proxies } = input;
    const existing = input.userId ? await lock(db, actor, input.userId, [...others, ...proxies]) : null;
    const user = authorize(actor, savingUsers, 'save', { existing });
    return saveUser(db, actor, user, input, app.deps.config.productName);
  });

  route(app, setUserActive, async ({ input, actor, db }) => {
    const user = await lock(db, actor, input.userId);
    return setActive(db, actor, authorize(actor, userPolicy, 'setActive', user), input);
  });

  route(app, linkDirectoryRecord, async ({ input, actor, db }) => {
    const user = await lock(db, actor, input.userId);
    return linkRecord(db, actor, authorize(actor, userPolicy, 'linkDirectoryRecord', user), input);
  });

  route(app, generateUsername, async ({ input, db }) => ({ username: await freeUsername(db, input) }));

  route(app, editPermissions, async ({ input, actor, db }) => {
    const user = found(await queries.findUser(db, actor, input.userId));
    const { userId, firstName, lastName, version } = user;
    const permissions = editedPermissions(actor, user);
    return { userId, fullName: `${lastName}, ${firstName}`, permissions, version };
  });

  route(app, savePermissions, async ({ input, actor, db }) => {
    const user = await lock(db, actor, input.userId);
    return setPermissions(db, actor, authorize(actor, userPolicy, 'setPermissions', user), input);
  });

  credentialRoutes(app);
}

function credentialRoutes(app: App): void {
  route(app, sendPasswordReset, async ({ input, actor, db }) => {
    const user = authorize(actor, userPolicy, 'sendPasswordReset', await lock(db, actor, input.userId));
    await mailResetLink(db, app.deps.sessionSecret, user.username);
    await notifyAdministrators(db, actor, user, 'reset_link');
    await record(db, actor, { action: 'password-reset.requested', subjectType: 'user', subjectId: user.userId });
    return {};
  });

  route(app, turnOffSecondFactorOfUser, async ({ input, actor, db }) => {
    const user = authorize(actor, userPolicy, 'turnOffSecondFactor', await lock(db, actor, input.userId));
    await turnOffFactor(db, user.userId);
    await notifyUser(db, user.userId, 'second_factor_off', 'administrator');
    await notifyAdministrators(db, actor, user, 'second_factor');
    await record(db, actor, { action: 'second-factor.disabled', subjectType: 'user', subjectId: user.userId });
    return {};
  });
}

async function lock(db: Db, actor: Actor, userId: number, others: readonly number[] = []) {
  return found(await queries.lockUser(db, actor, userId, others));
}
