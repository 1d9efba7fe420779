import type { Permission } from '@careloop/contracts/access';
import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import { organizationTexts } from '@careloop/contracts/directory/organizations';
import type { Organization } from '@careloop/contracts/directory/organizations';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Policy } from '../../core/access/authorize.ts';
import { isOwn, mayEditAsEditor as mayEditRecord } from './shared/providerPolicy.ts';

/**
 * Whether the user has the permission that a picker or search requires. A permission applies to all of a user's clients, or to
 * none.
 */
export function isPermitted(actor: Actor, required: Permission | null | undefined): boolean {
  return required == null || actor.permissions.has(required);
}

/** The data that the rules for a provider's address depend on. */
export interface AddressRules {
  /**
   * The client that owns the provider's record: the one that added it, or that its user belongs to. Null if all clients share
   * it.
   */
  ownerClientId: number | null;
  /** Known values of the provider belong to all clients (decision 088). */
  isSharedRecord: boolean;
  /** The provider's user. */
  userId: number | null;
  /** Whether providers or organizations of other clients are or were at the place too. */
  isPlaceOfOthers: boolean;
}

const mayEditAsEditor = (actor: Actor, row: AddressRules) => {
  if (!actor.permissions.has('EditProvider')) return addressDialogTexts.noEdit;
  return mayEditRecord(actor, row) === true || addressDialogTexts.otherOrigin;
};

const mayChangePlace = (actor: Actor, row: AddressRules) => {
  const edit = mayEditAsEditor(actor, row);
  if (edit !== true) return isOwn(actor, row) ? addressDialogTexts.localOnly : edit;
  return row.isPlaceOfOthers ? addressDialogTexts.sharedWithOthers : true;
};

/** Who may change addresses of a provider, and places that others can use (docs/domain/addresses.md). */
export const addressPolicy: Policy<AddressRules, 'edit' | 'changePlace'> = {
  edit: (actor, row) => isOwn(actor, row) || mayEditAsEditor(actor, row),
  changePlace: mayChangePlace,
};

/** The same for a save, whose refusal also says what to do. */
export const savingPlaces: Policy<AddressRules, 'changePlace'> = {
  changePlace: (actor, row) => {
    const allowance = mayChangePlace(actor, row);
    const { localOnly, sharedWithOthers, saveLocally } = addressDialogTexts;
    return allowance === localOnly || allowance === sharedWithOthers ? `${allowance} ${saveLocally}` : allowance;
  },
};

/** The data that the rules for an organization depend on. */
export interface OrganizationRules {
  /** It has providers, and all of them belong to other clients. */
  isOfOthers: boolean;
}

/** An organization to save: its current state, or null for a new one. */
export interface OrganizationToSave {
  existing: (Omit<Organization, 'can'> & OrganizationRules) | null;
}

const mayEditOrganization = (actor: Actor, { isOfOthers }: OrganizationRules) => {
  if (!actor.permissions.has('EditProvider')) return organizationTexts.noEdit;
  return isOfOthers ? organizationTexts.otherOrigin : true;
};

/** Who may change an organization (docs/domain/organizations.md). */
export const organizationPolicy: Policy<OrganizationRules, 'edit'> = { edit: mayEditOrganization };

export const savingOrganizations: Policy<OrganizationToSave, 'save'> = {
  save: (actor, { existing }) => {
    if (existing !== null) return mayEditOrganization(actor, existing);
    return actor.permissions.has('AddProvider') || organizationTexts.noAdd;
  },
};
