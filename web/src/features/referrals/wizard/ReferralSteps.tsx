import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import type { ReferralDraft } from '@careloop/contracts/referrals/drafts';
import type { PatientInfo } from '@careloop/contracts/patients';
import { Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { useSession } from '../../../session/useSession.ts';
import { toast } from '../../../ui/toasts.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useDirtyGuard } from '../../../ui/dirtyGuard.ts';
import { useSchemaForm } from '../../../ui/forms.ts';
import type { LeaveWords } from '../../../ui/unsaved.ts';
import type { WizardStep } from '../../../ui/useWizard.ts';
import { Wizard } from '../../../ui/Wizard.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import classes from './ReferralWizard.module.css';
import { DraftConflict } from './DraftConflict.tsx';
import { ExitDialog } from './ExitDialog.tsx';
import { PreviousReferral } from './PreviousReferral.tsx';
import { StepChooseProvider } from './StepChooseProvider.tsx';
import { StepContact } from './StepContact.tsx';
import { StepRecords } from './StepRecords.tsx';
import { StepReferralReason } from './StepReferralReason.tsx';
import { StepSummary } from './StepSummary.tsx';
import { useReferralDraft } from './useReferralDraft.ts';
import { useSendReferral, type SentReferral } from './useSendReferral.ts';
import { stepParts, wizardForm, type Referrer, type WizardValues } from './wizardForm.ts';

export interface ReferralStepsProps {
  patient: PatientInfo;
  referrers: readonly Referrer[];
  /** The declined or canceled referral that this one follows. */
  previous: Referral | undefined;
  defaults: WizardValues;
  /** The draft it goes on with. */
  saved: ReferralDraft | null;
  /** What to know before the draft is continued. */
  note?: ReactNode;
  /** Goes on with the draft of another window. */
  onReload: (draft: ReferralDraft) => void;
  onClose: () => void;
  onSent: (referral: SentReferral) => void;
}

/** Before the page is left. */
const leaving: LeaveWords = {
  title: referralTexts.exitTitle,
  message: 'Your draft is kept, so you can continue later.',
  yes: 'Keep draft',
  no: 'Stay',
};
const leavingUnsaved: LeaveWords = { title: referralTexts.exitTitle, message: referralTexts.exitNote, tone: 'danger' };

function WizardSubject({ patient }: { patient: PatientInfo }): ReactNode {
  const { healthcareProvider: provider, healthcareProviderSpecialty: specialty } = useWatch<
    WizardValues,
    'chooseProvider'
  >({ name: 'chooseProvider' });
  const recipient = provider?.fullName ?? (specialty === null ? null : `Any ${specialty.name}`);
  return <DialogSubject patient={patient} recipient={recipient} />;
}

/** The five steps over one form; each step is valid or not by its own part of it. */
export function ReferralSteps(props: ReferralStepsProps): ReactNode {
  const { patient, referrers, previous, defaults, saved, onReload, onClose, onSent } = props;
  const { features } = useSession();
  const form = useSchemaForm(wizardForm, defaults);
  const { send, failure, isSent } = useSendReferral(patient.patientId, form, previous?.referralId);
  const { isDirty } = form.formState;
  const { patientId } = patient;
  const { draft, conflict, hasFailed, isThere, noteStep } = useReferralDraft(
    patientId,
    form,
    saved,
    previous?.referralId,
  );
  const [isLeaving, setLeaving] = useState(false);
  useDirtyGuard(isDirty && !isSent, hasFailed ? leavingUnsaved : leaving);

  const contents: Pick<WizardStep, 'title' | 'shortTitle' | 'content'>[] = [
    {
      title: features.has('disableSpecialtyOnReferralCreation') ? 'Choose a Provider' : 'Choose Provider or Specialty',
      shortTitle: 'Provider',
      content: (
        <StepChooseProvider
          patientId={patientId}
          previous={previous}
          referrers={referrers}
          isAnyReferrerAllowed={patient.can.referForAnyProvider === true}
        />
      ),
    },
    { title: 'Referral Reason', shortTitle: 'Reason', content: <StepReferralReason patientId={patientId} /> },
    { title: 'Verify Patient Contact Information', shortTitle: 'Contact', content: <StepContact /> },
    {
      title: 'Select or Upload Patient Medical Records',
      shortTitle: 'Records',
      content: <StepRecords patientId={patientId} />,
    },
    { title: 'Confirmation Summary', shortTitle: 'Summary', content: <StepSummary patientId={patientId} /> },
  ];
  const steps = contents.map((step, index): WizardStep => {
    const part = stepParts[index];
    return part === undefined ? step : { ...step, validate: () => form.trigger(part, { shouldFocus: true }) };
  });

  const leave = () => (isThere() ? setLeaving(true) : onClose());
  const keep = async () => {
    if (!(await draft.save())) {
      // The question which of two drafts is kept comes first.
      if (draft.state.get().conflict !== null) setLeaving(false);
      return;
    }
    toast.success('Draft saved');
    onClose();
  };
  const discard = async () => {
    if (!(await draft.discard())) toast.warning('The draft could not be removed. It is offered when you return.');
    onClose();
  };
  const finish = async (): Promise<number | boolean> => {
    let outcome: number | boolean = false;
    await form.handleSubmit(
      async (values) => {
        const sent = await send(values, await draft.take());
        if (typeof sent !== 'object') {
          draft.giveBack();
          outcome = sent;
          return;
        }
        outcome = true;
        toast.success('Referral sent');
        onSent(sent);
      },
      (errors) => {
        outcome = stepParts.findIndex((part) => errors[part] !== undefined);
      },
    )();
    return outcome;
  };
  return (
    <Dialog
      opened
      onClose={leave}
      onHistoryMove={onClose}
      title="Request Patient Referral"
      size={1080}
      closeOnClickOutside={false}
    >
      <FormProvider {...form}>
        <div className={classes.frame}>
          <Wizard
            steps={steps}
            onFinish={finish}
            initialStep={saved?.content.step ?? 0}
            onStepChange={noteStep}
            header={
              <Stack gap="sm">
                <WizardSubject patient={patient} />
                {previous !== undefined && <PreviousReferral previous={previous} />}
                {props.note}
                {failure !== null && <FormError>{failure}</FormError>}
                {conflict !== null && (
                  <DraftConflict conflict={conflict} onReload={onReload} onKeepMine={() => draft.keepMine()} />
                )}
              </Stack>
            }
            footerLeft={
              <Button variant="subtle" color="gray" onClick={leave}>
                Exit / Cancel
              </Button>
            }
          />
        </div>
      </FormProvider>
      {/* Mounted when it opens: one that waits would take the Escape that opens it for its own. */}
      {isLeaving && (
        <ExitDialog hasFailed={hasFailed} onStay={() => setLeaving(false)} onKeep={keep} onDiscard={discard} />
      )}
    </Dialog>
  );
}
