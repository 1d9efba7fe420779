import type { ReferralStatus } from '@careloop/contracts/codes';

import { findAnswerReaders } from '../../core/access/answerReaders.ts';
import type { AnsweredRequest } from '../../core/access/answerReaders.ts';
import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { notify } from '../../core/integrations/notifications.ts';
import { sendToEach } from '../../core/integrations/sendToEach.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { referralAudience } from './shared/audience.ts';
import { completedText, declinedText } from './texts.ts';

/**
 * Notifies the sender that their referral was completed or declined. If the sender can no longer open it, others are notified of a
 * completed one (see `findAnswerReaders`). The message contains no patient information.
 */
export async function notifySender(
  deps: WorkerDeps,
  { referralId, version, status, answeredByUserId }: Answer,
  run: JobAttempt,
): Promise<void> {
  const [referral, rooms] = await Promise.all([
    findAnswered(deps.db, referralId),
    referralAudience(deps.db, referralId),
  ]);
  // It was reopened in the meantime. The status is compared, not the version, because an update raises that, too.
  if (referral?.status !== status) return;
  const readers = await findAnswerReaders(deps.db, referral);
  await sendToEach(readers, async ({ userId, fullName, isRequester }) => {
    // Others find a declined referral in the coordinators' queue.
    if (userId === answeredByUserId || (status === 'declined' && !isRequester)) return;
    await notify(deps, run, {
      type: status === 'completed' ? 'referralCompleted' : 'referralDeclined',
      recipientUserId: userId,
      mail: {
        clientId: referral.clientId,
        patientId: referral.patientId,
        referralId,
        ...(status === 'completed'
          ? completedText(deps, fullName, { referralId, isRequester })
          : declinedText(deps, fullName, referralId)),
      },
      dedupeKey: `referral-${status}:${referralId}:${version}:${userId}`,
      rooms,
    });
  });
}

interface Answer {
  referralId: number;
  version: number;
  status: 'completed' | 'declined';
  answeredByUserId?: number | undefined;
}

const answeredReferral = shape<AnsweredRequest & { status: ReferralStatus }, { r: 'referral' }>({
  status: 'r.status',
  patientId: 'r.patient_id',
  clientId: 'r.client_id',
  createdByUserId: 'r.created_by_user_id',
  onBehalfOfUserId: 'r.on_behalf_of_user_id',
});

async function findAnswered(db: Db, referralId: number) {
  const { rows } = await answeredReferral.from`referral r where r.referral_id = ${referralId}`.execute(db);
  return rows[0];
}
