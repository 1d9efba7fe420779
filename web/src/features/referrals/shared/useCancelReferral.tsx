import { referredTo } from '@careloop/contracts/referrals/answerWords';
import { cancelReferral } from '@careloop/contracts/referrals/processing';
import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import { confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { cancelConsequence } from './cancelConsequence.ts';
import { useCall } from '../../../api/query.ts';

/** Cancels a referral after asking. */
export function useCancelReferral(referral: Referral, onCanceled?: () => void) {
  const cancel = useCall(cancelReferral, {
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
          consequence={cancelConsequence(referral)}
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
