import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';

/** Whether both records of a pair `d` belong to a client whose patients the actor can all see. */
export function mayReview(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`exists (select from patient p
    where p.patient_id = d.patient_id and p.client_id = any(${actor.viewAllClientIds}::bigint[]))`;
}

/** SQL for the number of pairs that wait for a review. */
export function openDuplicateCount(actor: Actor): RawBuilder<number> {
  return sql<number>`(select count(*)::int from patient_duplicate d where d.status = 'open' and ${mayReview(actor)})`;
}
