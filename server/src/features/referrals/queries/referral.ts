import { currentAppointmentStatuses } from '@careloop/contracts/codes';
import type { ReferralEvent } from '@careloop/contracts/referrals/story';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor, ActorInSql } from '../../../platform/identity/actor.ts';
import {
  joinedSeen,
  joinedSight,
  patientSeen,
  sightRow,
  userSeesByTeamOrClient,
} from '../../../core/access/patientAccess.ts';
import { isOverForReceiver, maySeeReferral } from '../../../core/access/referralAccess.ts';
import { mayFollowToUser } from '../../../core/access/providerUser.ts';
import { isQueueWorked, worksQueues } from '../../../core/access/worksQueues.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { InSql } from '../../../platform/db/fixedStatement.ts';
import { isoTimestamp } from '../../../platform/db/isoTimestamp.ts';
import { lockRows } from '../../../platform/db/lockRows.ts';
import { literals } from '../../../platform/db/literals.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import type { Columns } from '../../../platform/db/shape.ts';
import { isSubjectSeenInEmergency, subjectOf } from '../../../core/work-queues/subjectItems.ts';
import { isDeceased } from '../../patients/shared/queries/patients.ts';
import type { ReferralRow } from '../policy.ts';

/** Identifies a referral by its own id or by its work queue item. */
export interface ReferralKey {
  referralId?: number | null | undefined;
  workQueueEncounterId?: number | null | undefined;
}

const ofKey = ({ referralId, workQueueEncounterId }: ReferralKey) =>
  referralId ? sql<boolean>`r.referral_id = ${referralId}` : isOfItem(workQueueEncounterId ?? null);

/** SQL condition: a work queue item is about referral `r`. */
export function isOfItem(workQueueEncounterId: InSql<number | null>): RawBuilder<boolean> {
  return sql<boolean>`r.referral_id = ${subjectOf('referral', workQueueEncounterId)}`;
}

/** The user in whose name a referral `r` was sent. */
export const senderUserId = sql<number>`coalesce(r.on_behalf_of_user_id, r.created_by_user_id)`;

/** SQL condition: user `u`, who got an account after referral `r` was sent, can receive it. The sender cannot. */
export const canReceive = sql<boolean>`(${worksQueues} and u.user_id not in (r.created_by_user_id, ${senderUserId}))`;

/**
 * The user of the provider a referral `r` was accepted for, if they can sign in. One accepted for an office without an account
 * stays with the coordinators if its new user cannot receive it, or it may not follow to them.
 */
export const acceptedForUserId = sql<number | null>`(select ap.user_id from healthcare_provider ap
  join user_account u on u.user_id = ap.user_id and u.is_active
  where ap.healthcare_provider_id = r.accepted_for_healthcare_provider_id
    and (r.referred_to_user_id is not null or (${canReceive} and ${mayFollowToUser('ap', sql`r.client_id`)})))`;

/** `acceptedForUserId` as a row `answering` for a lateral join, for statements that ask more than once. */
export const acceptedFor = sql`(select ${acceptedForUserId} as accepted_for offset 0) as answering`;

/** The column of the row that `acceptedFor` joins. */
export interface AnsweringTable {
  answering: { accepted_for: number | null };
}

/** The user whose work a referral `r` is (`answeringUserOf` in the policy). */
export const answeringUserId = sql<number | null>`coalesce(${acceptedForUserId}, (select ru.user_id from user_account ru
  where ru.user_id = r.referred_to_user_id and ru.is_active))`;

const rowColumns: Columns<
  Omit<ReferralRow, 'acceptedForUserId' | 'isOverForReceiver' | 'isEmergencyOnly'>,
  { r: 'referral'; p: 'patient' }
> = {
  referralId: 'r.referral_id',
  clientId: 'r.client_id',
  patientId: 'r.patient_id',
  status: 'r.status',
  version: 'r.version',
  createdByUserId: 'r.created_by_user_id',
  onBehalfOfUserId: 'r.on_behalf_of_user_id',
  referredToUserId: 'r.referred_to_user_id',
  isReceiverActive: sql`exists (select from user_account ru where ru.user_id = r.referred_to_user_id and ru.is_active)`,
  acceptedForProviderId: 'r.accepted_for_healthcare_provider_id',
  awaitReplyFrom: 'r.await_reply_from',
  recordScope: 'r.record_scope',
  healthcareProviderId: 'r.healthcare_provider_id',
  referredByProviderId: 'r.referred_by_healthcare_provider_id',
  appointmentTime: sql`(select ${isoTimestamp('ap.appointment_time')} from patient_appointment ap
    where ap.referral_id = r.referral_id and ap.status in (${literals(currentAppointmentStatuses)}))`,
  isDeceased,
  isReferredAgain: sql`exists (select from referral n where n.previous_referral_id = r.referral_id)`,
};

/**
 * The data for the rules, relative to the actor. The statement joins `patientSeen`.
 * @param accepted `acceptedForUserId` as computed already by the statement
 */
export const rowFor = (actor: ActorInSql, accepted = acceptedForUserId) =>
  shape<ReferralRow, { r: 'referral'; p: 'patient' }>({
    ...rowColumns,
    acceptedForUserId: accepted,
    isOverForReceiver: isOverForReceiver(actor, joinedSeen.patient),
    isEmergencyOnly: isSubjectSeenInEmergency(actor, 'referral', sql.ref('r.referral_id'), joinedSeen.byTeamOrClient),
  });

/**
 * Loads the current state of the referral to change, and locks it until the transaction ends. Undefined if the actor may not
 * see it.
 */
export async function lockReferral(db: Db, actor: Actor, key: ReferralKey): Promise<ReferralRow | undefined> {
  const statement = sql`referral r join patient p on p.patient_id = r.patient_id
    cross join lateral ${patientSeen(actor)}
    where ${ofKey(key)} and ${maySeeReferral(actor, joinedSeen.patient)}`;
  return (await lockRows(db, rowFor(actor), statement, { of: { r: 'referral' } }))[0];
}

/** The patient and id of a denied referral, for the audit; undefined if it does not exist. */
export function findDenied(db: Db, key: ReferralKey) {
  return db
    .selectFrom('referral as r')
    .select(['r.patient_id as patientId', 'r.referral_id as referralId'])
    .where(ofKey(key))
    .executeTakeFirst();
}

/** Whether the user in whose name a referral was sent sees the patient, and their queue is worked. */
export async function isFollowedBySender(db: Db, referralId: number): Promise<boolean> {
  const { rows } = await sql`select from referral r join user_account su on su.user_id = ${senderUserId}
    cross join lateral ${sightRow(sql.ref('su.user_id'))}
    where r.referral_id = ${referralId} and ${isQueueWorked(sql.ref('su.user_id'))}
      and ${userSeesByTeamOrClient(joinedSight, sql.ref('r.patient_id'))}`.execute(db);
  return rows.length > 0;
}

/** The user whose work a referral is; null if nobody on the receiving side can sign in. */
export async function findAnsweringUser(db: Db, referralId: number): Promise<number | null> {
  const { rows } = await sql<{ user_id: number | null }>`select ${answeringUserId} as user_id from referral r
    where r.referral_id = ${referralId}`.execute(db);
  return rows[0]?.user_id ?? null;
}

interface LastChange {
  changedByUserId: number;
  changedBy: string;
  changedAt: string;
  what: ReferralEvent['action'];
}

const lastChange = shape<LastChange, { v: 'referral_event' }>({
  changedByUserId: 'v.user_id',
  changedBy: sql`u.first_name || ' ' || u.last_name`,
  changedAt: iso('v.occurred_at'),
  what: 'v.action',
});

/** The user, time and kind of the last change, for a caller with a stale version. Comments do not change the version. */
export async function findLastChange(db: Db, referralId: number) {
  const { rows } = await lastChange.from`referral_event v join user_account u on u.user_id = v.user_id
    where v.referral_id = ${referralId} and v.action not in ('commented', 'referred_again')
    order by v.referral_event_id desc limit 1`.execute(db);
  return rows[0];
}
