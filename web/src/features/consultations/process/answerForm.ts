import { consultationStatus } from '@careloop/contracts/codes/consultations';
import { consultationAnswerForm, consultationTexts, type Consultation } from '@careloop/contracts/consultations';
import { consultationTransitions, type ConsultationAnswer } from '@careloop/contracts/consultations/states';
import { z } from 'zod';

/** Values of the dialog: nothing is selected at first, except for an acknowledged request. */
export const answerForm = z
  .object({ status: z.number().nullable(), responseNotes: z.string(), healthcareProviderId: z.number().nullable() })
  .superRefine((form, context) => {
    const { error } = consultationAnswerForm.safeParse(form);
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
  });
export type AnswerValues = z.input<typeof answerForm>;

export const answerCode = (answer: ConsultationAnswer) => consultationStatus.codeOf(consultationTransitions[answer].to);

export const answerLabels: Record<ConsultationAnswer, string> = {
  acknowledge: 'Acknowledge',
  accept: 'Accept',
  acceptWithChange: 'Accept with Changes',
  decline: 'Decline',
};

/** Whether the selected answer requires notes. */
export function needsNotes(status: number | null): boolean {
  return Object.values(consultationTransitions).some(
    (transition) => transition.needsNotes && consultationStatus.codeOf(transition.to) === status,
  );
}

/** Initial values: an acknowledged request opens with that answer selected. */
export function answerDefaults(consultation: Consultation): AnswerValues {
  const { status, statusCode, responseNotes, healthcareProviderId, can } = consultation;
  return {
    status: status === 'acknowledged' && can.acknowledge === true ? statusCode : null,
    responseNotes: responseNotes ?? '',
    healthcareProviderId,
  };
}

/** Input of the answer. A valid form has one. */
export function answerOf({ status, responseNotes, healthcareProviderId }: AnswerValues) {
  const chosen = consultationAnswerForm.shape.status.safeParse(status);
  if (!chosen.success) throw new Error(consultationTexts.actionRequired);
  return { status: chosen.data, responseNotes, healthcareProviderId };
}
