import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { isSeenInQueue } from '../work-queues/subjectItems.ts';
import type { Actor } from './actor.ts';
import { maySeePatient } from './patientAccess.ts';

/**
 * Who may see a referral `r` of patient `p`, as SQL: those who may see the patient, the receiver, the coordinators whose
 * shared queue it is in, and those with whom such an item was shared. The receiver works it through the request itself,
 * before joining the care team; who sent it and lost the patient since loses it too.
 */
export function maySeeReferral(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(
    r.referred_to_user_id = any(${actor.userIds}::bigint[])
    or ${maySeePatient(actor)}
    or ${isSeenInQueue(actor, 'referral', sql.ref('r.referral_id'))})`;
}
