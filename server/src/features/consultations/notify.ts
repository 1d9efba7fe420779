import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';
import { sql } from 'kysely';

import { findAnswerReaders } from '../../core/access/answerReaders.ts';
import type { AnsweredRequest, AnswerReader } from '../../core/access/answerReaders.ts';
import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { notify as notifyUser } from '../../core/integrations/notifications.ts';
import { sendToEach } from '../../core/integrations/sendToEach.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { consultationAudience } from './shared/audience.ts';
import { consultationText } from './texts.ts';

/**
 * Notifies the receiver of a request, or the readers of an answer (see `findAnswerReaders`). The message contains no patient
 * information, only a link. Does nothing if the status has changed since: the change has its own notice. Other changes raise the
 * version too, so that does not matter.
 */
export async function notify(
  deps: WorkerDeps,
  {
    consultationId,
    version,
    status,
    answeredByUserId,
  }: {
    consultationId: number;
    version: number;
    status?: ConsultationStatus | undefined;
    answeredByUserId?: number | undefined;
  },
  run: JobAttempt,
): Promise<void> {
  const [consultation, rooms] = await Promise.all([
    findConsultationToNotify(deps.db, consultationId),
    consultationAudience(deps.db, consultationId),
  ]);
  if (consultation === undefined || (status ?? consultation.status) !== consultation.status) return;
  const isRequest = consultation.status === 'pending';
  const readers = await findReaders(deps.db, consultation);
  const recipients = readers.filter(({ userId }) => userId !== answeredByUserId);
  await sendToEach(recipients, (reader) =>
    notifyUser(deps, run, {
      type: isRequest ? 'consultationRequested' : 'consultationAnswered',
      recipientUserId: reader.userId,
      mail: {
        clientId: consultation.clientId,
        patientId: consultation.patientId,
        consultationId,
        ...consultationText(deps, { consultationId, status: consultation.status }, reader),
      },
      dedupeKey: `consultation:${consultationId}:${version}:${reader.userId}`,
      rooms,
    }),
  );
}

interface NotifiedConsultation extends AnsweredRequest {
  status: ConsultationStatus;
  receiverUserId: number | null;
}

const notifiedConsultation = shape<NotifiedConsultation, { cr: 'consultation' }>({
  status: 'cr.status',
  patientId: 'cr.patient_id',
  clientId: 'cr.client_id',
  receiverUserId: 'cr.requested_to_user_id',
  createdByUserId: 'cr.created_by_user_id',
  onBehalfOfUserId: 'cr.on_behalf_of_user_id',
});

async function findConsultationToNotify(db: Db, consultationId: number) {
  const { rows } =
    await notifiedConsultation.from`consultation cr where cr.consultation_id = ${consultationId}`.execute(db);
  return rows[0];
}

const receiver = shape<AnswerReader, { u: 'user_account' }>({
  userId: 'u.user_id',
  fullName: sql`u.first_name || ' ' || u.last_name`,
  isRequester: sql`false`,
});

/** A pending request is read by its receiver, an answer by the requester or those who read it for them. */
async function findReaders(db: Db, consultation: NotifiedConsultation): Promise<AnswerReader[]> {
  if (consultation.status !== 'pending') return findAnswerReaders(db, consultation);
  const { rows } =
    await receiver.from`user_account u where u.user_id = ${consultation.receiverUserId} and u.is_active`.execute(db);
  return rows;
}
