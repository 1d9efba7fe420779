import { permissions as allPermissions } from '@careloop/contracts/access';
import type { Permission } from '@careloop/contracts/access';
import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { userAdministrationTexts as texts } from '@careloop/contracts/administration/users';
import type { EditedPermission, savePermissions, setUserActive } from '@careloop/contracts/administration/users';
import type { InputOf } from '@careloop/contracts/endpoint';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { refused, requireVersion } from '../../../platform/errors.ts';
import { publishAccessChanged } from '../../../platform/realtime/publish.ts';
import { findLastChange } from '../../profile/shared/queries/profile.ts';
import { switchUser } from '../../session/shared/administeredAccounts.ts';
import { userPolicy } from '../policy.ts';
import { notifyAdministrators } from '../../../core/access/administratorChange.ts';
import { requireAdministrators, requireInstaller } from './lastAdministrator.ts';
import { findUncoordinated } from './lastCoordinator.ts';
import type { UserRow } from '../policy.ts';

/** Activates, unlocks or deactivates an account. */
export async function setActive(
  db: Db,
  actor: Actor,
  user: Authorized<UserRow, 'setActive'>,
  { isActive, version }: InputOf<typeof setUserActive>,
) {
  await requireVersion(version, user.version, texts.changed, () => findLastChange(db, user.userId));
  await switchUser(db, user.userId, isActive);
  if (!isActive) await requireSuccessors(db, actor, user, user.permissions);
  await raiseVersion(db, actor, user);
  await notifyAdministrators(db, actor, user, 'state');
  const activated = user.state === 'locked' ? 'user.unlocked' : 'user.activated';
  await record(db, actor, {
    action: isActive ? activated : 'user.deactivated',
    subjectType: 'user',
    subjectId: user.userId,
  });
  return { version: user.version + 1 };
}

/** @throws AppError `wrong_state` if nobody else coordinates one of the clients that the user and the administrator share */
async function refuseUncoordinated(db: Db, actor: Actor, userId: number): Promise<void> {
  const reason = await findUncoordinated(db, userId, actor.clientIds);
  if (reason !== null) throw refused(reason, 'wrong_state');
}

/** Refuses to take these permissions from a user if nobody else of the administrator's clients had them. */
async function requireSuccessors(db: Db, actor: Actor, { clients }: UserRow, taken: readonly string[]): Promise<void> {
  const shared = clients.map(({ clientId }) => clientId).filter((clientId) => actor.clientIds.includes(clientId));
  if (taken.includes('ManageUsers')) await requireAdministrators(db, shared);
  if (taken.includes('ManageInstallation')) await requireInstaller(db);
}

/** A user's permissions, and which of them the administrator may change. */
export function editedPermissions(
  actor: Actor,
  user: UserRow & { usualPermissions: Permission[] | null },
): EditedPermission[] {
  const mayChange = userPolicy.setPermissions(actor, user);
  return allPermissions.map((permission) => ({
    permission,
    isHeld: user.permissions.includes(permission),
    isDefault: (user.usualPermissions ?? defaultPermissions[user.userType]).includes(permission),
    canChange: mayChange === true ? canChange(actor, user, permission) : mayChange,
  }));
}

function canChange(actor: Actor, user: UserRow, permission: Permission): true | string {
  if (!actor.permissions.has(permission)) return texts.notGrantable;
  return user.userId === actor.userId && permission === 'ManageUsers' ? texts.ownManageUsers : true;
}

/** Sets a user's permissions. */
export async function setPermissions(
  db: Db,
  actor: Actor,
  user: Authorized<UserRow, 'setPermissions'>,
  { permissions, version }: InputOf<typeof savePermissions>,
) {
  await requireVersion(version, user.version, texts.changed, () => findLastChange(db, user.userId));
  const given = permissions.filter((one) => !user.permissions.includes(one));
  const taken = user.permissions.filter((one) => !permissions.includes(one));
  for (const permission of [...given, ...taken]) {
    const allowance = canChange(actor, user, permission);
    if (allowance !== true) throw refused(allowance, 'wrong_state');
  }
  const { userId } = user;
  if (taken.includes('ManageWorkQueues')) await refuseUncoordinated(db, actor, userId);
  if (taken.length > 0) {
    await db.deleteFrom('user_permission').where('user_id', '=', userId).where('permission', 'in', taken).execute();
  }
  await requireSuccessors(db, actor, user, taken);
  if (given.length > 0) {
    const rows = given.map((permission) => ({ user_id: userId, permission }));
    await db.insertInto('user_permission').values(rows).execute();
  }
  await raiseVersion(db, actor, user);
  await publishAccessChanged(db, userId);
  // Also if the user becomes an administrator.
  await notifyAdministrators(db, actor, { userId, permissions: [...user.permissions, ...given] }, 'permissions');
  const details = { given, taken };
  await record(db, actor, { action: 'user.permissions_changed', subjectType: 'user', subjectId: userId, details });
  return { version: user.version + 1 };
}

/** Records that the actor changed the user. */
export async function raiseVersion(db: Db, actor: Actor, { userId, version }: UserRow): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ version: version + 1, updated_by_user_id: actor.userId, updated_at: new Date() })
    .where('user_id', '=', userId)
    .execute();
}
