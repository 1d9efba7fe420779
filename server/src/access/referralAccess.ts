import { voidReferralStatuses } from '@careloop/contracts/codes';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { literals } from '../db/literals.ts';
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

/** Whether a referral `r` came to nothing. */
const isVoid = sql<boolean>`r.status in (${literals(voidReferralStatuses)})`;

/**
 * Whether a referral `r` of patient `p` is over for the actor, as SQL: it was declined or taken back, and they saw it as its
 * receiver only, or because the receiver shared it. They keep what was sent to them until then and nothing later.
 */
export function isOverForReceiver(actor: Actor): RawBuilder<boolean> {
  const seenOtherwise = isSeenInQueue(actor, 'referral', sql.ref('r.referral_id'), sql.ref('r.referred_to_user_id'));
  return sql<boolean>`(${isVoid} and not (${maySeePatient(actor)} or ${seenOtherwise}))`;
}
