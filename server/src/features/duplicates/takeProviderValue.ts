import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import type { ProviderDifference } from '@careloop/contracts/duplicates/conflicts';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { onConstraint } from '../../platform/db/errors.ts';
import { refused } from '../../platform/errors.ts';
import { decidedBy, takeImportValue } from './decideConflict.ts';

type Difference = Omit<ProviderDifference, 'can'>;

/** Replaces our value with the import's, which counts as imported from now on. */
export async function takeProviderValue(db: Db, actor: Actor, row: Authorized<Difference, 'take'>) {
  await onConstraint(takeImportValue(db, 'healthcare_provider', row.providerDifferenceId, Object.keys(row.theirs)), {
    healthcare_provider_valid_npi: () => refused(providerTexts.sameNpi),
  });
  return decide(db, actor, row, 'taken');
}

/** Keeps our value; later imports of the same value do not list it again. */
export function keepProviderValue(db: Db, actor: Actor, row: Authorized<Difference, 'keep'>) {
  return decide(db, actor, row, 'kept');
}

async function decide(db: Db, actor: Actor, row: Difference, status: 'kept' | 'taken') {
  await db
    .updateTable('provider_difference')
    .set({ status, ...decidedBy(actor) })
    .where('provider_difference_id', '=', row.providerDifferenceId)
    .execute();
  await record(db, actor, {
    action: status === 'taken' ? 'provider.import_value_taken' : 'provider.own_value_kept',
    subjectType: 'healthcare_provider',
    subjectId: row.provider.healthcareProviderId,
    details: { field: row.field },
  });
  return {};
}
