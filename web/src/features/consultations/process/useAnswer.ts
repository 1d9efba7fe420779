import { consultationStatus, type ConsultationStatus } from '@careloop/contracts/codes/consultations';
import {
  completeConsultation,
  getConsultation,
  getConsultationInQueue,
  type Consultation,
} from '@careloop/contracts/consultations';
import { useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { toApiError } from '../../../api/errors.ts';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { invalidate, queryOf, useCall } from '../../../api/query.ts';
import { useSeenVersion } from '../../../components/useSeenVersion.ts';
import { answerOf, type AnswerValues } from './answerForm.ts';

/** Submits the answer for the version the user saw when the dialog opened. */
export function useAnswer(consultation: Consultation, form: UseFormReturn<AnswerValues, unknown, AnswerValues>) {
  const { careCoordinatorRequestId, workQueueEncounterId } = consultation;
  const client = useQueryClient();
  const { version, staleness, isStale, reload } = useSeenVersion(consultation, {
    lastChangeOf: ({ timeline }) => timeline.at(-1),
    read: async () => {
      const query = queryOf(getConsultation, { careCoordinatorRequestId });
      const now = await client.fetchQuery({ ...query, staleTime: 0 });
      for (const shown of [getConsultation, getConsultationInQueue]) void invalidate(client, shown);
      return now;
    },
  });
  const complete = useCall(completeConsultation, { onError: 'form' });
  /** Submits. Resolves to the new status, or to null if it was refused and the form shows why. */
  const submit = async (values: AnswerValues): Promise<ConsultationStatus | null> => {
    try {
      const answer = answerOf(values);
      // Acknowledging again without a change would only repeat the entry in the history.
      const isSame =
        answer.status === consultation.statusCode &&
        answer.responseNotes === (consultation.responseNotes ?? '') &&
        answer.healthcareProviderId === consultation.healthcareProviderId;
      if (isSame) return consultation.status;
      await complete.mutateAsync({ careCoordinatorRequestId, workQueueEncounterId, version, ...answer });
      return consultationStatus.nameOf(answer.status) ?? null;
    } catch (thrown) {
      if (!isStale(thrown)) applyServerErrors(form, toApiError(thrown));
      return null;
    }
  };
  return { submit, staleness: complete.isPending ? null : staleness, reload };
}
