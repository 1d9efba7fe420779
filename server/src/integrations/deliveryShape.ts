import type { ReferralDelivery } from '@careloop/contracts/referrals';
import type { deliveryStatuses } from '@careloop/contracts/sharing/deliveryStatuses';
import { sql } from 'kysely';

import { iso, shape } from '../db/shape.ts';
import type { Delivery } from './deliveryRows.ts';

const attempt = shape<ReferralDelivery['attempts'][number], { x: 'delivery_attempt' }>({
  attemptedAt: iso('x.attempted_at'),
  outcome: 'x.outcome',
  vendor: 'x.vendor',
  error: 'x.error',
});

/** Displayed status of a delivery `d`: `kept` if only the outbox took it, so that it was never sent. */
export const shownStatus = sql<(typeof deliveryStatuses)[number]>`
  case when d.status = 'delivered' and d.vendor = 'outbox' then 'kept' else d.status end`;

/** The same for a loaded row. */
export function shownStatusOf({ status, vendor }: Pick<Delivery, 'status' | 'vendor'>) {
  return (status === 'delivered' && vendor === 'outbox' ? 'kept' : status) as (typeof deliveryStatuses)[number];
}

/** A delivery `d` to user `u` with its attempts, as shown on the screens of a referral or consultation. */
export const shownDelivery = shape<ReferralDelivery, { d: 'delivery' }>({
  deliveryId: 'd.delivery_id',
  channel: 'd.channel',
  status: 'd.status',
  recipientName: sql`u.first_name || ' ' || u.last_name`,
  recipientAddress: 'd.recipient_address',
  subject: 'd.subject',
  body: 'd.body',
  vendor: 'd.vendor',
  createdAt: iso('d.created_at'),
  deliveredAt: iso('d.delivered_at'),
  attempts: attempt.jsonArray({
    from: sql`delivery_attempt x where x.delivery_id = d.delivery_id`,
    orderBy: sql`x.delivery_attempt_id`,
  }),
});
