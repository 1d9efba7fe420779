import type { Rows } from './rows.ts';
import type { DemoUser } from './users.ts';

import { minutesAfter } from './clock.ts';

/** Where the texts of emails link to. */
export const demoPortal = 'http://127.0.0.1:3000';

interface DeliveredEmail {
  to: DemoUser;
  subject: string;
  body: string;
  sentAt: Date;
  dedupeKey: string;
  /** Columns that say what it is about. */
  about?: { client_id: number; patient_id: number; referral_id: number };
}

/** An email as kept in the outbox, delivered at its first attempt. */
export function addDeliveredEmail(rows: Rows, { to, subject, body, sentAt, dedupeKey, about }: DeliveredEmail): void {
  const deliveredAt = minutesAfter(sentAt, 0.2);
  const deliveryId = rows.add('delivery', {
    channel: 'email',
    status: 'delivered',
    ...about,
    recipient_user_id: to.userId,
    recipient_address: to.email,
    sender_address: 'careloop@example.org',
    subject,
    body,
    vendor: 'outbox',
    created_at: sentAt,
    delivered_at: deliveredAt,
    dedupe_key: dedupeKey,
  });
  rows.add('delivery_attempt', {
    delivery_id: deliveryId,
    attempted_at: deliveredAt,
    outcome: 'delivered',
    vendor: 'outbox',
    vendor_reference: `outbox-${deliveryId}`,
    error: null,
  });
}
