import { dueReferralStatuses, urgencyLabel } from '@careloop/contracts/codes';
import type { ReferralStatus } from '@careloop/contracts/codes';
import type { ReferralSide } from '@careloop/contracts/referrals/states';
import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { notify } from '../../core/integrations/notifications.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { referralAudience } from './shared/audience.ts';
import type { ReceiverNotice } from './jobs.ts';
import { answeringUserId } from './queries/referral.ts';
import { receiverText } from './texts.ts';

/**
 * Notifies the receiver of a new referral, or of a change they must act on, by email unless they chose another channel. The
 * message contains no patient information, only a link to the referral.
 */
export async function notifyReceiver(
  deps: WorkerDeps,
  { referralId, reason }: { referralId: number; reason: ReceiverNotice },
  run: JobAttempt,
): Promise<void> {
  const [referral, rooms] = await Promise.all([
    findReferralToNotify(deps.db, referralId),
    referralAudience(deps.db, referralId),
  ]);
  // It was answered, canceled or closed in the meantime.
  if (referral === undefined || !notices[reason].isCurrent(referral)) return;
  const { key } = notices[reason];
  const urgency = urgencyLabel(referral.urgencyDays);
  await notify(deps, run, {
    type: 'referralRequested',
    urgencyDays: referral.urgencyDays,
    recipientUserId: referral.userId,
    mail: {
      clientId: referral.clientId,
      patientId: referral.patientId,
      referralId,
      ...receiverText(deps, referral.userName, { referralId, reason, urgency }),
    },
    // Includes the version, since an update may redirect the referral and another may redirect it back. Comments do not change it.
    dedupeKey: `${key}:${referralId}:${referral.userId}:${reason === 'asked' ? referral.questionId : referral.version}`,
    rooms,
  });
}

interface Notice {
  /** Start of the key of its deliveries. */
  key: string;
  /** Whether the receiver still has to act on it. */
  isCurrent: (referral: ReferralToNotify) => boolean;
}

const notices: Record<ReceiverNotice, Notice> = {
  sent: {
    key: 'referral-received',
    isCurrent: ({ status }) => status === 'pending',
  },
  reopened: {
    key: 'referral-reopened',
    isCurrent: ({ status }) => status === 'accepted',
  },
  urgencyRaised: {
    key: 'referral-urgency',
    isCurrent: ({ status }) => dueReferralStatuses.some((due) => due === status),
  },
  asked: {
    key: 'referral-question',
    isCurrent: ({ awaitReplyFrom }) => awaitReplyFrom === 'receiving',
  },
};

interface ReferralToNotify {
  status: ReferralStatus;
  version: number;
  clientId: number;
  patientId: number;
  urgencyDays: number;
  awaitReplyFrom: ReferralSide | null;
  /** The latest comment that asked for a reply. */
  questionId: number | null;
  /** The user whose work it is. */
  userId: number;
  userName: string;
}

const referralToNotify = shape<ReferralToNotify, { r: 'referral'; u: 'user_account' }>({
  status: 'r.status',
  version: 'r.version',
  clientId: 'r.client_id',
  patientId: 'r.patient_id',
  urgencyDays: 'r.urgency_days',
  awaitReplyFrom: 'r.await_reply_from',
  questionId: sql`(select max(c.referral_comment_id) from referral_comment c
    where c.referral_id = r.referral_id and c.is_question)`,
  userId: 'u.user_id',
  userName: sql`u.first_name || ' ' || u.last_name`,
});

async function findReferralToNotify(db: Db, referralId: number): Promise<ReferralToNotify | undefined> {
  const { rows } = await referralToNotify.from`referral r join user_account u on u.user_id = ${answeringUserId}
    where r.referral_id = ${referralId}`.execute(db);
  return rows[0];
}
