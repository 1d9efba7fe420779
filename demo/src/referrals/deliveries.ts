import { urgencyLabel } from '@careloop/contracts/codes';

import type { DemoPatient } from '../patients.ts';
import type { ReferralPlan } from './plan.ts';
import type { Rows } from '../rows.ts';
import type { DemoUsers } from '../users.ts';

import { clientIds } from '../organization.ts';
import { minutesAfter } from '../clock.ts';

interface Notification {
  referralId: number;
  patient: DemoPatient;
  plan: ReferralPlan;
  receiver: number;
  sentAt: Date;
}

/** The email that notified the receiver, as kept in the outbox; it contains no patient data. */
export function addNotification(
  rows: Rows,
  users: DemoUsers,
  { referralId, patient, plan, receiver, sentAt }: Notification,
): void {
  const user = Object.values(users).find(({ userId }) => userId === receiver);
  if (user === undefined) throw new Error(`No user ${receiver}`);
  const label = urgencyLabel(plan.urgency);
  const deliveredAt = minutesAfter(sentAt, 0.2);
  const deliveryId = rows.add('delivery', {
    channel: 'email',
    status: 'delivered',
    client_id: clientIds[patient.client],
    patient_id: patient.patientId,
    referral_id: referralId,
    recipient_user_id: user.userId,
    recipient_address: user.email,
    sender_address: 'careloop@example.org',
    subject: `${label} referral to process in Careloop`,
    body: [
      `Dear ${user.firstName} ${user.lastName},`,
      '',
      `A new ${label} referral is waiting for your answer.`,
      '',
      `Open it: http://127.0.0.1:3000/provider/Referrals?referralId=${referralId}`,
      '',
      'This message contains no patient information. Sign in to Careloop to read the request.',
    ].join('\n'),
    vendor: 'outbox',
    created_at: sentAt,
    delivered_at: deliveredAt,
    dedupe_key: `referral-received:${referralId}`,
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
