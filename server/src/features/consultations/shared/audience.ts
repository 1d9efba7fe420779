import { voidConsultationStatuses } from '@careloop/contracts/codes/consultations';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { createAudience } from '../../../platform/realtime/publish.ts';
import type { RealtimeMessage } from '../../../platform/realtime/publish.ts';
import type { Room } from '../../../platform/realtime/rooms.ts';
import { audienceOf } from '../../../core/work-queues/audience.ts';

const consultation = {
  type: 'consultation',
  table: 'consultation',
  idColumn: 'consultation_id',
  receivers: sql`array[s.requested_to_user_id]`,
  voidStatuses: voidConsultationStatuses,
} as const;

const audience = createAudience('consultation', (id) => audienceOf(consultation, id));

/** The rooms of all users who can currently see a consultation. */
export const consultationAudience = audience.findRooms;

/** Tells all users who can see a consultation that it changed. */
export async function publishConsultationChanged(
  db: Db,
  payload: RealtimeEvents['ConsultationChangedEvent'],
): Promise<void> {
  await audience.publish(db, payload.careCoordinatorRequestId, 'ConsultationChangedEvent', payload);
}

/** The same event, for certain rooms. */
export function consultationChanged(
  rooms: Room[],
  payload: RealtimeEvents['ConsultationChangedEvent'],
): RealtimeMessage {
  return { rooms, event: 'ConsultationChangedEvent', payload };
}
