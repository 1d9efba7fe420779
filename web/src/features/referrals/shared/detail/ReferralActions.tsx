import { openReferralStatuses } from '@careloop/contracts/codes';
import { cancelReferral } from '@careloop/contracts/referrals/processing';
import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { toast } from '../../../../ui/toasts.tsx';
import { confirm } from '../../../../ui/confirm.tsx';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { DialogSubject } from '../../../patients/shared/DialogSubject.tsx';
import { referredTo } from '../ReferralListRow.tsx';
import { useReferralCall } from '../referralChanges.ts';
import { stepsOf, type ReferralDialog } from './referralSteps.ts';

export interface ReferralActionsProps {
  referral: Referral;
  /** What else may be done where it is shown. */
  more?: ReactNode;
  onOpen: (dialog: ReferralDialog) => void;
}

const isOpen = ({ status }: Referral) => openReferralStatuses.some((open) => open === status);

/** What may be done with a referral; what may not says why. */
export function ReferralActions({ referral, more, onOpen }: ReferralActionsProps): ReactNode {
  return (
    <Group gap="sm">
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
      {isOpen(referral) && <CancelReferral referral={referral} />}
      {more}
    </Group>
  );
}

function cancelConsequence({ referredToName, status }: Referral): string {
  if (referredToName === null) return 'No provider will be selected for it. You can refer again afterwards.';
  const visit = status === 'scheduled' ? ' Its appointment is not kept: call the office if the patient has one.' : '';
  return `${referredToName} is told, keeps what was sent, and sees nothing that is added later.${visit} You can refer again afterwards.`;
}

function CancelReferral({ referral }: { referral: Referral }): ReactNode {
  const cancel = useReferralCall(cancelReferral, {
    onSuccess: () => toast.success('Referral canceled'),
  });
  const askAndCancel = async () => {
    const isSure = await confirm({
      title: referralTexts.cancelTitle,
      message: (
        <DialogSubject
          patient={referral.patient}
          recipient={referredTo(referral)}
          recipientLabel="Referred to"
          consequence={cancelConsequence(referral)}
        />
      ),
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
    <ActionButton
      allowance={referral.can.cancel}
      variant="default"
      loading={cancel.isPending}
      onClick={() => void askAndCancel()}
    >
      Cancel referral
    </ActionButton>
  );
}
