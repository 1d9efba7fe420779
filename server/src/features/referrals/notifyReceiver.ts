import { urgencyLabel } from '@careloop/contracts/codes';

import type { Db } from '../../db/client.ts';
import { notify } from '../../integrations/notifications.ts';
import type { WorkerDeps } from '../../jobs/deps.ts';
import { referralAudience } from './audience.ts';

/**
 * Notifies the receiver of a new referral, by email unless they chose another channel. The message contains no patient
 * information, only a link to the referral.
 */
export async function notifyReceiver(deps: WorkerDeps, { referralId }: { referralId: number }): Promise<void> {
  const referral = await findReferralToNotify(deps.db, referralId);
  // It was answered or canceled in the meantime.
  if (referral?.status !== 'pending') return;
  await notify(deps, {
    type: 'referralRequested',
    urgencyDays: referral.urgency_days,
    recipientUserId: referral.user_id,
    mail: {
      clientId: referral.client_id,
      patientId: referral.patient_id,
      referralId,
      subject: subjectOf(referral.urgency_days, deps.config.productName),
      body: bodyOf(referral, deps, referralId),
    },
    // Includes the version, since an update may redirect the referral and another may redirect it back.
    dedupeKey: `referral-received:${referralId}:${referral.user_id}:${referral.version}`,
    rooms: await referralAudience(deps.db, referralId),
  });
}

function findReferralToNotify(db: Db, referralId: number) {
  return db
    .selectFrom('referral as r')
    .innerJoin('user_account as u', 'u.user_id', 'r.referred_to_user_id')
    .select([
      'r.status',
      'r.version',
      'r.client_id',
      'r.patient_id',
      'r.urgency_days',
      'u.user_id',
      'u.first_name',
      'u.last_name',
    ])
    .where('r.referral_id', '=', referralId)
    .where('u.is_active', '=', true)
    .executeTakeFirst();
}

function subjectOf(urgencyDays: number, productName: string): string {
  return `${urgencyLabel(urgencyDays)} referral to process in ${productName}`;
}

function bodyOf(
  referral: { first_name: string; last_name: string; urgency_days: number },
  { portalUrl, config }: WorkerDeps,
  referralId: number,
): string {
  return [
    `Dear ${referral.first_name} ${referral.last_name},`,
    '',
    `A new ${urgencyLabel(referral.urgency_days)} referral is waiting for your answer.`,
    '',
    `Open it: ${portalUrl}/provider/Referrals?referralId=${referralId}`,
    '',
    `This message contains no patient information. Sign in to ${config.productName} to read the request.`,
  ].join('\n');
}
