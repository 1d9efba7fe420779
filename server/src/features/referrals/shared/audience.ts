import { voidReferralStatuses } from '@careloop/contracts/codes';
import type { RealtimeEvents } from '@careloop/contracts/realtime';

import { receiversOf } from '../../../core/access/referralAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { createAudience, publishAll } from '../../../platform/realtime/publish.ts';
import type { RealtimeMessage } from '../../../platform/realtime/publish.ts';
import type { Room } from '../../../platform/realtime/rooms.ts';
import { audienceOf } from '../../../core/work-queues/audience.ts';

const referral = {
  type: 'referral',
  table: 'referral',
  idColumn: 'referral_id',
  receivers: receiversOf('s'),
  voidStatuses: voidReferralStatuses,
} as const;

const audience = createAudience('referral', (id) => audienceOf(referral, id));

/** The rooms of all users who can currently see a referral. */
export const referralAudience = audience.findRooms;

/**
 * Tells all users who can see a referral that it changed.
 * @param lostBy rooms of users who can no longer see it; in one event with the others, who may be the same people
 */
export async function publishReferralChanged(
  db: Db,
  payload: RealtimeEvents['ReferralChangedEvent'],
  lostBy: readonly Room[] = [],
): Promise<void> {
  if (lostBy.length === 0) return await audience.publish(db, payload.referralId, 'ReferralChangedEvent', payload);
  const rooms = new Set([...(await referralAudience(db, payload.referralId)), ...lostBy]);
  await publishAll(db, [referralChanged([...rooms], payload)]);
}

/** The same event, for certain rooms. */
export function referralChanged(rooms: Room[], payload: RealtimeEvents['ReferralChangedEvent']): RealtimeMessage {
  return { rooms, event: 'ReferralChangedEvent', payload };
}
