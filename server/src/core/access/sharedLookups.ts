import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';

/** Whether an entry of a list that clients share is for all clients or for one of these. */
export function isForClients(clientIds: readonly number[], column = 'client_id'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} = any(${clientIds}::bigint[]))`;
}

/** Whether an entry of a list that clients share is offered to the actor. */
export function isOfferedTo({ clientIds, viewAllClientIds }: Actor, column = 'client_id'): RawBuilder<boolean> {
  return isForClients([...new Set([...clientIds, ...viewAllClientIds])], column);
}
