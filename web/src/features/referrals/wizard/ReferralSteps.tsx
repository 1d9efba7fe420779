import { referralTexts } from '@careloop/contracts/referrals';
import type { PatientInfo } from '@careloop/contracts/patients';
import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useSession } from '../../../session/useSession.ts';
import { toast } from '../../../ui/toasts.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useDirtyGuard } from '../../../ui/dirtyGuard.ts';
import { useSchemaForm } from '../../../ui/forms.ts';
import type { LeaveWords } from '../../../ui/unsaved.ts';
import type { WizardStep } from '../../../ui/useWizard.ts';
import { Wizard } from '../../../ui/Wizard.tsx';
import { PatientLine } from '../../patients/shared/PatientBanner.tsx';
import classes from './ReferralWizard.module.css';
import { StepChooseProvider } from './StepChooseProvider.tsx';
import { StepContact } from './StepContact.tsx';
import { StepRecords } from './StepRecords.tsx';
import { StepReferralReason } from './StepReferralReason.tsx';
import { StepSummary } from './StepSummary.tsx';
import { useSendReferral, type SentReferral } from './useSendReferral.ts';
import { stepParts, wizardForm, type Referrer, type WizardValues } from './wizardForm.ts';

export interface ReferralStepsProps {
  patient: PatientInfo;
  referrers: readonly Referrer[];
  defaults: WizardValues;
  onClose: () => void;
  onSent: (referral: SentReferral) => void;
}

const leaving: LeaveWords = { title: referralTexts.exitTitle, message: referralTexts.exitNote, tone: 'danger' };

/** The five steps over one form; each step is valid or not by its own part of it. */
export function ReferralSteps({ patient, referrers, defaults, onClose, onSent }: ReferralStepsProps): ReactNode {
  const { features } = useSession();
  const form = useSchemaForm(wizardForm, defaults);
  const { send, failure, isSent } = useSendReferral(patient.patientId, form);
  const { isDirty } = form.formState;
  useDirtyGuard(isDirty && !isSent, leaving);

  const { patientId } = patient;
  const contents: Pick<WizardStep, 'title' | 'shortTitle' | 'content'>[] = [
    {
      title: features.has('disableSpecialtyOnReferralCreation') ? 'Choose a Provider' : 'Choose Provider or Specialty',
      shortTitle: 'Provider',
      content: (
        <StepChooseProvider
          patientId={patientId}
          referrers={referrers}
          isAnyReferrerAllowed={patient.can.referForAnyProvider === true}
        />
      ),
    },
    { title: 'Referral Reason', shortTitle: 'Reason', content: <StepReferralReason /> },
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

  const leave = async () => {
    if (!isDirty || (await confirm(leaving))) onClose();
  };
  const finish = async (): Promise<number | boolean> => {
    let outcome: number | boolean = false;
    await form.handleSubmit(
      async (values) => {
        const sent = await send(values);
        if (typeof sent !== 'object') {
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
      onClose={() => void leave()}
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
            header={
              <Stack gap="sm">
                <PatientLine patient={patient} />
                {failure !== null && <FormError>{failure}</FormError>}
              </Stack>
            }
            footerLeft={
              <Button variant="subtle" color="gray" onClick={() => void leave()}>
                Exit / Cancel
              </Button>
            }
          />
        </div>
      </FormProvider>
    </Dialog>
  );
}
