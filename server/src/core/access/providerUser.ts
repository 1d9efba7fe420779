import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import type { Actor } from '../../platform/identity/actor.ts';

/** Makes a user the one of a directory record, which the caller has locked or whose version it has checked. */
export async function setProviderUser(
  db: Db,
  actor: Actor,
  { healthcareProviderId, userId }: { healthcareProviderId: number; userId: number },
): Promise<void> {
  await db
    .updateTable('healthcare_provider')
    .set({
      user_id: userId,
      user_linked_by_user_id: actor.userId,
      updated_by_user_id: actor.userId,
      updated_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .execute();
}

/**
 * SQL condition: what a client sent to this record before it had an account may follow to its user. The account is one of the
 * client, or was linked by somebody who manages the client's users or the installation. Otherwise the administrator of one
 * client could give a shared record an account, and read what other clients had sent to the provider (decision 087).
 * @param record the alias of the `healthcare_provider`
 */
export function mayFollowToUser(record: string, clientId: RawBuilder<unknown>): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${record}.${name}`);
  return sql<boolean>`may_follow_to_user(${column('user_id')}, ${column('user_linked_by_user_id')}, ${clientId})`;
}

/**
 * Whether a record belongs to all clients: it has no client, and no account that the installation vouches for (decision 088).
 * @param record the alias of the `healthcare_provider`
 */
export function isSharedRecord(record: string): RawBuilder<boolean> {
  return sql<boolean>`is_shared_provider(${sql.ref(record)})`;
}

/**
 * The client that owns a record: the one that added it, or else that of its user. A stub owns nothing: everybody with
 * `EditProvider` can make one.
 * @param record the alias of the `healthcare_provider`
 * @param user the alias of its `user_account`, if there is one
 */
export function ownerOfRecord(record: string, user: string): RawBuilder<number | null> {
  return sql<number | null>`coalesce(${sql.ref(`${record}.origin_client_id`)},
    case when not ${sql.ref(`${user}.is_stub`)} then ${sql.ref(`${user}.origin_client_id`)} end)`;
}

/** SQL condition: user `u` of a provider can sign in, and belongs to other clients only. */
export const isOutside = (clientId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(u.user_id is not null and not exists (select from user_client uc
    where uc.user_id = u.user_id and uc.client_id = ${clientId}))`;
