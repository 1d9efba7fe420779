import { providerTexts } from '@careloop/contracts/directory/providerTexts';

import type { Policy } from '../../../core/access/authorize.ts';
import { mayEditAsEditor } from '../shared/providerPolicy.ts';
import type { ProviderRow } from '../shared/providerPolicy.ts';

/** Who may edit a provider's network (docs/domain/providers.md). */
export const networkPolicy: Policy<ProviderRow, 'editAffiliations' | 'editDetails'> = {
  // Affiliations are the client's own, also with providers whose record belongs to another client.
  editAffiliations: (actor) => actor.permissions.has('EditProvider') || providerTexts.noEdit,
  // Everything else is shared by all clients. Unlike the record, the provider's own needs the permission, too.
  editDetails: mayEditAsEditor,
};
