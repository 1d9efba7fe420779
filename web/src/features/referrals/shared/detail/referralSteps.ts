import type { Allowance } from '@careloop/contracts/can';
import type { Referral } from '@careloop/contracts/referrals';
import { needsProvider } from './needsProvider.ts';

/** What can be opened for a referral. */
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

/** What the receiver does about the appointment: before the visit it may be moved, after it somebody says how it went. */
function visitSteps({ can }: Referral): ReferralStep[] {
  // Others see the appointment; it is not theirs to move.
  if (can.cancelAppointment !== true) return [];
  const complete: ReferralStep = { label: 'Complete referral', dialog: 'completed', allowance: can.complete };
  const noShow: ReferralStep = { label: 'No-show', dialog: 'noShow', allowance: can.recordNoShow };
  const change: ReferralStep[] = [
    { label: 'Reschedule', dialog: 'reschedule', allowance: can.reschedule },
    { label: 'Cancel appointment', dialog: 'appointmentCanceled', allowance: can.cancelAppointment },
  ];
  return can.recordNoShow === true ? [complete, noShow, ...change] : change;
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

/** Offered to those who may send it again; for a patient who has died it says why not. */
function againSteps({ can, nextReferral, patient }: Referral): ReferralStep[] {
  if (nextReferral !== null || !(can.referAgain === true || patient.isDeceased)) return [];
  return [{ label: 'Refer again', dialog: 'referAgain', allowance: can.referAgain }];
}

/** What brings a referral on, the likeliest first. */
export function stepsOf(referral: Referral): ReferralStep[] {
  const { can, status } = referral;
  switch (status) {
    case 'pending':
      if (needsProvider(referral)) {
        return [{ label: 'Choose provider', dialog: 'selectProvider', allowance: can.selectProvider }];
      }
      // One button leads to both answers; it is open as soon as one of them is.
      return [{ label: 'Accept or decline', dialog: 'answer', allowance: can.decline === true ? true : can.accept }];
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
