import { addressDialogTexts } from '@careloop/contracts/directory/addresses';

import type { Actor } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';

/** What the rules about a provider's address look at. */
export interface AddressRules {
  /** Whose record the provider is: the client that added it, or that its user belongs to. Null: all clients share it. */
  ownerClientId: number | null;
  /** Whether providers of clients that the actor does not belong to are at the place, too. */
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
