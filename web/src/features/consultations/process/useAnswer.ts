import { consultationStatus, type ConsultationStatus } from '@careloop/contracts/codes/consultations';
import { completeConsultation, type Consultation } from '@careloop/contracts/consultations';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { toApiError, type ApiError } from '../../../api/errors.ts';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { useConsultationCall } from '../shared/consultationChanges.ts';
import { answerOf, type AnswerValues } from './answerForm.ts';

/** Why what the user sees is old: who changed what since the dialog was opened. */
export interface Staleness {
  changedBy: string | null;
  changedAt: string | null;
  what: string | null;
}

function stalenessOf(error: ApiError | null, consultation: Consultation, seenVersion: number): Staleness | null {
  if (error?.current !== undefined && error.current.version !== seenVersion) return error.current;
  if (consultation.version === seenVersion) return null;
  const last = consultation.timeline.at(-1);
  return { changedBy: last?.userFullName ?? null, changedAt: last?.occurredAt ?? null, what: last?.action ?? null };
}

/**
 * Sends the answer for the version the user saw when the dialog opened. A version that moved on is told, not overwritten;
 * `acknowledge` goes on from the current one with everything typed kept.
 */
export function useAnswer(consultation: Consultation, form: UseFormReturn<AnswerValues, unknown, AnswerValues>) {
  const { careCoordinatorRequestId, workQueueEncounterId } = consultation;
  const [version, setVersion] = useState(consultation.version);
  const [stale, setStale] = useState<ApiError | null>(null);
  const complete = useConsultationCall(completeConsultation, { onError: 'form' });
  /** Sends; answers the new status, or null when it was refused and the form says why. */
  const submit = async (values: AnswerValues): Promise<ConsultationStatus | null> => {
    try {
      const answer = answerOf(values);
      await complete.mutateAsync({ careCoordinatorRequestId, workQueueEncounterId, version, ...answer });
      return consultationStatus.nameOf(answer.status) ?? null;
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.code === 'stale_version') setStale(error);
      else applyServerErrors(form, error);
      return null;
    }
  };
  const acknowledge = () => {
    // The consultation of this render is the one from before the reload; the refusal told of a newer one.
    setVersion(Math.max(consultation.version, stale?.current?.version ?? 0));
    setStale(null);
  };
  return { submit, staleness: complete.isPending ? null : stalenessOf(stale, consultation, version), acknowledge };
}
