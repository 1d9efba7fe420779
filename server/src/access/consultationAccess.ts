import { voidConsultationStatuses } from '@careloop/contracts/codes/consultations';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { literals } from '../db/literals.ts';
import { isSeenInQueue } from '../work-queues/subjectItems.ts';
import type { Actor } from './actor.ts';
import { maySeePatient } from './patientAccess.ts';

/**
 * Who may see a consultation `cr` of patient `p`, as SQL: those who may see the patient, the person asked, also where they are
 * not on the care team, the coordinators in whose queue it is, and those with whom such an item was shared. Who asked and
 * lost the patient since loses it too.
 */
export function maySeeConsultation(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(
    cr.requested_to_user_id = any(${actor.userIds}::bigint[])
    or ${maySeePatient(actor)}
    or ${isSeenInQueue(actor, 'consultation', sql.ref('cr.consultation_id'))})`;
}

/**
 * Whether a consultation `cr` of patient `p` is over for the actor, as SQL: it was declined or taken back, and they saw it as the
 * person asked only, or because that person shared it. They keep what was sent to them until then and nothing later.
 */
export function isConsultationOver(actor: Actor): RawBuilder<boolean> {
  const id = sql.ref('cr.consultation_id');
  const seenOtherwise = isSeenInQueue(actor, 'consultation', id, sql.ref('cr.requested_to_user_id'));
  return sql<boolean>`(cr.status in (${literals(voidConsultationStatuses)})
    and not (${maySeePatient(actor)} or ${seenOtherwise}))`;
}
