import type { Db } from '../../db/client.ts';
import { notify } from '../../integrations/notifications.ts';
import type { WorkerDeps } from '../../jobs/deps.ts';
import { referralAudience } from './audience.ts';

/** Notifies the sender that their referral was completed. The message contains no patient information. */
export async function notifySender(
  deps: WorkerDeps,
  { referralId, version }: { referralId: number; version: number },
): Promise<void> {
  const referral = await findReferralToNotify(deps.db, referralId);
  // It was reopened in the meantime.
  if (referral === undefined || referral.version !== version) return;
  const { productName } = deps.config;
  await notify(deps, {
    type: 'referralCompleted',
    recipientUserId: referral.user_id,
    mail: {
      clientId: referral.client_id,
      patientId: referral.patient_id,
      referralId,
      subject: `Referral completed in ${productName}`,
      body: [
        `Dear ${referral.first_name} ${referral.last_name},`,
        '',
        'A referral that you sent was completed. The receiving office left a note for you.',
        '',
        `Open it: ${deps.portalUrl}/provider/Referrals?referralId=${referralId}`,
        '',
        `This message contains no patient information. Sign in to ${productName} to read the note.`,
      ].join('\n'),
    },
    dedupeKey: `referral-completed:${referralId}:${version}`,
    rooms: await referralAudience(deps.db, referralId),
  });
}

function findReferralToNotify(db: Db, referralId: number) {
  return db
    .selectFrom('referral as r')
    .innerJoin('user_account as u', (join) =>
      join.on((eb) => eb('u.user_id', '=', eb.fn.coalesce('r.on_behalf_of_user_id', 'r.created_by_user_id'))),
    )
    .select(['r.version', 'r.client_id', 'r.patient_id', 'u.user_id', 'u.first_name', 'u.last_name'])
    .where('r.referral_id', '=', referralId)
    .where('r.status', '=', 'completed')
    .where('u.is_active', '=', true)
    .executeTakeFirst();
}
