import type { Referral, QueuedReferral } from '@careloop/contracts/referrals';
import type { ReferralExceptionReason } from '@careloop/contracts/referrals/states';
import { formatDate, formatDateIn } from '../../../ui/dates.ts';

type Reasons = Pick<QueuedReferral, 'exceptionReasons' | 'dueAt' | 'latestAppointment'>;

const short: Record<ReferralExceptionReason, (referral: Reasons) => string> = {
  canceled_after_acceptance: () => 'Canceled after acceptance',
  visit_without_outcome: ({ latestAppointment }) =>
    latestAppointment === null
      ? 'Outcome missing'
      : `Outcome missing, visit ${formatDateIn(latestAppointment.appointmentTime, latestAppointment.timeZone)}`,
  overdue: ({ dueAt }) => `Overdue since ${formatDate(dueAt)}`,
  receiver_without_user: () => 'Provider does not use this portal',
  receiver_of_others: () => 'Account of another organization',
  receiver_deactivated: () => 'Receiver can no longer sign in',
  receiver_without_queue: () => 'Receiver has no work queue',
};

/** Why a referral is an exception, in a few words. */
export function exceptionTexts(referral: Reasons): string[] {
  return referral.exceptionReasons.map((reason) => short[reason](referral));
}

const takenBack =
  'The referring side took it back after it had been accepted. Release any time you kept for the patient';

type Advised = Pick<Referral, 'referredToName' | 'status' | 'side' | 'isAnsweredByCoordinators' | 'isUserCoordinator'>;

interface CoordinatorTexts {
  /** The receiver has not answered and cannot. */
  answers: string;
  /** The same once the office has accepted it. */
  outcome: string;
  release: string;
  /** The provider has an account that does not see it, because another organization made it since. */
  handOver: string;
  choose: string;
  /** The receiver can answer it, but no queue reminds them. */
  follow: string;
}

/** What the coordinators do, for the sender, who has no queue item of it. */
const forOthers: CoordinatorTexts = {
  answers:
    'The care coordinators have it among their Referral exceptions. They contact the office and record its answer, or choose another provider.',
  outcome: 'The care coordinators contact the office and record the appointment and its outcome.',
  release: 'The care coordinators ask the office to release any time kept for the patient.',
  handOver:
    'The care coordinators have it among their Referral exceptions. They choose the same provider again to hand it over, or contact the office and record its answer.',
  choose: 'The care coordinators have it among their Referral exceptions and can choose one.',
  follow: 'The care coordinators make sure that it is not overlooked.',
};

/** The same for a coordinator. */
const forCoordinators: CoordinatorTexts = {
  answers: 'Contact the office and record its answer, or choose another provider.',
  outcome: 'Contact the office and record the appointment and its outcome.',
  release: 'Ask the office to release any time kept for the patient.',
  handOver: 'Choose the same provider again to hand it over, or contact the office and record its answer.',
  choose: 'Choose one.',
  follow: 'Make sure that it is not overlooked.',
};

/**
 * What the reader's side can do about it.
 * @param worksQueues whether the reader can open work queues
 */
export function exceptionAdvice(reason: ReferralExceptionReason, referral: Advised, worksQueues: boolean): string {
  const coordinators = referral.isUserCoordinator ? forCoordinators : forOthers;
  switch (reason) {
    case 'canceled_after_acceptance':
      if (referral.isAnsweredByCoordinators) return `It had been accepted before. ${coordinators.release}`;
      if (referral.side === 'referring')
        return 'It had been accepted before. The receiving side is asked to release any time kept for the patient.';
      return worksQueues ? `${takenBack}, then complete the item among your Referral exceptions.` : `${takenBack}.`;
    case 'receiver_without_user':
      return `${referral.referredToName ?? 'The receiver'} cannot answer in this portal. ${referral.status === 'pending' ? coordinators.answers : coordinators.outcome}`;
    case 'receiver_of_others':
      return `After it was sent, another organization gave ${referral.referredToName ?? 'the receiver'} an account, which does not see it. ${referral.status === 'pending' ? coordinators.handOver : coordinators.outcome}`;
    case 'receiver_deactivated':
      return referral.status === 'pending'
        ? `${referral.referredToName ?? 'The receiver'} can no longer answer in this portal. ${coordinators.answers}`
        : `${coordinators.outcome} It can also be canceled and referred again.`;
    case 'receiver_without_queue':
      return `${referral.referredToName ?? 'The receiver'} can answer it, but finds it only in the list of referrals. ${coordinators.follow}`;
    case 'visit_without_outcome':
      return referral.side === 'receiving'
        ? 'The sender does not know yet what came of the visit. Complete the referral with a consult note or a comment, or log that the patient did not come.'
        : 'Nobody has recorded what came of the visit. Ask the office that saw the patient for its consult note.';
    case 'overdue':
      if (referral.side === 'receiving') {
        return referral.status === 'accepted'
          ? 'You accepted it, but no appointment has been logged. Log one, or complete or decline the referral.'
          : 'The sender is still waiting for an answer. Accept or decline it.';
      }
      if (referral.status === 'accepted')
        return 'It was accepted, but no appointment has been logged. Contact the office that accepted it.';
      return referral.referredToName === null
        ? `No provider has been chosen yet. ${coordinators.choose}`
        : 'Nobody has answered it. Contact the office it was sent to, or cancel the referral and refer again.';
  }
}
