import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';

import type { Db } from '../../db/client.ts';
import { notify as notifyUser } from '../../integrations/notifications.ts';
import type { WorkerDeps } from '../../jobs/deps.ts';
import { consultationAudience } from './audience.ts';

/**
 * Notifies the receiver of a request, or the requester of an answer. The message contains no patient information, only a link.
 * Does nothing if the status has changed since: the change has its own notice. Other changes raise the version too, so that
 * does not matter.
 */
export async function notify(
  deps: WorkerDeps,
  {
    consultationId,
    version,
    status,
  }: { consultationId: number; version: number; status?: ConsultationStatus | undefined },
): Promise<void> {
  const consultation = await findConsultationToNotify(deps.db, consultationId);
  if (consultation === undefined || (status ?? consultation.status) !== consultation.status) return;
  const { toReceiver, subject, line } = wordsOf(consultation.status);
  const userId = toReceiver
    ? consultation.requested_to_user_id
    : (consultation.on_behalf_of_user_id ?? consultation.created_by_user_id);
  const user = await findRecipient(deps.db, userId);
  if (user === undefined) return;
  const { productName } = deps.config;
  await notifyUser(deps, {
    type: toReceiver ? 'consultationRequested' : 'consultationAnswered',
    recipientUserId: user.user_id,
    mail: {
      clientId: consultation.client_id,
      patientId: consultation.patient_id,
      consultationId,
      subject: `${subject} in ${productName}`,
      body: [
        `Dear ${user.first_name} ${user.last_name},`,
        '',
        line,
        '',
        `Open it: ${deps.portalUrl}/provider/Consultations?careCoordinatorRequestId=${consultationId}`,
        '',
        `This message contains no patient information. Sign in to ${productName} to read the request.`,
      ].join('\n'),
    },
    dedupeKey: `consultation:${consultationId}:${version}`,
    rooms: await consultationAudience(deps.db, consultationId),
  });
}

/** The recipient and texts: a request goes to the receiver, everything else to the requester. */
function wordsOf(status: string) {
  if (status === 'pending') {
    return {
      toReceiver: true,
      subject: 'Medication consultation to answer',
      line: 'A new medication consultation is waiting for your answer.',
    };
  }
  return {
    toReceiver: false,
    subject: 'Medication consultation answered',
    line:
      status === 'acknowledged'
        ? 'Your medication consultation was acknowledged. The answer will follow.'
        : 'Your medication consultation was answered.',
  };
}

function findConsultationToNotify(db: Db, consultationId: number) {
  return db
    .selectFrom('consultation')
    .select(['status', 'client_id', 'patient_id', 'requested_to_user_id', 'on_behalf_of_user_id', 'created_by_user_id'])
    .where('consultation_id', '=', consultationId)
    .executeTakeFirst();
}

function findRecipient(db: Db, userId: number | null) {
  return db
    .selectFrom('user_account')
    .select(['user_id', 'first_name', 'last_name'])
    .where('user_id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
}
