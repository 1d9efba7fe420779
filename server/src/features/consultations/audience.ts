import { voidConsultationStatuses } from '@careloop/contracts/codes/consultations';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import { sql } from 'kysely';

import type { Db } from '../../db/client.ts';
import { literals } from '../../db/literals.ts';
import type { RealtimeMessage } from '../../realtime/publish.ts';
import type { Room } from '../../realtime/rooms.ts';
import { queueRooms } from '../../work-queues/subjectItems.ts';

/** Within the transaction that ends a consultation `cr`, its status has just changed. */
const isWithReceiver = sql<boolean>`(cr.status not in (${literals(voidConsultationStatuses)}) or cr.status_changed_at = now())`;

/** What the person asked has shared ends with the consultation. */
const ofOthersOrOngoing = sql<boolean>`not exists (select from consultation cr
  where cr.consultation_id = w.subject_id and cr.requested_to_user_id = w.owner_user_id and not ${isWithReceiver})`;

/**
 * The rooms of everybody who sees a consultation now: the person asked, the care team, those who see all of the client's
 * patients, the coordinators when it is in their queue, and those with whom such an item was shared. Declined or taken back,
 * it is over for the person asked: they hear of that change and of none after it.
 */
export async function consultationAudience(db: Db, consultationId: number): Promise<Room[]> {
  const { rows } = await sql<{ room: Room }>`
    select 'client:' || client_id as room from consultation where consultation_id = ${consultationId}
    union
    select 'user:' || cr.requested_to_user_id from consultation cr
    where cr.consultation_id = ${consultationId} and cr.requested_to_user_id is not null and ${isWithReceiver}
    union
    ${queueRooms('consultation', sql`${consultationId}`, ofOthersOrOngoing)}
    union
    select 'user:' || m.user_id from consultation cr
    join care_team_member m on m.patient_id = cr.patient_id and m.status = 'accepted'
    where cr.consultation_id = ${consultationId}`.execute(db);
  return rows.map((row) => row.room);
}

/** What a change of a consultation tells them. */
export function consultationChanged(
  rooms: Room[],
  payload: RealtimeEvents['ConsultationChangedEvent'],
): RealtimeMessage {
  return { rooms, event: 'ConsultationChangedEvent', payload };
}
