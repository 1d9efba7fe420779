import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import { organizationTexts } from '@careloop/contracts/directory/organizations';
import type { Organization } from '@careloop/contracts/directory/organizations';

import type { Actor } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';

/** What the rules about a provider's address look at. */
export interface AddressRules {
  /** Whose record the provider is: the client that added it, or that its user belongs to. Null: all clients share it. */
  ownerClientId: number | null;
  /** Whether providers or organizations of clients that the actor does not belong to are or were at the place, too. */
  isPlaceOfOthers: boolean;
}

const mayEdit = (actor: Actor, { ownerClientId }: AddressRules) => {
  if (!actor.permissions.has('EditProvider')) return addressDialogTexts.noEdit;
  return ownerClientId === null || actor.clientIds.includes(ownerClientId) || addressDialogTexts.otherOrigin;
};

/** Who may change addresses of a provider, and the place that others share (docs/domain/addresses.md). */
export const addressPolicy: Policy<AddressRules, 'edit' | 'changePlace'> = {
  edit: mayEdit,
  changePlace: (actor, row) => {
    const edit = mayEdit(actor, row);
    if (edit !== true) return edit;
    return row.isPlaceOfOthers ? addressDialogTexts.sharedWithOthers : true;
  },
};

/** What the rules about an organization look at. */
export interface OrganizationRules {
  /** It has providers, and all of them belong to clients of others. */
  isOfOthers: boolean;
}

/** An organization that is saved: what it is now, or null for a new one. */
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
