import type { RealtimeEvents } from '@careloop/contracts/realtime';
import { sql } from 'kysely';

import type { Db } from '../../db/client.ts';
import type { RealtimeMessage } from '../../realtime/publish.ts';
import type { Room } from '../../realtime/rooms.ts';
import { queueRooms } from '../../work-queues/subjectItems.ts';

/**
 * The rooms of everybody who sees a referral now: the receiver, the care team, those who see all of the client's
 * patients, the coordinators when it is in their queue, and those with whom such an item was shared. Asked at each
 * change, so whoever left hears nothing more.
 */
export async function referralAudience(db: Db, referralId: number): Promise<Room[]> {
  const { rows } = await sql<{ room: Room }>`
    select 'client:' || client_id as room from referral where referral_id = ${referralId}
    union
    select 'user:' || referred_to_user_id from referral where referral_id = ${referralId} and referred_to_user_id is not null
    union
    ${queueRooms('referral', sql`${referralId}`)}
    union
    select 'user:' || m.user_id from referral r join care_team_member m on m.patient_id = r.patient_id and m.status = 'accepted'
    where r.referral_id = ${referralId}`.execute(db);
  return rows.map((row) => row.room);
}

/** What a change of a referral tells them. */
export function referralChanged(rooms: Room[], payload: RealtimeEvents['ReferralChangedEvent']): RealtimeMessage {
  return { rooms, event: 'ReferralChangedEvent', payload };
}
