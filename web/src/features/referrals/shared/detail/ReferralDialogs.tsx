import type { Referral } from '@careloop/contracts/referrals';
import { Suspense, type ReactNode } from 'react';
import { toast } from '../../../../ui/toasts.tsx';
import { ProcessReferral, ReferralWizard, RescheduleReferral, SelectProvider, VisitOutcome } from '../lazyDialogs.ts';
import { outcomeTexts, type ReferralOutcome } from '../referralOutcome.ts';
import type { ReferralDialog } from './referralSteps.ts';

export interface ReferralDialogsProps {
  referral: Referral;
  dialog: ReferralDialog;
  onClose: () => void;
  onProcessed: (outcome: ReferralOutcome) => void;
}

/** The dialog that was opened for a referral. */
export function ReferralDialogs({ dialog, ...props }: ReferralDialogsProps): ReactNode {
  const onProcessed = (outcome: ReferralOutcome) => {
    toast.success(outcomeTexts[outcome]);
    props.onProcessed(outcome);
  };
  return <Suspense fallback={null}>{opened(dialog, { ...props, onProcessed })}</Suspense>;
}

function opened(dialog: ReferralDialog, props: Omit<ReferralDialogsProps, 'dialog'>): ReactNode {
  switch (dialog) {
    case 'selectProvider':
      return <SelectProvider {...props} />;
    case 'answer':
    case 'log':
    case 'decline':
      return <ProcessReferral {...props} intent={dialog} />;
    case 'referAgain':
      return (
        <ReferralWizard
          patientId={props.referral.patient.patientId}
          previous={props.referral}
          onClose={props.onClose}
          onSent={() => props.onProcessed('referredAgain')}
        />
      );
    case 'reschedule':
      return <RescheduleReferral {...props} />;
    default:
      return <VisitOutcome {...props} kind={dialog} />;
  }
}
