import { referralStatuses } from '@careloop/contracts/codes';
import type { Referral } from '@careloop/contracts/referrals';
import { isPossibleIn } from '@careloop/contracts/referrals/states';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { useCancelReferral } from '../useCancelReferral.tsx';
import classes from './ReferralDetail.module.css';
import { stepsOf, type ReferralDialog } from './referralSteps.ts';

export interface ReferralActionsProps {
  referral: Referral;
  /** Further actions of the place where it is shown. */
  more?: ReactNode;
  onOpen: (dialog: ReferralDialog) => void;
}

/** Not offered to the receiving side, nor in states where it is impossible. */
const isCancelable = ({ status, side, can }: Referral) =>
  (side !== 'receiving' || can.cancel === true) &&
  referralStatuses.some((known) => known === status && isPossibleIn('cancel', known));

/** Actions of a referral; a refused action says why. */
export function ReferralActions({ referral, more, onOpen }: ReferralActionsProps): ReactNode {
  return (
    <Group gap="sm" className={classes.onScreen}>
      {stepsOf(referral).map(({ label, dialog, allowance }, index) => (
        <ActionButton
          key={dialog}
          allowance={allowance}
          variant={index === 0 ? 'filled' : 'default'}
          onClick={() => onOpen(dialog)}
        >
          {label}
        </ActionButton>
      ))}
      {referral.can.update === true && (
        <>
          <Button variant="default" onClick={() => onOpen('edit')}>
            Edit referral
          </Button>
          <Button variant="default" onClick={() => onOpen('urgency')}>
            Change urgency
          </Button>
        </>
      )}
      {isCancelable(referral) && <CancelReferral referral={referral} />}
      {more}
    </Group>
  );
}

function CancelReferral({ referral }: { referral: Referral }): ReactNode {
  const cancel = useCancelReferral(referral);
  return (
    <ActionButton
      allowance={referral.can.cancel}
      variant="default"
      loading={cancel.isPending}
      onClick={() => void cancel.ask()}
    >
      Cancel referral
    </ActionButton>
  );
}
