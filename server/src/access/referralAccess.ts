import { voidReferralStatuses } from '@careloop/contracts/codes';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { literals } from '../db/literals.ts';
import { isSeenInQueue } from '../work-queues/subjectItems.ts';
import type { Actor } from './actor.ts';
import { maySeePatient } from './patientAccess.ts';

/**
 * SQL condition: the actor may see referral `r` of patient `p`. These may: everybody who may see the patient, the receiver,
 * the coordinators whose shared queue it is in, and those with whom such an item was shared. The receiver has access
 * before joining the care team. A sender who has lost access to the patient can no longer see it.
 */
export function maySeeReferral(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(
    r.referred_to_user_id = any(${actor.userIds}::bigint[])
    or ${maySeePatient(actor)}
    or ${isSeenInQueue(actor, 'referral', sql.ref('r.referral_id'))})`;
}

/** SQL condition: referral `r` was declined or withdrawn. */
const isVoid = sql<boolean>`r.status in (${literals(voidReferralStatuses)})`;

/**
 * SQL condition: referral `r` of patient `p` is over for the actor. It was declined or withdrawn, and the actor saw it only
 * as its receiver, or because the receiver shared it. They keep what was sent to them until then, nothing later.
 */
export function isOverForReceiver(actor: Actor): RawBuilder<boolean> {
  const seenOtherwise = isSeenInQueue(actor, 'referral', sql.ref('r.referral_id'), sql.ref('r.referred_to_user_id'));
  return sql<boolean>`(${isVoid} and not (${maySeePatient(actor)} or ${seenOtherwise}))`;
}
