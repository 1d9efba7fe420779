import { cancelReferral } from '@careloop/contracts/referrals/processing';
import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import { confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { useReferralCall } from './referralChanges.ts';
import { referredTo } from './ReferralListRow.tsx';

function consequenceOf({ referredToName, status }: Referral): string {
  if (referredToName === null) return 'No provider will be selected for it. You can refer again afterwards.';
  const visit = status === 'scheduled' ? ' Its appointment is not kept: call the office if the patient has one.' : '';
  return `${referredToName} is notified, keeps what was sent, and sees nothing added later.${visit} You can refer again afterwards.`;
}

/** Cancels a referral after asking. */
export function useCancelReferral(referral: Referral, onCanceled?: () => void) {
  const cancel = useReferralCall(cancelReferral, {
    onSuccess: () => {
      toast.success('Referral canceled');
      onCanceled?.();
    },
  });
  const ask = async () => {
    const isSure = await confirm({
      title: referralTexts.cancelTitle,
      message: (
        <DialogSubject
          patient={referral.patient}
          recipient={referredTo(referral)}
          recipientLabel="Referred to"
          consequence={consequenceOf(referral)}
        />
      ),
      yes: referralTexts.cancelYes,
      no: referralTexts.cancelNo,
      tone: 'danger',
    });
    if (!isSure) return;
    const { referralId, workQueueEncounterId, version } = referral;
    cancel.mutate({ referralId, workQueueEncounterId, version });
  };
  return { ask, isPending: cancel.isPending, isDone: cancel.isSuccess };
}
