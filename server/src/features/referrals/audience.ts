import { voidReferralStatuses } from '@careloop/contracts/codes';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import { sql } from 'kysely';

import type { Db } from '../../db/client.ts';
import { literals } from '../../db/literals.ts';
import type { RealtimeMessage } from '../../realtime/publish.ts';
import type { Room } from '../../realtime/rooms.ts';
import { queueRooms } from '../../work-queues/subjectItems.ts';

/** Within the transaction that ends a referral `r`, its status has just changed. */
const isWithReceiver = sql<boolean>`(r.status not in (${literals(voidReferralStatuses)}) or r.status_changed_at = now())`;

/** What the receiver shared ends with the referral. */
const ofOthersOrOngoing = sql<boolean>`not exists (select from referral r
  where r.referral_id = w.subject_id and r.referred_to_user_id = w.owner_user_id and not ${isWithReceiver})`;

/**
 * The rooms of everybody who sees a referral now: the receiver, the care team, those who see all of the client's
 * patients, the coordinators when it is in their queue, and those with whom such an item was shared. Asked at each
 * change, so whoever left hears nothing more. Declined or taken back, it is over for the receiver: they hear of that
 * change and of none after it.
 */
export async function referralAudience(db: Db, referralId: number): Promise<Room[]> {
  const { rows } = await sql<{ room: Room }>`
    select 'client:' || client_id as room from referral where referral_id = ${referralId}
    union
    select 'user:' || r.referred_to_user_id from referral r
    where r.referral_id = ${referralId} and r.referred_to_user_id is not null and ${isWithReceiver}
    union
    ${queueRooms('referral', sql`${referralId}`, ofOthersOrOngoing)}
    union
    select 'user:' || m.user_id from referral r join care_team_member m on m.patient_id = r.patient_id and m.status = 'accepted'
    where r.referral_id = ${referralId}`.execute(db);
  return rows.map((row) => row.room);
}

/** What a change of a referral tells them. */
export function referralChanged(rooms: Room[], payload: RealtimeEvents['ReferralChangedEvent']): RealtimeMessage {
  return { rooms, event: 'ReferralChangedEvent', payload };
}
