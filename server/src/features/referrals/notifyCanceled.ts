import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { notify } from '../../core/integrations/notifications.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { referralAudience } from './shared/audience.ts';
import { answeringUserId } from './queries/referral.ts';
import { canceledText } from './texts.ts';

/**
 * Notifies the receiver that a referral they had accepted was canceled: they may have kept time for the patient. The message
 * contains no patient information.
 */
export async function notifyCanceled(
  deps: WorkerDeps,
  { referralId }: { referralId: number },
  run: JobAttempt,
): Promise<void> {
  const [referral, rooms] = await Promise.all([
    findCanceled(deps.db, referralId),
    referralAudience(deps.db, referralId),
  ]);
  if (referral === undefined) return;
  await notify(deps, run, {
    type: 'referralCanceled',
    recipientUserId: referral.userId,
    mail: {
      clientId: referral.clientId,
      patientId: referral.patientId,
      referralId,
      ...canceledText(deps, referral.userName, referralId),
    },
    // A canceled referral stays canceled.
    dedupeKey: `referral-canceled:${referralId}`,
    rooms,
  });
}

interface CanceledReferral {
  clientId: number;
  patientId: number;
  /** The user whose work it was. */
  userId: number;
  userName: string;
}

const canceledReferral = shape<CanceledReferral, { r: 'referral'; u: 'user_account' }>({
  clientId: 'r.client_id',
  patientId: 'r.patient_id',
  userId: 'u.user_id',
  userName: sql`u.first_name || ' ' || u.last_name`,
});

async function findCanceled(db: Db, referralId: number): Promise<CanceledReferral | undefined> {
  const { rows } = await canceledReferral.from`referral r join user_account u on u.user_id = ${answeringUserId}
    where r.referral_id = ${referralId} and r.status = 'cancelled'`.execute(db);
  return rows[0];
}
