import { urgencyLabel } from '@careloop/contracts/codes';

import type { DemoPatient } from '../patients.ts';
import type { ReferralPlan } from './plans.ts';
import type { Rows } from '../rows.ts';
import type { DemoUsers } from '../users.ts';

import { clientIds } from '../organization.ts';
import { addDeliveredEmail, demoPortal } from '../deliveredEmail.ts';

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
  addDeliveredEmail(rows, {
    to: user,
    about: { client_id: clientIds[patient.client], patient_id: patient.patientId, referral_id: referralId },
    subject: `${label} referral to process in Careloop`,
    body: [
      `Dear ${user.firstName} ${user.lastName},`,
      '',
      `A new ${label} referral is waiting for your answer.`,
      '',
      `Open it: ${demoPortal}/provider/Referrals?referralId=${referralId}`,
      '',
      'This message contains no patient information. Sign in to Careloop to read the request.',
    ].join('\n'),
    sentAt,
    dedupeKey: `referral-received:${referralId}`,
  });
}
