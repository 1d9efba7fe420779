import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';

/**
 * Whether one of the actor's clients offers each of the tags. An archived one stays on a provider who has it.
 * @param healthcareProviderId null for a new provider
 */
export async function areTagsKnown(
  db: Db,
  actor: Actor,
  chosen: readonly number[],
  healthcareProviderId: number | null,
): Promise<boolean> {
  const tagIds = [...new Set(chosen)];
  if (tagIds.length === 0) return true;
  const isKept = sql<boolean>`exists (select from healthcare_provider_tagging g
    where g.healthcare_provider_id = ${healthcareProviderId} and g.healthcare_provider_tag_id = t.healthcare_provider_tag_id)`;
  const tags = await db
    .selectFrom('healthcare_provider_tag as t')
    .select('healthcare_provider_tag_id')
    .where('healthcare_provider_tag_id', 'in', tagIds)
    .where('client_id', '=', sql<number>`any(${actor.clientIds}::bigint[])`)
    .where((where) => where.or([where('is_archived', '=', false), isKept]))
    .execute();
  return tags.length === tagIds.length;
}

/** Sets the tags of the actor's clients; those of other clients stay. @returns whether anything changed */
export async function saveTags(
  db: Db,
  actor: Actor,
  healthcareProviderId: number,
  tagIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`
    with own as (select healthcare_provider_tag_id as id from healthcare_provider_tag where client_id = any(${actor.clientIds}::bigint[])),
    gone as (
      delete from healthcare_provider_tagging where healthcare_provider_id = ${healthcareProviderId}
        and healthcare_provider_tag_id in (select id from own) and healthcare_provider_tag_id <> all(${tagIds}::bigint[])
      returning 1),
    added as (
      insert into healthcare_provider_tagging (healthcare_provider_id, healthcare_provider_tag_id)
      select ${healthcareProviderId}, id from own where id = any(${tagIds}::bigint[])
      on conflict do nothing returning 1)
    select from gone union all select from added`.execute(db);
  return rows.length > 0;
}
