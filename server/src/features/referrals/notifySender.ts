import type { ReferralStatus } from '@careloop/contracts/codes';

import { findAnswerReaders } from '../../core/access/answerReaders.ts';
import type { AnsweredRequest } from '../../core/access/answerReaders.ts';
import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { noticeBody } from '../../core/integrations/noticeBody.ts';
import { notify } from '../../core/integrations/notifications.ts';
import { sendToEach } from '../../core/integrations/sendToEach.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { referralAudience } from './audience.ts';

/**
 * Notifies the sender that their referral was completed or declined. If the sender can no longer open it, others are notified of a
 * completed one (see `findAnswerReaders`). The message contains no patient information.
 */
export async function notifySender(
  deps: WorkerDeps,
  { referralId, version, status, answeredByUserId }: Answer,
): Promise<void> {
  const referral = await findAnswered(deps.db, referralId);
  // It was reopened in the meantime. The status is compared, not the version, because an update raises that, too.
  if (referral?.status !== status) return;
  const { productName } = deps.config;
  const rooms = await referralAudience(deps.db, referralId);
  const { type, subject, line, lineForOthers } = words[status];
  const readers = await findAnswerReaders(deps.db, referral);
  await sendToEach(readers, async ({ userId, fullName, isRequester }) => {
    const text = isRequester ? line : lineForOthers;
    if (text === null || userId === answeredByUserId) return;
    await notify(deps, {
      type,
      recipientUserId: userId,
      mail: {
        clientId: referral.clientId,
        patientId: referral.patientId,
        referralId,
        subject: `${subject} in ${productName}`,
        body: noticeBody(deps, { fullName, text, path: `/Referrals?referralId=${referralId}` }),
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

const words = {
  completed: {
    type: 'referralCompleted',
    subject: 'Referral completed',
    line: 'A referral that you sent was completed. The receiving office left a note for you.',
    lineForOthers: 'A referral was completed, and its sender can no longer open it. The receiving office left a note.',
  },
  declined: {
    type: 'referralDeclined',
    subject: 'Referral declined',
    line: 'A referral that you sent was declined. Open it to see why, and to refer the patient to another provider.',
    // It is in the coordinators' queue of declined referrals.
    lineForOthers: null,
  },
} as const;

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
