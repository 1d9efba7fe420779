import { referralStatuses } from '@careloop/contracts/codes';
import type { Referral } from '@careloop/contracts/referrals';
import { isPossibleIn } from '@careloop/contracts/referrals/states';
import type { ReactNode } from 'react';
import { ActionRow, type RowAction } from '../../../../components/ActionRow.tsx';
import { useCancelReferral } from '../useCancelReferral.tsx';
import { stepsOf, type ReferralStart, type ReferralStep } from './referralSteps.ts';

export interface ReferralActionsProps {
  referral: Referral;
  /** Further actions of the place where it is shown. */
  more?: readonly RowAction[] | undefined;
  /** Whether a form was opened below the actions. */
  isQuiet: boolean;
  /** Whether an action without a form is in progress. */
  isStarting: boolean;
  onStart: (start: ReferralStart) => void;
}

/** Not offered to the receiving side, nor in states where it is impossible. */
const isCancelable = ({ status, side, can }: Referral) =>
  (side !== 'receiving' || can.cancel === true) &&
  referralStatuses.some((known) => known === status && isPossibleIn('cancel', known));

/** Actions of a referral, the most likely first; a refused action says why. */
export function ReferralActions({
  referral,
  more = [],
  isQuiet,
  isStarting,
  onStart,
}: ReferralActionsProps): ReactNode {
  const cancel = useCancelReferral(referral);
  const actionOf = ({ label, start, allowance, shortcut }: ReferralStep): RowAction => ({
    label,
    allowance,
    ...(shortcut !== undefined && { shortcut }),
    ...(start === 'acceptLater' && { isPending: isStarting }),
    onStart: () => onStart(start),
  });
  const steps = stepsOf(referral);
  const edits: RowAction[] = [
    { label: 'Edit referral', allowance: true, onStart: () => onStart('edit') },
    { label: 'Change urgency', allowance: true, onStart: () => onStart('urgency') },
  ];
  const cancelIt: RowAction = {
    label: 'Cancel referral',
    allowance: referral.can.cancel,
    isPending: cancel.isPending,
    onStart: () => void cancel.ask(),
  };
  return (
    <ActionRow
      isQuiet={isQuiet}
      actions={[
        ...steps.filter(({ isFurther }) => isFurther !== true).map(actionOf),
        ...more,
        ...steps.filter(({ isFurther }) => isFurther === true).map(actionOf),
        ...(referral.can.update === true ? edits : []),
        ...(isCancelable(referral) ? [cancelIt] : []),
      ]}
    />
  );
}
