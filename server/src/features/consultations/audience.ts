import { voidConsultationStatuses } from '@careloop/contracts/codes/consultations';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import type { RealtimeMessage } from '../../platform/realtime/publish.ts';
import type { Room } from '../../platform/realtime/rooms.ts';
import { audienceOf } from '../../core/work-queues/audience.ts';

const consultation = {
  type: 'consultation',
  table: 'consultation',
  idColumn: 'consultation_id',
  receivers: sql`array[s.requested_to_user_id]`,
  voidStatuses: voidConsultationStatuses,
} as const;

/** The rooms of all users who can currently see a consultation. */
export async function consultationAudience(db: Db, consultationId: number): Promise<Room[]> {
  return await audienceOf(db, consultation, consultationId);
}

/** The event sent to them when the consultation changes. */
export function consultationChanged(
  rooms: Room[],
  payload: RealtimeEvents['ConsultationChangedEvent'],
): RealtimeMessage {
  return { rooms, event: 'ConsultationChangedEvent', payload };
}
