import type { ReferralDelivery } from '@careloop/contracts/referrals';
import type { deliveryStatuses } from '@careloop/contracts/sharing/deliveryStatuses';
import { sql } from 'kysely';

import { iso, shape } from '../db/shape.ts';

const attempt = shape<ReferralDelivery['attempts'][number], { x: 'delivery_attempt' }>({
  attemptedAt: iso('x.attempted_at'),
  outcome: 'x.outcome',
  vendor: 'x.vendor',
  error: 'x.error',
});

/** What became of a delivery `d` that somebody sent: what the outbox took never left the product. */
export const shownStatus = sql<(typeof deliveryStatuses)[number]>`
  case when d.status = 'delivered' and d.vendor = 'outbox' then 'kept' else d.status end`;

/** A notice `d` to user `u` with its attempts, as the screens show what was sent about a referral or a consultation. */
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
