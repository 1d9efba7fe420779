import type { CareTeamMember } from '@careloop/contracts/care-teams';
import { consultationLimits, consultationTexts } from '@careloop/contracts/consultations';
import type { ImpersonatableUser, ProviderSearchItem } from '@careloop/contracts/directory';
import type { PatientInfo } from '@careloop/contracts/patients';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { useSession } from '../../../session/useSession.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogCancel } from '../../../ui/DialogCancel.tsx';
import { useDirtyGuard } from '../../../ui/dirtyGuard.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { submitSteps } from '../../../ui/submitSteps.ts';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import type { LeaveWords } from '../../../ui/unsaved.ts';
import type { WizardStep } from '../../../ui/useWizard.ts';
import { Wizard } from '../../../ui/Wizard.tsx';
import { ChartsStep } from '../../charts/shared/ChartsStep.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { StepChooseRecipient } from './StepChooseRecipient.tsx';
import { StepSummary } from './StepSummary.tsx';
import { useSendConsultation } from './useSendConsultation.ts';
import {
  recipientOf,
  stepParts,
  wizardDefaults,
  wizardForm,
  type SentConsultation,
  type WizardValues,
} from './wizardForm.ts';

export const wizardTitle = 'Request Medication Consultation';

export interface ConsultationStepsProps {
  patient: PatientInfo;
  /** Provider already selected in the provider search. */
  provider?: ProviderSearchItem;
  /** Called once the user has agreed to leave. */
  onClose: () => void;
  onSent: (consultation: SentConsultation) => void;
  /** The user and everyone they may act for. */
  users: readonly ImpersonatableUser[];
  members: readonly CareTeamMember[];
}

const leaving: LeaveWords = {
  title: consultationTexts.exitTitle,
  message: consultationTexts.exitNote,
  yes: consultationTexts.exitYes,
  no: consultationTexts.exitNo,
  tone: 'danger',
};

function WizardSubject({ patient }: { patient: PatientInfo }): ReactNode {
  const chosen = useWatch<WizardValues, 'chooseProvider'>({ name: 'chooseProvider' });
  return <DialogSubject patient={patient} recipient={recipientOf(chosen)} />;
}

/** The four steps over one form; each step validates its own part. */
export function ConsultationSteps(props: ConsultationStepsProps): ReactNode {
  const { patient, users, members, provider, onClose, onSent } = props;
  const session = useSession();
  const { patientId } = patient;
  const requesterId = users[0]?.userId ?? session.user.userId;
  const form = useSchemaForm(wizardForm, wizardDefaults(requesterId, provider ?? null));
  const { send, failure, isSent } = useSendConsultation(patientId, form);
  /** A provider selected in the search counts as input, although the form starts with it. */
  const hasInput = form.formState.isDirty || provider !== undefined;
  useDirtyGuard(hasInput && !isSent, form, leaving);
  const contents: Pick<WizardStep, 'title' | 'shortTitle' | 'content'>[] = [
    {
      title: 'Choose a Recipient',
      shortTitle: 'Recipient',
      content: <StepChooseRecipient patientId={patientId} users={users} members={members} />,
    },
    { title: 'Comments/Notes', shortTitle: 'Comments', content: <StepComments /> },
    {
      title: 'Select Document(s)',
      shortTitle: 'Documents',
      content: <ChartsStep patientId={patientId} label="Patient documents" />,
    },
    {
      title: 'Confirmation Summary',
      shortTitle: 'Summary',
      content: <StepSummary patientId={patientId} users={users} members={members} />,
    },
  ];
  const steps = contents.map((step, index): WizardStep => {
    const part = stepParts[index];
    return part === undefined ? step : { ...step, validate: () => form.trigger(part, { shouldFocus: true }) };
  });
  const leave = async () => {
    if (!hasInput || (await confirm(leaving))) onClose();
  };
  const finish = () =>
    submitSteps(form, stepParts, async (values) => {
      const sent = await send(values);
      if (typeof sent !== 'object') return sent;
      toast.success(consultationTexts.sent);
      onSent(sent);
      return true;
    });
  return (
    <Dialog
      opened
      onClose={() => void leave()}
      onHistoryMove={onClose}
      title={wizardTitle}
      size={1080}
      closeOnClickOutside={false}
    >
      <FormProvider {...form}>
        <Wizard
          steps={steps}
          onFinish={finish}
          nextLabel="Next Step →"
          header={
            <Stack gap="sm">
              <WizardSubject patient={patient} />
              {failure !== null && <FormError errorCode={failure.errorCode}>{failure.message}</FormError>}
            </Stack>
          }
          footerLeft={
            <DialogCancel variant="subtle" color="gray">
              Exit / Cancel
            </DialogCancel>
          }
        />
      </FormProvider>
    </Dialog>
  );
}

/** Step 2: the question. */
function StepComments(): ReactNode {
  const form = useFormContext<WizardValues>();
  return (
    <Field
      form={form}
      name="additionalInfo.comments"
      label="What would you like to know about the patient’s medication?"
    >
      {(field) => <TrimmedTextarea {...field} minRows={6} max={consultationLimits.notes} />}
    </Field>
  );
}
