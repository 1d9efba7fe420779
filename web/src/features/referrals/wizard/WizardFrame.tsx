import type { PatientInfo } from '@careloop/contracts/patients';
import { suggestionTexts } from '@careloop/contracts/referrals/suggestions';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogCancel } from '../../../ui/DialogCancel.tsx';
import type { WizardFailure } from '../../../components/useWizardErrors.ts';
import { FormError } from '../../../ui/FormError.tsx';
import type { WizardSteps } from '../../../ui/useWizard.ts';
import { Wizard } from '../../../ui/Wizard.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { wizardForm, type WizardValues } from './wizardForm.ts';
import type { WizardFormReturn } from './wizardForm.ts';

export interface WizardFrameProps extends WizardSteps {
  title: string;
  patient: PatientInfo;
  form: WizardFormReturn;
  /** Server errors that belong to no field. */
  failure: WizardFailure | null;
  /** Above every step, below patient and recipient. */
  notes?: ReactNode;
  /** Whether the first step leads to the summary as soon as every required answer is there. */
  offersReview?: boolean;
  /** Called on Exit / Cancel, Escape and the close button. */
  onLeave: () => void;
  /** Called on Back or Forward of the browser. */
  onHistoryMove: () => void;
  /** Dialogs over the wizard. */
  children?: ReactNode;
}

function WizardSubject({ patient }: { patient: PatientInfo }): ReactNode {
  const { healthcareProvider: provider, healthcareProviderSpecialty: specialty } = useWatch<
    WizardValues,
    'chooseProvider'
  >({ name: 'chooseProvider' });
  const recipient = provider?.fullName ?? (specialty === null ? null : `Any ${specialty.name}`);
  return <DialogSubject patient={patient} recipient={recipient} />;
}

/** The wizard's dialog: patient, steps and exit. */
export function WizardFrame(props: WizardFrameProps): ReactNode {
  const {
    title,
    patient,
    form,
    failure,
    notes,
    offersReview = false,
    onLeave,
    onHistoryMove,
    children,
    ...steps
  } = props;
  const values = useWatch({ control: form.control });
  const canReview = offersReview && wizardForm.safeParse(values).success;
  return (
    <Dialog
      opened
      onClose={onLeave}
      onHistoryMove={onHistoryMove}
      title={title}
      size={1080}
      closeOnClickOutside={false}
    >
      <FormProvider {...form}>
        <Wizard
          {...steps}
          shortcutLabel={canReview ? suggestionTexts.reviewAndSend : undefined}
          header={
            <Stack gap="sm">
              <WizardSubject patient={patient} />
              {notes}
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
      {children}
    </Dialog>
  );
}
