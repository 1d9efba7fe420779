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

export interface ReferralStep {
  label: string;
  dialog: ReferralDialog;
  allowance: Allowance | undefined;
}

/** The receiver's steps for the appointment: move it before the visit, record its outcome after it. */
function visitSteps({ can }: Referral): ReferralStep[] {
  // Others can see the appointment but not change it.
  if (can.cancelAppointment !== true) return [];
  const complete: ReferralStep = { label: 'Complete referral', dialog: 'completed', allowance: can.complete };
  const noShow: ReferralStep = {
    label: appointmentStatusLabels.no_show,
    dialog: 'noShow',
    allowance: can.recordNoShow,
  };
  const change: ReferralStep[] = [
    { label: 'Reschedule', dialog: 'reschedule', allowance: can.reschedule },
    { label: 'Cancel appointment', dialog: 'appointmentCanceled', allowance: can.cancelAppointment },
  ];
  return can.recordNoShow === true ? [complete, noShow, ...change] : change;
}

function pendingSteps(referral: Referral): ReferralStep[] {
  const { can, isAnsweredByCoordinators } = referral;
  // One button for both answers; enabled if one of them is possible.
  const answer: ReferralStep = {
    label: isAnsweredByCoordinators ? 'Record answer' : 'Accept or decline',
    dialog: 'answer',
    allowance: can.decline === true ? true : can.accept,
  };
  // Also once its receiver can no longer sign in.
  if (!needsProvider(referral) && can.selectProvider !== true) return [answer];
  const choose: ReferralStep = { label: 'Choose provider', dialog: 'selectProvider', allowance: can.selectProvider };
  return answer.allowance === true ? [answer, choose] : [choose];
}

function acceptedSteps({ can, appointment }: Referral): ReferralStep[] {
  const label = appointment?.status === 'no_show' ? 'Reschedule' : 'Log appointment';
  const log: ReferralStep = { label, dialog: 'log', allowance: can.accept };
  if (can.decline !== true) return [log];
  return [
    log,
    { label: 'Complete referral', dialog: 'completed', allowance: can.complete },
    { label: 'Decline', dialog: 'decline', allowance: can.decline },
  ];
}

/** Offered to users who may send it again; for a deceased patient it says why not. */
function againSteps({ can, nextReferral, patient }: Referral): ReferralStep[] {
  if (nextReferral !== null || !(can.referAgain === true || patient.isDeceased)) return [];
  return [{ label: 'Refer again', dialog: 'referAgain', allowance: can.referAgain }];
}

/** The next steps of a referral, the most likely first. The referring side is not offered what only the receiver does. */
export function stepsOf(referral: Referral): ReferralStep[] {
  const isReceivers = ({ dialog }: ReferralStep) => dialog === 'answer' || dialog === 'log';
  return possibleSteps(referral).filter(
    (step) => step.allowance === true || referral.side !== 'referring' || !isReceivers(step),
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
      return can.reopen === true ? [{ label: 'Reopen', dialog: 'reopened', allowance: can.reopen }] : [];
    default:
      return [];
  }
}

/** Whether nobody can answer it: it was sent to a specialty, or to a provider who does not use the portal. */
function needsProvider(referral: Referral): boolean {
  return referral.referredToUserId === null;
}
