import { undoSeconds, withdrawReferral, withdrawTexts } from '@careloop/contracts/referrals/withdrawing';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toApiError } from '../../../api/errors.ts';
import { callOnce, invalidateAfter } from '../../../api/query.ts';
import { toast } from '../../../ui/toasts.tsx';
import type { SentReferral } from './useSendReferral.ts';

/** Says that a referral was sent; for ten seconds it can be undone. Used after the wizard has closed. */
export function useSentToast(patientId: number): (sent: SentReferral) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return ({ referralId, version }) => {
    const open = () =>
      void navigate({
        to: '/Patient/$patientId',
        params: { patientId: String(patientId) },
        search: { section: 'referrals', referralId },
      });
    const undo = async () => {
      try {
        const { openedBy } = await callOnce(client, withdrawReferral, { referralId, version });
        if (openedBy === null) toast.withAction(withdrawTexts.done, 'Open', open);
        else toast.warning(withdrawTexts.opened(openedBy));
      } catch (thrown) {
        toast.failure(toApiError(thrown));
      }
      await invalidateAfter(client, withdrawReferral);
    };
    toast.withActions(
      'Referral sent',
      [
        { label: 'Open', onAct: open },
        { label: 'Undo', onAct: () => void undo() },
      ],
      undoSeconds * 1000,
    );
  };
}
