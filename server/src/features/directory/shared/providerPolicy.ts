import { allOf, passes } from '@careloop/contracts/access';
import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Policy } from '../../../core/access/authorize.ts';

/** The data that the rules for editing a provider depend on. */
export interface ProviderRow {
  healthcareProviderId: number;
  /**
   * The client that owns the record: the one that added it, or that its user belongs to. Null for a record that all clients
   * share.
   */
  ownerClientId: number | null;
  /** Its known values belong to all clients, even if one of them has given it an account (decision 088). */
  isSharedRecord: boolean;
  npiNumber: string | null;
  npiIsValid: boolean;
  userId: number | null;
  isStub: boolean;
  version: number;
}

/** A provider that has not been saved yet. */
export interface NewProvider {
  originClientId: number | null;
}

const holds = (actor: Actor, permission: 'AddProvider' | 'EditProvider' | 'ManageUsers') =>
  passes(allOf(permission), actor.permissions);

const isOfOthers = (actor: Actor, { ownerClientId }: Pick<ProviderRow, 'ownerClientId'>) =>
  ownerClientId !== null && !actor.clientIds.includes(ownerClientId);

/** Whether the record is the actor's own or that of a person they may act for (docs/domain/profile.md). */
export const isOwn = (actor: Actor, { userId }: Pick<ProviderRow, 'userId'>) =>
  userId !== null && actor.userIds.includes(userId);

/**
 * Fields that cannot be changed in one's own record without the permission. Charts are sent to the Direct address, which has to
 * be confirmed by a code in the profile; a proxy may not change the provider's identity.
 */
export function fixedFields(actor: Actor, row: ProviderRow): Partial<Record<FixedField, string>> {
  if (mayEditAsEditor(actor, row) === true) return {};
  if (row.userId === actor.userId) return { directEmail: providerTexts.directOfProfile };
  const byProvider = providerTexts.byProviderAlone;
  return {
    directEmail: byProvider,
    email: byProvider,
    deaNumber: byProvider,
    licenseNumber: byProvider,
    npiNumber: byProvider,
  };
}

type FixedField = 'directEmail' | 'email' | 'deaNumber' | 'licenseNumber' | 'npiNumber';

function mayEdit(actor: Actor, row: ProviderRow) {
  return isOwn(actor, row) ? true : mayEditAsEditor(actor, row);
}

/** The rule for users who edit the records of others. The installation corrects what all clients share. */
export function mayEditAsEditor(actor: Actor, row: Pick<ProviderRow, 'ownerClientId' | 'isSharedRecord'>) {
  if (!holds(actor, 'EditProvider')) return providerTexts.noEdit;
  if (row.isSharedRecord && passes(allOf('ManageInstallation'), actor.permissions)) return true;
  return isOfOthers(actor, row) ? providerTexts.otherOrigin : true;
}

/**
 * Whether the actor may replace what is known of who the provider is and where documents are sent to them. A record of no
 * client serves all of them: with another fax number or Direct address, the documents of other clients would go elsewhere
 * (decision 086), also if one client has given the record an account (decision 088).
 */
export function mayChangeKnown(actor: Actor, { isSharedRecord }: Pick<ProviderRow, 'isSharedRecord'>) {
  if (!isSharedRecord) return true;
  return passes(allOf('ManageInstallation'), actor.permissions) || providerTexts.sharedKnown;
}

type ProviderAction = 'edit' | 'changeKnown' | 'editNpi' | 'seePrivateNotes' | 'makeUser';

/** Permissions for a provider of the directory (docs/domain/providers.md). */
export const providerPolicy: Policy<ProviderRow, ProviderAction> = {
  edit: mayEdit,
  changeKnown: mayChangeKnown,
  // The NPI identifies the provider, so a valid one cannot be changed.
  editNpi: (actor, row) => {
    const isSettled = row.npiNumber !== null && row.npiIsValid;
    if (isSettled) return providerTexts.npiFixed;
    const allowance = mayEdit(actor, row);
    return allowance === true ? (fixedFields(actor, row).npiNumber ?? true) : allowance;
  },
  seePrivateNotes: (actor, row) => {
    if (!holds(actor, 'EditProvider')) return providerTexts.noEdit;
    return row.ownerClientId === null || isOfOthers(actor, row) ? providerTexts.noPrivateNotes : true;
  },
  makeUser: (actor, row) => {
    if (!holds(actor, 'ManageUsers')) return providerTexts.noManageUsers;
    if (row.userId !== null && !row.isStub) return providerTexts.isUser;
    if (isOfOthers(actor, row)) return providerTexts.otherOrigin;
    // Whoever sets the password could use these permissions.
    return defaultPermissions.provider.every((one) => actor.permissions.has(one)) || providerTexts.notGrantable;
  },
};

export const newProviderPolicy: Policy<NewProvider, 'add'> = {
  add: (actor, { originClientId }) => {
    if (!holds(actor, 'AddProvider')) return providerTexts.noAdd;
    return originClientId === null || actor.clientIds.includes(originClientId) ? true : providerTexts.unknownClient;
  },
};
