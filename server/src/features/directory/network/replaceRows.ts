import type { OnCallPeriod } from '@careloop/contracts/directory/network';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';

// Replaces the rows of one or many providers, each kind by two statements: one deletes what is no longer stated, the other
// adds what is missing. Both return the providers whose rows changed. The caller has locked the providers.

export interface AffiliationRow {
  healthcareProviderId: number;
  affiliationTierId: number;
  isPrimary: boolean;
}

/** @param of the providers, and the clients whose affiliations with them are replaced */
export function replaceAffiliations(
  db: Db,
  of: { providerIds: readonly number[]; clientIds: readonly number[] },
  rows: readonly AffiliationRow[],
): Promise<Set<number>> {
  const given = sql`unnest(${rows.map((row) => row.healthcareProviderId)}::bigint[],
    ${rows.map((row) => row.affiliationTierId)}::bigint[], ${rows.map((row) => row.isPrimary)}::boolean[])
    as g (healthcare_provider_id, affiliation_tier_id, is_primary)`;
  // A row whose `is_primary` changed is deleted as well: a client has one primary affiliation at any time.
  return changedBy(
    db,
    sql`delete from healthcare_provider_affiliation x where x.healthcare_provider_id = any(${of.providerIds}::bigint[])
      and x.client_id = any(${of.clientIds}::bigint[]) and not exists (select from ${given}
        where g.healthcare_provider_id = x.healthcare_provider_id and g.affiliation_tier_id = x.affiliation_tier_id
          and g.is_primary = x.is_primary)
      returning x.healthcare_provider_id`,
    sql`insert into healthcare_provider_affiliation (healthcare_provider_id, client_id, affiliation_tier_id, is_primary)
      select g.healthcare_provider_id, t.client_id, t.affiliation_tier_id, g.is_primary
      from ${given} join affiliation_tier t using (affiliation_tier_id) where t.client_id = any(${of.clientIds}::bigint[])
      on conflict (healthcare_provider_id, affiliation_tier_id) do nothing returning healthcare_provider_id`,
  );
}

/** @param pairs provider and plan */
export function replacePlans(
  db: Db,
  providerIds: readonly number[],
  pairs: readonly (readonly [number, number])[],
): Promise<Set<number>> {
  return replacePairs(db, 'healthcare_provider_insurance_plan', 'insurance_plan_id', providerIds, pairs);
}

/** @param pairs provider, and the one who prefers them */
export function replacePreferredBy(
  db: Db,
  providerIds: readonly number[],
  pairs: readonly (readonly [number, number])[],
): Promise<Set<number>> {
  const other = 'preferred_by_healthcare_provider_id';
  return replacePairs(db, 'healthcare_provider_preferred_by', other, providerIds, pairs);
}

function replacePairs(
  db: Db,
  table: string,
  other: string,
  providerIds: readonly number[],
  pairs: readonly (readonly [number, number])[],
): Promise<Set<number>> {
  const given = sql`unnest(${pairs.map(([id]) => id)}::bigint[], ${pairs.map(([, id]) => id)}::bigint[])
    as g (healthcare_provider_id, other_id)`;
  return changedBy(
    db,
    sql`delete from ${sql.table(table)} x where x.healthcare_provider_id = any(${providerIds}::bigint[])
      and not exists (select from ${given}
        where g.healthcare_provider_id = x.healthcare_provider_id and g.other_id = x.${sql.ref(other)})
      returning x.healthcare_provider_id`,
    sql`insert into ${sql.table(table)} (healthcare_provider_id, ${sql.ref(other)})
      select g.healthcare_provider_id, g.other_id from ${given}
      on conflict do nothing returning healthcare_provider_id`,
  );
}

/** Replaces a provider's current and future periods; past ones stay. @returns whether any changed */
export async function replaceOnCall(
  db: Db,
  healthcareProviderId: number,
  periods: readonly OnCallPeriod[],
): Promise<boolean> {
  const given = sql`unnest(${periods.map((period) => period.startsAt)}::timestamptz[],
    ${periods.map((period) => period.endsAt)}::timestamptz[]) as g (starts_at, ends_at)`;
  const isSame = sql`g.starts_at = x.starts_at and g.ends_at = x.ends_at`;
  const changed = await changedBy(
    db,
    sql`delete from healthcare_provider_on_call x where x.healthcare_provider_id = ${healthcareProviderId}
      and x.ends_at > now() and not exists (select from ${given} where ${isSame}) returning x.healthcare_provider_id`,
    sql`insert into healthcare_provider_on_call (healthcare_provider_id, starts_at, ends_at)
      select ${healthcareProviderId}, g.starts_at, g.ends_at from ${given}
      where g.ends_at > now() and not exists (select from healthcare_provider_on_call x
        where x.healthcare_provider_id = ${healthcareProviderId} and ${isSame})
      returning healthcare_provider_id`,
  );
  return changed.size > 0;
}

async function changedBy(db: Db, ...statements: readonly RawBuilder<unknown>[]): Promise<Set<number>> {
  const changed = new Set<number>();
  for (const statement of statements) {
    const { rows } = await (statement as RawBuilder<{ healthcare_provider_id: number }>).execute(db);
    for (const row of rows) changed.add(row.healthcare_provider_id);
  }
  return changed;
}
