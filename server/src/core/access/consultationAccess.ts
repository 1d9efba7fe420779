import { voidConsultationStatuses } from '@careloop/contracts/codes/consultations';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { literals } from '../../platform/db/literals.ts';
import { isSeenInQueue } from '../work-queues/subjectItems.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { maySeePatient } from './patientAccess.ts';

/**
 * SQL condition: the actor may see consultation `cr` of patient `p`. These may: everybody who may see the patient, the
 * consultant even when not on the care team, the coordinators in whose queue it is, and those with whom such an item was
 * shared. A requester who has lost access to the patient can no longer see it.
 */
export function maySeeConsultation(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(
    cr.requested_to_user_id = any(${actor.userIds}::bigint[])
    or ${maySeePatient(actor)}
    or ${isSeenInQueue(actor, 'consultation', sql.ref('cr.consultation_id'))})`;
}

/**
 * SQL condition: consultation `cr` of patient `p` is over for the actor. It was declined or withdrawn, and the actor saw it
 * only as the consultant, or because the consultant shared it. They keep what was sent to them until then, nothing later.
 */
export function isConsultationOver(actor: Actor): RawBuilder<boolean> {
  const id = sql.ref('cr.consultation_id');
  const seenOtherwise = isSeenInQueue(actor, 'consultation', id, sql`array[cr.requested_to_user_id]`);
  return sql<boolean>`(cr.status in (${literals(voidConsultationStatuses)})
    and not (${maySeePatient(actor)} or ${seenOtherwise}))`;
}
