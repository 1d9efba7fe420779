import type { ReferralDelivery } from '@careloop/contracts/referrals';
import type { deliveryStatuses } from '@careloop/contracts/sharing/deliveryStatuses';
import { sql } from 'kysely';

import { iso, shape } from '../../platform/db/shape.ts';

const attempt = shape<ReferralDelivery['attempts'][number], { x: 'delivery_attempt' }>({
  attemptedAt: iso('x.attempted_at'),
  outcome: 'x.outcome',
  vendor: 'x.vendor',
  error: 'x.error',
});

/** Displayed status of a delivery `d`: `kept` if only the outbox took it, so that it was never sent. */
export const shownStatus = sql<(typeof deliveryStatuses)[number]>`
  case when d.status = 'delivered' and d.vendor = 'outbox' then 'kept' else d.status end`;

/** Error of the latest attempt at a delivery `d`. */
export const latestError = sql<
  string | null
>`(select a.error from delivery_attempt a where a.delivery_id = d.delivery_id
  order by a.delivery_attempt_id desc limit 1)`;

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
