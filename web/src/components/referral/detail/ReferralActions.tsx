import { cancelReferral } from '@careloop/contracts/referral-processing';
import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { toast } from '../../../shell/toasts.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { ActionButton } from '../../ActionButton.tsx';
import { changedByReferrals } from '../referralChanges.ts';

/** What may be done with a referral; what may not says why. */
export function ReferralActions({ referral, onProcess }: { referral: Referral; onProcess: () => void }): ReactNode {
  const { can } = referral;
  const cancel = useCall(cancelReferral, {
    invalidates: changedByReferrals,
    onSuccess: () => toast.success('Referral cancelled'),
  });
  const askAndCancel = async () => {
    const isSure = await confirm({
      title: referralTexts.cancelTitle,
      yes: referralTexts.cancelYes,
      no: referralTexts.cancelNo,
      tone: 'danger',
    });
    if (isSure) {
      cancel.mutate({
        referralId: referral.referralId,
        workQueueEncounterId: referral.workQueueEncounterId,
        version: referral.version,
      });
    }
  };
  // One button leads to both answers; it is open as soon as one of them is.
  const mayProcess = can.accept === true || can.decline === true ? true : can.accept;
  return (
    <Group gap="sm">
      <ActionButton allowance={mayProcess} onClick={onProcess}>
        Accept or decline
      </ActionButton>
      <ActionButton
        allowance={can.cancel}
        variant="default"
        loading={cancel.isPending}
        onClick={() => void askAndCancel()}
      >
        Cancel referral
      </ActionButton>
    </Group>
  );
}
