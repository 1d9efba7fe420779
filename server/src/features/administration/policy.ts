import type { Permission } from '@careloop/contracts/access';
import { managedClientTexts } from '@careloop/contracts/administration/clients';
import { userAdministrationTexts as texts } from '@careloop/contracts/administration/users';
import type { UserState } from '@careloop/contracts/administration/users';

import type { Actor } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';

/** What the rules about a user look at. */
export interface UserRow {
  userId: number;
  /** The client whose record the user is. */
  originClientId: number;
  permissions: readonly Permission[];
  state: UserState;
  email: string | null;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  version: number;
}

/** A user that is saved: what is there now, or null for a new one. */
export interface UserToSave {
  existing: UserRow | null;
}

const mayEdit = (actor: Actor, { originClientId, permissions }: UserRow) => {
  // The clients of who is acted for are no reason to manage their users.
  if (actor.onBehalfOfUserId !== null) return texts.inOwnName;
  if (!actor.clientIds.includes(originClientId)) return texts.otherClient;
  // Else a new password would be a way to permissions that the administrator was not given.
  return permissions.every((one) => actor.permissions.has(one)) || texts.mayMore;
};

const mayEditOther = (actor: Actor, row: UserRow) =>
  row.userId === actor.userId ? texts.ownAccount : mayEdit(actor, row);

type Action = 'edit' | 'setActive' | 'setPermissions' | 'sendPasswordReset' | 'turnOffSecondFactor';

/** Who may change a user (docs/domain/administration.md). */
export const userPolicy: Policy<UserRow, Action> = {
  edit: (actor, row) => (row.state === 'cannotSignIn' ? texts.isStub : mayEdit(actor, row)),
  setActive: (actor, row) => (row.state === 'cannotSignIn' ? texts.isStub : mayEditOther(actor, row)),
  setPermissions: (actor, row) => (row.state === 'cannotSignIn' ? texts.isStub : mayEdit(actor, row)),
  sendPasswordReset: (actor, row) => {
    if (row.state === 'cannotSignIn') return texts.isStub;
    if (row.state === 'inactive') return texts.inactive;
    if (row.email === null) return texts.noEmail;
    return row.hasPassword ? mayEdit(actor, row) : texts.noPassword;
  },
  turnOffSecondFactor: (actor, row) => (row.hasSecondFactor ? mayEditOther(actor, row) : texts.noSecondFactor),
};

export const savingUsers: Policy<UserToSave, 'save'> = {
  save: (actor, { existing }) => {
    if (existing !== null) return userPolicy.edit(actor, existing);
    return actor.onBehalfOfUserId === null || texts.inOwnName;
  },
};

/** An organization, client, market or facility that is saved: the clients whom it concerns. */
export interface RowToSave {
  clientIds: readonly number[];
}

export const savingClients: Policy<RowToSave, 'save'> = {
  save: (actor, { clientIds }) => {
    if (actor.onBehalfOfUserId !== null) return managedClientTexts.inOwnName;
    return clientIds.every((clientId) => actor.clientIds.includes(clientId)) || managedClientTexts.otherClients;
  },
};
