import { openReferralStatuses } from '@careloop/contracts/codes';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { literals } from '../../db/literals.ts';
import { maySeePatient } from '../../access/patientAccess.ts';
import { isSeenInQueue } from '../../work-queues/subjectItems.ts';

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

/** Whether a referral `r` is past due: never stored. */
export const isOverdue = sql<boolean>`(r.status in (${literals(openReferralStatuses)}) and r.due_at < now())`;
