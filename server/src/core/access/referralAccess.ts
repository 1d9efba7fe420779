import { voidReferralStatuses } from '@careloop/contracts/codes';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { literals } from '../../platform/db/literals.ts';
import { isSeenInQueue } from '../work-queues/subjectItems.ts';
import type { ActorInSql } from '../../platform/identity/actor.ts';
import { maySeePatient } from './patientAccess.ts';
import { mayFollowToUser } from './providerUser.ts';

/**
 * SQL condition: the actor may see referral `r` of patient `p`. These may: everybody who may see the patient, the receiver and
 * the provider it was accepted for, the coordinators whose shared queue it is in, and those with whom such an item was shared. The receiver has access
 * before joining the care team. A sender who has lost access to the patient can no longer see it.
 * @param seesPatient `maySeePatient` as computed already by the statement
 */
export function maySeeReferral(actor: ActorInSql, seesPatient = maySeePatient(actor)): RawBuilder<boolean> {
  return sql<boolean>`(
    r.referred_to_user_id = any(${actor.userIds}::bigint[])
    or ${isAcceptedFor(actor)}
    or ${seesPatient}
    or ${isSeenInQueue(actor, 'referral', sql.ref('r.referral_id'))})`;
}

/**
 * SQL condition: referral `r` was accepted for the actor or somebody they act for. One that coordinators accepted for an office
 * without an account is only shown to a later user of the office whom it may follow to.
 */
export function isAcceptedFor(actor: ActorInSql): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(r.accepted_for_healthcare_provider_id = any(${acceptingProviders(actor)}), false)
    and ${isWithUserOfAccepting('r')})`;
}

/** SQL condition: the user of the provider whom the referral of this alias was accepted for, if there is one, may see it. */
export function isWithUserOfAccepting(alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.referred_to_user_id`)} is not null or exists (select from healthcare_provider fr
    where fr.healthcare_provider_id = ${sql.ref(`${alias}.accepted_for_healthcare_provider_id`)}
      and ${mayFollowToUser('fr', sql.ref(`${alias}.client_id`))}))`;
}

/** SQL array of the providers the actor is or acts for. */
export function acceptingProviders(actor: ActorInSql): RawBuilder<unknown> {
  return sql`array(select pr.healthcare_provider_id from healthcare_provider pr where pr.user_id = any(${actor.userIds}::bigint[]))`;
}

/** SQL array of the users on the receiving side of the referral of this alias; may contain nulls. */
export function receiversOf(alias: string): RawBuilder<unknown> {
  const row = sql.ref(alias);
  return sql`array[${row}.referred_to_user_id, (select pr.user_id from healthcare_provider pr
    where pr.healthcare_provider_id = ${row}.accepted_for_healthcare_provider_id and ${isWithUserOfAccepting(alias)})]`;
}

/** SQL condition: referral `r` was declined or withdrawn. */
const isVoid = sql<boolean>`r.status in (${literals(voidReferralStatuses)})`;

/**
 * SQL condition: referral `r` of patient `p` is over for the actor. It was declined or withdrawn, and the actor saw it only
 * as its receiver, or because the receiver shared it. They keep what was sent to them until then, nothing later.
 * @param seesPatient `maySeePatient` as computed already by the statement
 */
export function isOverForReceiver(actor: ActorInSql, seesPatient = maySeePatient(actor)): RawBuilder<boolean> {
  const seenOtherwise = isSeenInQueue(actor, 'referral', sql.ref('r.referral_id'), receiversOf('r'));
  return sql<boolean>`(${isVoid} and not (${seesPatient} or ${seenOtherwise}))`;
}
