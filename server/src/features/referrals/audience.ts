import { voidReferralStatuses } from '@careloop/contracts/codes';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import { sql } from 'kysely';

import type { Db } from '../../db/client.ts';
import type { RealtimeMessage } from '../../realtime/publish.ts';
import type { Room } from '../../realtime/rooms.ts';
import { audienceOf } from '../../work-queues/audience.ts';

const referral = {
  type: 'referral',
  table: 'referral',
  idColumn: 'referral_id',
  receivers: sql`array[s.referred_to_user_id, (select pr.user_id from healthcare_provider pr
    where pr.healthcare_provider_id = s.accepted_for_healthcare_provider_id)]`,
  voidStatuses: voidReferralStatuses,
} as const;

/** The rooms of all users who can currently see a referral. */
export async function referralAudience(db: Db, referralId: number): Promise<Room[]> {
  return await audienceOf(db, referral, referralId);
}

/** The event sent to them when the referral changes. */
export function referralChanged(rooms: Room[], payload: RealtimeEvents['ReferralChangedEvent']): RealtimeMessage {
  return { rooms, event: 'ReferralChangedEvent', payload };
}
