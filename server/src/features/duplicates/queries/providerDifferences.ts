import type { ProviderDifference } from '@careloop/contracts/duplicates/conflicts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { pageOf, readCursor } from '../../../platform/db/cursor.ts';
import { lockRows } from '../../../platform/db/lockRows.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { conflictingProvider, isStatus } from './conflicts.ts';
import type { Filter } from './conflicts.ts';

type Difference = Omit<ProviderDifference, 'can'>;

/** Values by column as text. */
function textsOf(values: RawBuilder<unknown>): RawBuilder<Record<string, string | null>> {
  return sql`(select coalesce(jsonb_object_agg(v.key, case v.key
      when 'healthcare_provider_specialty_id' then (select s.name from healthcare_provider_specialty s
        where s.healthcare_provider_specialty_id::text = v.value)
      when 'healthcare_organization_id' then (select o.name from healthcare_organization o
        where o.healthcare_organization_id = v.value::bigint)
      else v.value end), '{}')
    from jsonb_each_text(${values}) as v where v.key in (select jsonb_object_keys(d.import_values)))`;
}

const difference = shape<Difference, { d: 'provider_difference'; h: 'healthcare_provider' }>({
  providerDifferenceId: 'd.provider_difference_id',
  provider: conflictingProvider.json,
  field: 'd.field',
  status: 'd.status',
  foundAt: iso('d.found_at'),
  version: 'd.version',
  ours: textsOf(sql`to_jsonb(h)`),
  theirs: textsOf(sql`d.import_values`),
});

/** Providers without an origin client may be decided by every editor, others by users who see all patients of that client. */
const mayDecide = (actor: Actor) => sql`coalesce(coalesce(h.origin_client_id, (select u.origin_client_id
  from user_account u where u.user_id = h.user_id and not u.is_stub)) = any(${actor.viewAllClientIds}::bigint[]), true)`;

export async function findProviderDifferences(db: Db, actor: Actor, filter: Filter, pageSize: number) {
  const after = readCursor(filter.cursor);
  // Values that have become equal since, by hand or by another import, are no longer a difference.
  const stillDiffers = filter.status === 'open' ? sql`and not to_jsonb(h) @> d.import_values` : sql``;
  const { rows } = await difference.from`provider_difference d join healthcare_provider h using (healthcare_provider_id)
    where ${isStatus('d.status', filter)} and ${mayDecide(actor)} ${stillDiffers}
      ${after === null ? sql`` : sql`and d.provider_difference_id < ${after.id}`}
    order by d.provider_difference_id desc limit ${pageSize + 1}`.execute(db);
  return pageOf(rows, pageSize, (row) => ({ key: '', id: row.providerDifferenceId }));
}

export async function lockProviderDifference(db: Db, actor: Actor, providerDifferenceId: number) {
  const statement = sql`provider_difference d join healthcare_provider h using (healthcare_provider_id)
    where d.provider_difference_id = ${providerDifferenceId} and ${mayDecide(actor)}`;
  return (await lockRows(db, difference, statement, { of: { d: 'provider_difference', h: 'healthcare_provider' } }))[0];
}
