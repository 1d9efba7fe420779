import type { Allowance } from '@careloop/contracts/can';
import { appointmentStatusLabels } from '@careloop/contracts/codes';
import type { Referral } from '@careloop/contracts/referrals';

/** Dialogs of a referral. */
export type ReferralDialog =
  | 'selectProvider'
  | 'answer'
  | 'log'
  | 'decline'
  | 'reschedule'
  | 'noShow'
  | 'appointmentCanceled'
  | 'completed'
  | 'reopened'
  | 'referAgain'
  | 'edit'
  | 'urgency';

/** Forms that open below the actions instead of in a dialog. */
export const decisionLines = ['acceptHere', 'logHere', 'declineHere'] as const;
export type DecisionLineKind = (typeof decisionLines)[number];

/** Accepts at once, without an appointment. */
export type ReferralStart = ReferralDialog | DecisionLineKind | 'acceptLater';

export interface ReferralStep {
  label: string;
  start: ReferralStart;
  allowance: Allowance | undefined;
  /** A single key that starts it. */
  shortcut?: string;
  /** Kept in the menu of further actions. */
  isFurther?: boolean;
}

const close = ({ can }: Referral): ReferralStep => ({
  label: 'Close referral',
  start: 'completed',
  allowance: can.complete,
  shortcut: 'x',
});

/** The receiver's steps for the appointment: move it before the visit, record its outcome after it. */
function visitSteps(referral: Referral): ReferralStep[] {
  const { can } = referral;
  // Others can see the appointment but not change it.
  if (can.cancelAppointment !== true) return [];
  const noShow: ReferralStep = { label: appointmentStatusLabels.no_show, start: 'noShow', allowance: can.recordNoShow };
  const change: ReferralStep[] = [
    { label: 'Reschedule', start: 'reschedule', allowance: can.reschedule },
    { label: 'Cancel appointment', start: 'appointmentCanceled', allowance: can.cancelAppointment },
  ];
  return can.recordNoShow === true ? [close(referral), noShow, ...change] : change;
}

/** The receiver decides where the referral is read; the dialog has the fields that are seldom needed. */
function decisionSteps({ can }: Referral): ReferralStep[] {
  const accept: ReferralStep = { label: 'Accept', start: 'acceptHere', allowance: can.accept, shortcut: 'a' };
  if (can.accept !== true && can.decline !== true) return [accept];
  return [
    accept,
    ...(can.accept === true
      ? [{ label: 'Accept, date later', start: 'acceptLater', allowance: can.accept } as const]
      : []),
    { label: 'Decline', start: 'declineHere', allowance: can.decline, shortcut: 'd' },
    { label: 'Accept or decline with all fields', start: 'answer', allowance: true, isFurther: true },
  ];
}

/** A coordinator records what the office says on the phone, with all fields. */
function recordSteps({ can }: Referral): ReferralStep[] {
  const allowance = can.decline === true ? true : can.accept;
  return [{ label: 'Record answer', start: 'answer', allowance, shortcut: 'a' }];
}

function pendingSteps(referral: Referral): ReferralStep[] {
  const { can, isAnsweredByCoordinators } = referral;
  const answer = isAnsweredByCoordinators ? recordSteps(referral) : decisionSteps(referral);
  // Also once its receiver can no longer sign in.
  if (!needsProvider(referral) && can.selectProvider !== true) return answer;
  const choose: ReferralStep = { label: 'Choose provider', start: 'selectProvider', allowance: can.selectProvider };
  return can.accept === true || can.decline === true ? [...answer, choose] : [choose];
}

function acceptedSteps(referral: Referral): ReferralStep[] {
  const { can, appointment, isAnsweredByCoordinators } = referral;
  const label = appointment?.status === 'no_show' ? 'Reschedule' : 'Log appointment';
  const log: ReferralStep = {
    label,
    start: isAnsweredByCoordinators ? 'log' : 'logHere',
    allowance: can.accept,
    shortcut: 'a',
  };
  if (can.decline !== true) return [log];
  const start = isAnsweredByCoordinators ? 'decline' : 'declineHere';
  return [log, close(referral), { label: 'Decline', start, allowance: can.decline, shortcut: 'd' }];
}

/** Offered to users who may send it again; for a deceased patient it says why not. */
function againSteps({ can, nextReferral, patient }: Referral): ReferralStep[] {
  if (nextReferral !== null || !(can.referAgain === true || patient.isDeceased)) return [];
  return [{ label: 'Refer again', start: 'referAgain', allowance: can.referAgain }];
}

const receivers: readonly ReferralStart[] = ['answer', 'log', 'acceptHere', 'logHere'];

/** The next steps of a referral, the most likely first. The referring side is not offered what only the receiver does. */
export function stepsOf(referral: Referral): ReferralStep[] {
  return possibleSteps(referral).filter(
    (step) => step.allowance === true || referral.side !== 'referring' || !receivers.includes(step.start),
  );
}

function possibleSteps(referral: Referral): ReferralStep[] {
  const { can, status } = referral;
  switch (status) {
    case 'pending':
      return pendingSteps(referral);
    case 'accepted':
      return acceptedSteps(referral);
    case 'scheduled':
      return visitSteps(referral);
    case 'declined':
    case 'cancelled':
      return againSteps(referral);
    case 'completed':
      return can.reopen === true ? [{ label: 'Reopen', start: 'reopened', allowance: can.reopen }] : [];
    default:
      return [];
  }
}

/** Whether nobody can answer it: it was sent to a specialty, or to a provider who does not use the portal. */
function needsProvider(referral: Referral): boolean {
  return referral.referredToUserId === null;
}
