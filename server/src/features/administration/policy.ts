import type { Permission } from '@careloop/contracts/access';
import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { installationTexts } from '@careloop/contracts/administration/installation';
import { managedLookupTexts } from '@careloop/contracts/administration/lookups';
import { userTypeTexts } from '@careloop/contracts/administration/userTypes';
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
  /** Clients of the user and of everybody they may act for. */
  controlledClientIds: readonly number[];
  /** Permissions of the user and of everybody they may act for. */
  controlledPermissions: readonly Permission[];
  /** The user's own clients. */
  clients: readonly { clientId: number }[];
  /** The built-in type that the user's type works like. */
  userType: UserType;
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

const mayManage = (actor: Actor, { originClientId, permissions }: UserRow) => {
  // The clients of a person acted for do not give the right to manage their users.
  if (actor.onBehalfOfUserId !== null) return texts.inOwnName;
  if (!actor.clientIds.includes(originClientId)) return texts.otherClient;
  return permissions.every((one) => actor.permissions.has(one)) || texts.mayMore;
};

/**
 * Whoever sets an account's password, address, second factor, proxies, clients or directory record can sign in as the user
 * and sees what they see, also through the people they may act for. One's own account gives nothing new.
 */
const mayControl = (actor: Actor, row: UserRow) => {
  const manage = mayManage(actor, row);
  if (manage !== true || row.userId === actor.userId) return manage;
  if (!row.clients.every(({ clientId }) => actor.clientIds.includes(clientId))) return texts.otherClient;
  const holdsAll =
    row.controlledClientIds.every((clientId) => actor.clientIds.includes(clientId)) &&
    row.controlledPermissions.every((one) => actor.permissions.has(one));
  return holdsAll || texts.actsForMore;
};

const mayControlOther = (actor: Actor, row: UserRow) =>
  row.userId === actor.userId ? texts.ownAccount : mayControl(actor, row);

/** One's own password and addresses are changed in the profile, with the current password and a code. */
const mayChangeCredentials = (actor: Actor, row: UserRow) =>
  row.userId === actor.userId ? texts.ownCredentials : mayControl(actor, row);

/** Whether a user may make others coordinators: the mark opens what `ManageWorkQueues` shows. */
export const mayGiveMarks = (actor: Actor) => actor.permissions.has('ManageWorkQueues') || texts.markNotGrantable;

/** Whether a user can give others a user type with these permissions. */
export const mayGiveType = (actor: Actor, usual: readonly Permission[]) =>
  usual.every((one) => actor.permissions.has(one));

type Action =
  | 'edit'
  | 'changeCredentials'
  | 'markCoordinator'
  | 'setActive'
  | 'setPermissions'
  | 'changeProxies'
  | 'sendPasswordReset'
  | 'turnOffSecondFactor'
  | 'linkDirectoryRecord';

/** Permissions for managing users (docs/domain/administration.md). */
export const userPolicy: Policy<UserRow, Action> = {
  edit: (actor, row) => (row.state === 'cannotSignIn' ? texts.isStub : mayControl(actor, row)),
  changeCredentials: (actor, row) => (row.state === 'cannotSignIn' ? texts.isStub : mayChangeCredentials(actor, row)),
  markCoordinator: (actor, row) => {
    const edit = userPolicy.edit(actor, row);
    if (edit !== true) return edit;
    return row.userId === actor.userId ? texts.ownMark : mayGiveMarks(actor);
  },
  // Not `mayControl`: it gives nobody access, and locking somebody out must be possible at once.
  setActive: (actor, row) => {
    if (row.state === 'cannotSignIn') return texts.isStub;
    return row.userId === actor.userId ? texts.ownAccount : mayManage(actor, row);
  },
  setPermissions: (actor, row) => (row.state === 'cannotSignIn' ? texts.isStub : mayControl(actor, row)),
  // Otherwise, administrators could give themselves access to the patients of the users they manage.
  changeProxies: (actor, row) => (row.userId === actor.userId ? texts.ownProxies : mayControl(actor, row)),
  sendPasswordReset: (actor, row) => {
    if (row.state === 'cannotSignIn') return texts.isStub;
    if (row.state === 'inactive') return texts.inactive;
    if (row.email === null) return texts.noEmail;
    return row.hasPassword ? mayChangeCredentials(actor, row) : texts.noPassword;
  },
  turnOffSecondFactor: (actor, row) => (row.hasSecondFactor ? mayControlOther(actor, row) : texts.noSecondFactor),
  linkDirectoryRecord: (actor, row) => {
    if (row.state === 'cannotSignIn') return texts.isStub;
    if (row.isProvider) return texts.hasRecord;
    if (row.userType !== 'provider' && !mayGiveType(actor, defaultPermissions.provider)) return texts.notGrantable;
    return mayControlOther(actor, row);
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
  /** Whether the proxy is the administrator, with this account or another one of theirs. */
  isOwn: boolean;
  proxyUserId: number;
  proxiedUserId: number;
  /** The user acted for. */
  proxied: UserRow;
}

/** The rights of the user acted for decide, since it is their patients and messages that the proxy sees. */
export const changingProxies: Policy<ProxyToChange, 'change'> = {
  change: (actor, { isOwn, proxied }) => (isOwn ? texts.ownProxies : userPolicy.changeProxies(actor, proxied)),
};

/** A client, market or facility to save, with the clients it belongs to. */
export interface RowToSave {
  clientIds: readonly number[];
}

export const savingClients: Policy<RowToSave, 'save'> = {
  save: (actor, { clientIds }) => {
    if (actor.onBehalfOfUserId !== null) return managedClientTexts.inOwnName;
    return clientIds.every((clientId) => actor.clientIds.includes(clientId)) || managedClientTexts.notFound;
  },
};

/** Whether the actor may change what belongs to no client. */
const mayManageInstallation = (actor: Actor) => actor.permissions.has('ManageInstallation');

/** An organization of clients, with all of its clients. It belongs to the administrator if they all do. */
export interface OrganizationRow {
  clientIds: readonly number[];
}

const mayChangeOrganization = (actor: Actor, { clientIds }: OrganizationRow) => {
  if (actor.onBehalfOfUserId !== null) return managedClientTexts.inOwnName;
  if (mayManageInstallation(actor)) return true;
  const isOwn = clientIds.length > 0 && clientIds.every((clientId) => actor.clientIds.includes(clientId));
  return isOwn || installationTexts.organization;
};

export const organizationPolicy: Policy<OrganizationRow, 'rename' | 'addClient'> = {
  rename: mayChangeOrganization,
  addClient: mayChangeOrganization,
};

/** An organization to save; null for a new one. */
export interface OrganizationToSave {
  existing: OrganizationRow | null;
}

export const savingOrganizations: Policy<OrganizationToSave, 'save'> = {
  save: (actor, { existing }) => {
    if (existing !== null) return organizationPolicy.rename(actor, existing);
    if (actor.onBehalfOfUserId !== null) return managedClientTexts.inOwnName;
    return mayManageInstallation(actor) || installationTexts.newOrganization;
  },
};

/** An entry of a list that all clients share. */
export interface SharedEntryToSave {
  /** The client that uses it; null if all do. */
  clientId: number | null;
  isNew: boolean;
}

export const savingSharedEntries: Policy<SharedEntryToSave, 'save'> = {
  save: (actor, { clientId, isNew }) => {
    if (clientId !== null) return actor.clientIds.includes(clientId) || managedClientTexts.notFound;
    return mayManageInstallation(actor) || (isNew ? installationTexts.sharedIsNew : installationTexts.shared);
  },
};

/** A user type, as it is or as it is to be saved. */
export interface UserTypeRow {
  /** Null if it is built in. */
  clientId: number | null;
  /** Permissions before and after the change. */
  permissions: readonly Permission[];
  userCount: number;
}

const mayChangeType = (actor: Actor, { clientId, permissions }: UserTypeRow) => {
  if (clientId === null) return userTypeTexts.builtIn;
  if (!actor.clientIds.includes(clientId)) return managedLookupTexts.notFound;
  return mayGiveType(actor, permissions) || userTypeTexts.notGrantable;
};

/** Who may change a user type: others give its permissions to new users without choosing them again. */
export const userTypePolicy: Policy<UserTypeRow, 'save' | 'remove'> = {
  save: mayChangeType,
  remove: (actor, row) => {
    const change = mayChangeType(actor, row);
    return change === true && row.userCount > 0 ? userTypeTexts.inUse(row.userCount) : change;
  },
};
