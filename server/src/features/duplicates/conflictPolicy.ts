import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { conflictTexts } from '@careloop/contracts/duplicates/conflicts';

import type { Policy } from '../../core/access/authorize.ts';

export const providerConflictPolicy: Policy<{ status: 'open' | 'kept_apart' }, 'keepApart' | 'reopen'> = {
  keepApart: (_actor, { status }) => status === 'open' || conflictTexts.alreadyDecided,
  reopen: (_actor, { status }) => status === 'kept_apart' || conflictTexts.notDecided,
};

/** A kept value can still be replaced by the import's; a taken one then counts as imported. */
export const differencePolicy: Policy<{ status: 'open' | 'kept' | 'taken' }, 'take' | 'keep'> = {
  take: (_actor, { status }) => status !== 'taken' || conflictTexts.alreadyDecided,
  keep: (_actor, { status }) => status === 'open' || conflictTexts.alreadyDecided,
};

/** Deciding about a provider's value changes the directory. */
export const providerDifferencePolicy: typeof differencePolicy = {
  take: (actor, row) =>
    actor.permissions.has('EditProvider') ? differencePolicy.take(actor, row) : providerTexts.noEdit,
  keep: (actor, row) =>
    actor.permissions.has('EditProvider') ? differencePolicy.keep(actor, row) : providerTexts.noEdit,
};
