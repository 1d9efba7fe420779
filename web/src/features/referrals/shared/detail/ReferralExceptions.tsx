import type { Referral } from '@careloop/contracts/referrals';
import type { ReactNode } from 'react';
import { useSession } from '../../../../session/useSession.ts';
import { Callout } from '../../../../ui/Callout.tsx';
import { exceptionAdvice, exceptionTexts } from '../exceptionTexts.ts';

/** Why the referral needs attention, and what to do. */
export function ReferralExceptions({ referral }: { referral: Referral }): ReactNode {
  const worksQueues = useSession().permissions.has('ManageWorkQueues');
  // The receiver has opened it already.
  const reasons = referral.exceptionReasons.filter(
    (reason) => reason !== 'receiver_without_queue' || referral.side !== 'receiving',
  );
  return reasons.map((reason) => (
    <Callout key={reason} tone="warning" title={exceptionTexts({ ...referral, exceptionReasons: [reason] }).join()}>
      {exceptionAdvice(reason, referral, worksQueues)}
    </Callout>
  ));
}
