import type { Allowance } from '@careloop/contracts/can';
import { cancelReferral } from '@careloop/contracts/referrals/processing';
import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { toast } from '../../../../ui/toasts.tsx';
import { confirm } from '../../../../ui/confirm.tsx';
import { needsProvider } from './needsProvider.ts';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { useReferralCall } from '../referralChanges.ts';

/** What brings a referral on: a provider where there is none yet, else the provider's answer. */
function nextStep(referral: Referral): { label: string; allowance: Allowance } {
  const { accept, decline, selectProvider } = referral.can;
  if (needsProvider(referral)) return { label: 'Choose provider', allowance: selectProvider };
  // One button leads to both answers; it is open as soon as one of them is.
  return { label: 'Accept or decline', allowance: decline === true ? true : accept };
}

/** What may be done with a referral; what may not says why. */
export function ReferralActions({ referral, onProcess }: { referral: Referral; onProcess: () => void }): ReactNode {
  const { can } = referral;
  const step = nextStep(referral);
  const cancel = useReferralCall(cancelReferral, {
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
  return (
    <Group gap="sm">
      <ActionButton allowance={step.allowance} onClick={onProcess}>
        {step.label}
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
