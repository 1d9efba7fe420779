import type { ConsultationStatus } from '../codes/consultations.ts';
import { consultationStatuses, openConsultationStatuses as open } from '../codes/consultations.ts';

// State machine of consultations, used by policy, service and buttons, and documented in docs/domain/consultations.md.

/** The side that may take an action. */
type ConsultationSide = 'requester' | 'receiver';

export interface ConsultationTransition {
  side: ConsultationSide;
  from: readonly ConsultationStatus[];
  /** The resulting status; null if it does not change. */
  to: ConsultationStatus | null;
  /** Whether the receiver must enter a reason. */
  needsNotes: boolean;
}

export const consultationTransitions = {
  /** An acknowledged one can be acknowledged again, with other notes. */
  acknowledge: { side: 'receiver', from: open, to: 'acknowledged', needsNotes: false },
  accept: { side: 'receiver', from: open, to: 'accepted', needsNotes: false },
  acceptWithChange: { side: 'receiver', from: open, to: 'accepted_with_change', needsNotes: true },
  decline: { side: 'receiver', from: open, to: 'declined', needsNotes: true },
  cancel: { side: 'requester', from: open, to: 'cancelled', needsNotes: false },
  /** Creates a referral from it, once. */
  refer: { side: 'requester', from: consultationStatuses, to: null, needsNotes: false },
} as const satisfies Record<string, ConsultationTransition>;

export type ConsultationAction = keyof typeof consultationTransitions;
export const consultationActions = Object.keys(consultationTransitions) as [
  ConsultationAction,
  ...ConsultationAction[],
];

/** The receiver's possible responses, in the order of the dialog. */
export const consultationAnswers = ['acknowledge', 'accept', 'acceptWithChange', 'decline'] as const;
export type ConsultationAnswer = (typeof consultationAnswers)[number];
export type AnsweredStatus = (typeof consultationTransitions)[ConsultationAnswer]['to'];

/** The response that leads to a status. */
export function answerOf(status: AnsweredStatus): ConsultationAnswer {
  const answer = consultationAnswers.find((one) => consultationTransitions[one].to === status);
  if (answer === undefined) throw new Error(`No answer leads to ${status}`);
  return answer;
}
