import type { Referral } from '@careloop/contracts/referrals';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useSession } from '../../../session/useSession.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { referringSide } from '../shared/referringSide.ts';
import { DecisionPanel } from './DecisionPanel.tsx';
import { InformationPanel } from './InformationPanel.tsx';
import { NotesPanel } from './NotesPanel.tsx';
import classes from '../../../components/ProcessDialog.module.css';
import { isNothingNew, processDefaults, processForm, type ProcessIntent } from './processForm.ts';
import { StaleCallout } from './StaleCallout.tsx';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';
import { useProcessing } from './useProcessing.ts';

export interface ProcessReferralProps {
  /** The current referral; a newer version is reported, never applied silently. */
  referral: Referral;
  intent?: ProcessIntent;
  onClose: () => void;
  onProcessed: (outcome: ReferralOutcome) => void;
}

function submitLabel({ status }: Referral, isAccepting: boolean | null): string {
  if (isAccepting === null) return 'Submit';
  // Already accepted: only its appointment is missing.
  if (status === 'accepted' && isAccepting) return 'Log appointment';
  return isAccepting ? 'Accept referral' : 'Decline referral';
}

/** @param isReceiver the referral was sent to the user, who may also act for somebody it was sent to */
function answerConsequence(referral: Referral, isAccepting: boolean | null, isReceiver: boolean): string | undefined {
  if (isAccepting === null) return undefined;
  if (referral.isAnsweredByCoordinators) return 'They see right away what you record for the office.';
  if (!isAccepting) {
    return 'They are notified right away, with your reason. You keep what was sent to you, but see nothing added later.';
  }
  if (referral.status === 'accepted') return 'They see the appointment right away.';
  const joins = isReceiver ? 'you join' : `${referral.referredToName ?? 'the provider'} joins`;
  return `They are notified right away, and ${joins} the patient’s care team.`;
}

/** The receiver's answer: request on the left, decision and notes on the right. */
export function ProcessReferral({ referral, intent, onClose, onProcessed }: ProcessReferralProps): ReactNode {
  const form = useSchemaForm(processForm, processDefaults(referral, intent));
  const { submit, staleness, reload } = useProcessing(referral, intent, form);
  const { user } = useSession();
  const isAccepting = form.watch('isAccepting');
  const { accept, decline } = referral.can;
  const isOver = accept !== true && decline !== true;
  return (
    <FormDialog
      opened
      title={intent === 'log' ? 'Log Appointment' : 'Accept or Decline Referral Request'}
      size={1080}
      form={form}
      onClose={onClose}
      isAcceptEnabled
      isAcceptDisabled={staleness !== null || isOver}
      acceptLabel={submitLabel(referral, isAccepting)}
      acceptTone={isAccepting === false ? 'danger' : 'neutral'}
      header={
        <DialogSubject
          patient={referral.patient}
          recipient={referringSide(referral)}
          recipientLabel="Answer to"
          isPatientSticky
          consequence={answerConsequence(referral, isAccepting, user.userId === referral.referredToUserId)}
        />
      }
      onSubmit={async (values) => {
        if (isNothingNew(referral, values)) return onClose();
        const outcome = await submit(values);
        if (outcome === null) return;
        onProcessed(outcome);
      }}
    >
      <FormProvider {...form}>
        <div className={classes.panels}>
          <InformationPanel referral={referral} />
          <div className={classes.answer}>
            {staleness !== null && <StaleCallout staleness={staleness} onReload={reload} />}
            {referral.isAnsweredByCoordinators && (
              <Callout title={`${referral.referredToName} cannot answer this referral in the portal`}>
                Ask the office by phone, and enter {referral.status === 'accepted' ? 'the appointment' : 'its answer'}{' '}
                here. The history shows that you recorded it.
              </Callout>
            )}
            {staleness === null && isOver && (
              <Callout tone="danger" title="This referral can no longer be accepted or declined">
                {accept}
              </Callout>
            )}
            <DecisionPanel referral={referral} />
            {isAccepting !== null && <NotesPanel />}
          </div>
        </div>
      </FormProvider>
    </FormDialog>
  );
}
