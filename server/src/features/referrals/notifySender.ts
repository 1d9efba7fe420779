import { findAnswerReaders } from '../../access/answerReaders.ts';
import type { AnsweredRequest } from '../../access/answerReaders.ts';
import type { Db } from '../../db/client.ts';
import { shape } from '../../db/shape.ts';
import { notify } from '../../integrations/notifications.ts';
import { sendToEach } from '../../integrations/sendToEach.ts';
import type { WorkerDeps } from '../../jobs/deps.ts';
import { referralAudience } from './audience.ts';

/**
 * Notifies the sender that their referral was completed, or those who read its answer for them. The message contains no patient
 * information.
 */
export async function notifySender(
  deps: WorkerDeps,
  { referralId, version }: { referralId: number; version: number },
): Promise<void> {
  const referral = await findCompleted(deps.db, referralId);
  // It was reopened in the meantime.
  if (referral === undefined || referral.version !== version) return;
  const { productName } = deps.config;
  const rooms = await referralAudience(deps.db, referralId);
  await sendToEach(await findAnswerReaders(deps.db, referral), ({ userId, fullName, isRequester }) =>
    notify(deps, {
      type: 'referralCompleted',
      recipientUserId: userId,
      mail: {
        clientId: referral.clientId,
        patientId: referral.patientId,
        referralId,
        subject: `Referral completed in ${productName}`,
        body: [
          `Dear ${fullName},`,
          '',
          isRequester
            ? 'A referral that you sent was completed. The receiving office left a note for you.'
            : 'A referral was completed, and its sender can no longer sign in. The receiving office left a note.',
          '',
          `Open it: ${deps.portalUrl}/provider/Referrals?referralId=${referralId}`,
          '',
          `This message contains no patient information. Sign in to ${productName} to read the note.`,
        ].join('\n'),
      },
      dedupeKey: `referral-completed:${referralId}:${version}:${userId}`,
      rooms,
    }),
  );
}

const completedReferral = shape<AnsweredRequest & { version: number }, { r: 'referral' }>({
  version: 'r.version',
  patientId: 'r.patient_id',
  clientId: 'r.client_id',
  createdByUserId: 'r.created_by_user_id',
  onBehalfOfUserId: 'r.on_behalf_of_user_id',
});

async function findCompleted(db: Db, referralId: number) {
  const { rows } =
    await completedReferral.from`referral r where r.referral_id = ${referralId} and r.status = 'completed'`.execute(db);
  return rows[0];
}
