import { urgencyLabel } from '@careloop/contracts/codes';

import type { Db } from '../../db/client.ts';
import { noticeBody } from '../../integrations/noticeBody.ts';
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
      subject: `${urgencyLabel(referral.urgency_days)} referral to process in ${deps.config.productName}`,
      body: noticeBody(deps, {
        fullName: `${referral.first_name} ${referral.last_name}`,
        text: `A new ${urgencyLabel(referral.urgency_days)} referral is waiting for your answer.`,
        path: `/Referrals?referralId=${referralId}`,
        purpose: 'read the request',
      }),
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
