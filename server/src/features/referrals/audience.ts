import { voidReferralStatuses } from '@careloop/contracts/codes';
import type { RealtimeEvents } from '@careloop/contracts/realtime';

import { receiversOf } from '../../core/access/referralAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import type { RealtimeMessage } from '../../platform/realtime/publish.ts';
import type { Room } from '../../platform/realtime/rooms.ts';
import { audienceOf } from '../../core/work-queues/audience.ts';

const referral = {
  type: 'referral',
  table: 'referral',
  idColumn: 'referral_id',
  receivers: receiversOf('s'),
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
