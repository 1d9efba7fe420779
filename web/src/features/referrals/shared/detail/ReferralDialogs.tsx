import type { Referral } from '@careloop/contracts/referrals';
import { Suspense, type ReactNode } from 'react';
import {
  ChangeUrgency,
  EditReferral,
  CompleteReferral,
  ProcessReferral,
  ReferralWizard,
  RescheduleReferral,
  SelectProvider,
  VisitOutcome,
} from '../lazyDialogs.ts';
import type { ReferralOutcome } from '../referralOutcome.ts';
import type { ReferralDialog } from './referralSteps.ts';

export interface ReferralDialogsProps {
  referral: Referral;
  dialog: ReferralDialog;
  onClose: () => void;
  onProcessed: (outcome: ReferralOutcome) => void;
}

/** The dialog that was opened for a referral. */
export function ReferralDialogs({ dialog, ...props }: ReferralDialogsProps): ReactNode {
  return <Suspense fallback={null}>{opened(dialog, props)}</Suspense>;
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
    // Editing does not process the referral: it stays where it is, and a toast says what was saved.
    case 'edit':
      return <EditReferral referral={props.referral} onClose={props.onClose} />;
    case 'urgency':
      return <ChangeUrgency referral={props.referral} onClose={props.onClose} />;
    case 'completed':
      return <CompleteReferral {...props} />;
    case 'reschedule':
      return <RescheduleReferral {...props} />;
    default:
      return <VisitOutcome {...props} kind={dialog} />;
  }
}
