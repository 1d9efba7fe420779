import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';

import type { AnswerReader } from '../../core/access/answerReaders.ts';
import { noticeText } from '../../core/integrations/mailText.ts';
import type { MailText, Portal } from '../../core/integrations/mailText.ts';

interface NotifiedConsultation {
  consultationId: number;
  status: ConsultationStatus;
}

/** About a request to its receiver, or about an answer to its readers. */
export function consultationText(
  portal: Portal,
  { consultationId, status }: NotifiedConsultation,
  reader: Pick<AnswerReader, 'fullName' | 'isRequester'>,
): MailText {
  const isRequest = status === 'pending';
  return noticeText(portal, {
    subject: `Medication consultation ${isRequest ? 'to answer' : 'answered'}`,
    fullName: reader.fullName,
    text: isRequest ? 'A new medication consultation is waiting for your answer.' : answerLine(status, reader),
    path: `/Consultations?careCoordinatorRequestId=${consultationId}`,
    purpose: 'read the request',
  });
}

function answerLine(status: ConsultationStatus, { isRequester }: Pick<AnswerReader, 'isRequester'>): string {
  const isAcknowledged = status === 'acknowledged';
  if (isRequester) {
    return isAcknowledged
      ? 'Your medication consultation was acknowledged. The answer will follow.'
      : 'Your medication consultation was answered.';
  }
  return `A medication consultation was ${isAcknowledged ? 'acknowledged' : 'answered'}. Its requester can no longer open it.`;
}
