import { consultationStatus, type ConsultationStatus } from '@careloop/contracts/codes/consultations';
import {
  completeConsultation,
  getConsultation,
  getConsultationInQueue,
  type Consultation,
} from '@careloop/contracts/consultations';
import { useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { invalidate, queryOf, useCall } from '../../../api/query.ts';
import { useSeenVersion } from '../../../components/useSeenVersion.ts';
import { answerCode, answerOf, type AnswerValues } from './answerForm.ts';

/** What an answer does. */
export function consequenceOf(status: number | null): string | undefined {
  switch (status) {
    case null:
      return undefined;
    case answerCode('acknowledge'):
      return 'The requesting side sees that you have read it. It stays in your queue until you answer.';
    case answerCode('decline'):
      return 'The requesting side is notified right away, with your notes. You keep what was sent to you, but see nothing added later.';
    default:
      return 'The requesting side is notified right away. This answer is final.';
  }
}

/** Submits the answer for the version the user saw when the form or dialog opened. */
export function useAnswer(consultation: Consultation, form: UseFormReturn<AnswerValues, unknown, AnswerValues>) {
  const { careCoordinatorRequestId, workQueueEncounterId } = consultation;
  const client = useQueryClient();
  const { version, staleness, onStale, reload } = useSeenVersion(consultation, {
    lastChangeOf: ({ timeline }) => timeline.at(-1),
    read: async () => {
      const query = queryOf(getConsultation, { careCoordinatorRequestId });
      const now = await client.fetchQuery({ ...query, staleTime: 0 });
      for (const shown of [getConsultation, getConsultationInQueue]) void invalidate(client, shown);
      return now;
    },
  });
  const complete = useCall(completeConsultation, { form, onStale });
  /** Submits. Resolves to the new status, or to null if it was refused and the form shows why. */
  const submit = async (values: AnswerValues): Promise<ConsultationStatus | null> => {
    const answer = answerOf(values);
    // Acknowledging again without a change would only repeat the entry in the history.
    const isSame =
      answer.status === consultation.statusCode &&
      answer.responseNotes === (consultation.responseNotes ?? '') &&
      answer.healthcareProviderId === consultation.healthcareProviderId;
    if (isSame) return consultation.status;
    const saved = await complete.submit({ careCoordinatorRequestId, workQueueEncounterId, version, ...answer });
    return saved === undefined ? null : (consultationStatus.nameOf(answer.status) ?? null);
  };
  return { submit, staleness: complete.isPending ? null : staleness, reload };
}
