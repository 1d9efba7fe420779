import type { Permission } from '@careloop/contracts/access';
import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { managedClientTexts } from '@careloop/contracts/administration/clients';
import { userAdministrationTexts as texts } from '@careloop/contracts/administration/users';
import type { UserState } from '@careloop/contracts/administration/users';
import type { UserType } from '@careloop/contracts/codes';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Policy } from '../../core/access/authorize.ts';

/** The data that the rules for a user depend on. */
export interface UserRow {
  userId: number;
  /** The client that owns the user's record. */
  originClientId: number;
  permissions: readonly Permission[];
  userTypeId: UserType;
  /** Whether a directory record belongs to the user. */
  isProvider: boolean;
  state: UserState;
  email: string | null;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  version: number;
}

/** A user to save: the current state, or null for a new one. */
export interface UserToSave {
  existing: UserRow | null;
}

const mayEdit = (actor: Actor, { originClientId, permissions }: UserRow) => {
  // The clients of a person acted for do not give the right to manage their users.
  if (actor.onBehalfOfUserId !== null) return texts.inOwnName;
  if (!actor.clientIds.includes(originClientId)) return texts.otherClient;
  // Otherwise, setting a new password would give access to permissions the administrator lacks.
  return permissions.every((one) => actor.permissions.has(one)) || texts.mayMore;
};

const mayEditOther = (actor: Actor, row: UserRow) =>
  row.userId === actor.userId ? texts.ownAccount : mayEdit(actor, row);

/** Whether a user with these permissions can give others a user type. */
export const mayGiveType = (actor: Actor, userType: UserType) =>
  defaultPermissions[userType].every((one) => actor.permissions.has(one));

type Action =
  | 'edit'
  | 'setActive'
  | 'setPermissions'
  | 'changeProxies'
  | 'sendPasswordReset'
  | 'turnOffSecondFactor'
  | 'linkDirectoryRecord';

/** Permissions for managing users (docs/domain/administration.md). */
export const userPolicy: Policy<UserRow, Action> = {
  edit: (actor, row) => (row.state === 'cannotSignIn' ? texts.isStub : mayEdit(actor, row)),
  setActive: (actor, row) => (row.state === 'cannotSignIn' ? texts.isStub : mayEditOther(actor, row)),
  setPermissions: (actor, row) => (row.state === 'cannotSignIn' ? texts.isStub : mayEdit(actor, row)),
  // Otherwise, administrators could give themselves access to the patients of the users they manage.
  changeProxies: (actor, row) => (row.userId === actor.userId ? texts.ownProxies : mayEdit(actor, row)),
  sendPasswordReset: (actor, row) => {
    if (row.state === 'cannotSignIn') return texts.isStub;
    if (row.state === 'inactive') return texts.inactive;
    if (row.email === null) return texts.noEmail;
    return row.hasPassword ? mayEdit(actor, row) : texts.noPassword;
  },
  turnOffSecondFactor: (actor, row) => (row.hasSecondFactor ? mayEditOther(actor, row) : texts.noSecondFactor),
  linkDirectoryRecord: (actor, row) => {
    if (row.state === 'cannotSignIn') return texts.isStub;
    if (row.isProvider) return texts.hasRecord;
    if (row.userTypeId !== 'provider' && !mayGiveType(actor, 'provider')) return texts.notGrantable;
    return mayEditOther(actor, row);
  },
};

export const savingUsers: Policy<UserToSave, 'save'> = {
  save: (actor, { existing }) => {
    if (existing !== null) return userPolicy.edit(actor, existing);
    return actor.onBehalfOfUserId === null || texts.inOwnName;
  },
};

/** A user who acts for another one, or is to. */
export interface ProxyToChange {
  proxyUserId: number;
  proxiedUserId: number;
  /** The user acted for. */
  proxied: UserRow;
}

/** The rights of the user acted for decide, since it is their patients and messages that the proxy sees. */
export const changingProxies: Policy<ProxyToChange, 'change'> = {
  change: (actor, { proxyUserId, proxied }) =>
    proxyUserId === actor.userId ? texts.ownProxies : userPolicy.changeProxies(actor, proxied),
};

/** An organization, client, market or facility to save, with the clients it belongs to. */
export interface RowToSave {
  clientIds: readonly number[];
}

export const savingClients: Policy<RowToSave, 'save'> = {
  save: (actor, { clientIds }) => {
    if (actor.onBehalfOfUserId !== null) return managedClientTexts.inOwnName;
    return clientIds.every((clientId) => actor.clientIds.includes(clientId)) || managedClientTexts.otherClients;
  },
};
