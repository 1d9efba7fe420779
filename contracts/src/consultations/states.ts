import type { ConsultationStatus } from '../codes/consultations.ts';
import { consultationStatuses } from '../codes/consultations.ts';

// The states of a consultation in one table. Policy, service, buttons and docs/domain/consultations.md go by it.

/** Whose move an action is. */
export type ConsultationSide = 'requester' | 'receiver';

export interface ConsultationTransition {
  side: ConsultationSide;
  from: readonly ConsultationStatus[];
  /** The status it leads to; null leaves it as it is. */
  to: ConsultationStatus | null;
  /** Whether the receiver must write why. */
  needsNotes: boolean;
}

const open = ['pending', 'acknowledged'] as const;

export const consultationTransitions = {
  acknowledge: { side: 'receiver', from: ['pending'], to: 'acknowledged', needsNotes: false },
  accept: { side: 'receiver', from: open, to: 'accepted', needsNotes: false },
  acceptWithChange: { side: 'receiver', from: open, to: 'accepted_with_change', needsNotes: true },
  decline: { side: 'receiver', from: open, to: 'declined', needsNotes: true },
  cancel: { side: 'requester', from: open, to: 'cancelled', needsNotes: false },
  /** Makes a referral of it, once. */
  refer: { side: 'requester', from: consultationStatuses, to: null, needsNotes: false },
} as const satisfies Record<string, ConsultationTransition>;

export type ConsultationAction = keyof typeof consultationTransitions;
export const consultationActions = Object.keys(consultationTransitions) as [
  ConsultationAction,
  ...ConsultationAction[],
];

/** What the receiver may answer, in the order in which the dialog offers it. */
export const consultationAnswers = ['acknowledge', 'accept', 'acceptWithChange', 'decline'] as const;
export type ConsultationAnswer = (typeof consultationAnswers)[number];
export type AnsweredStatus = (typeof consultationTransitions)[ConsultationAnswer]['to'];

/** The answer that leads to a status. */
export function answerOf(status: AnsweredStatus): ConsultationAnswer {
  const answer = consultationAnswers.find((one) => consultationTransitions[one].to === status);
  if (answer === undefined) throw new Error(`No answer leads to ${status}`);
  return answer;
}
