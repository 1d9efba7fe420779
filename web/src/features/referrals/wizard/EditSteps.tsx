import type { PatientInfo } from '@careloop/contracts/patients';
import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import { updateReferral, updateTexts } from '@careloop/contracts/referrals/updating';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { toApiError } from '../../../api/errors.ts';
import { useCall } from '../../../api/query.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { useDirtyGuard } from '../../../ui/dirtyGuard.ts';
import { useSchemaForm } from '../../../ui/forms.ts';
import { submitSteps } from '../../../ui/submitSteps.ts';
import { toast } from '../../../ui/toasts.tsx';
import { releaseSaved, type LeaveWords } from '../../../ui/unsaved.ts';
import { StaleCallout } from '../process/StaleCallout.tsx';
import { useSeenReferral } from '../process/useSeenReferral.ts';
import { useCancelReferral } from '../shared/useCancelReferral.tsx';
import { editDefaults } from './editDefaults.ts';
import { useReferralErrors } from './useReferralErrors.ts';
import { stepParts, wizardForm, type Referrer, type WizardResult } from './wizardForm.ts';
import { WizardFrame } from './WizardFrame.tsx';
import { referralInput } from './wizardInput.ts';
import { useWizardSteps } from './wizardSteps.tsx';
import type { WizardFormReturn } from './wizardForm.ts';

export interface EditStepsProps {
  patient: PatientInfo;
  referrers: readonly Referrer[];
  /** The current referral: it may change while the wizard is open. */
  referral: Referral;
  /** Called once it is saved or canceled, or the user has agreed to leave. */
  onClose: () => void;
}

const leaving: LeaveWords = {
  title: referralTexts.exitTitle,
  message: referralTexts.exitNote,
  yes: 'Exit',
  no: 'Stay',
  tone: 'danger',
};

/** Saves the wizard's values for the version the user saw. A newer version is reported instead of being overwritten. */
function useUpdate(referral: Referral, form: WizardFormReturn) {
  const { version: seenVersion, staleness, onStale, reload: readAgain } = useSeenReferral(referral);
  const update = useCall(updateReferral, { onStale, onError: 'none' });
  const { failure, show, clear } = useReferralErrors(form);

  /** Resolves to whether it is saved, or to the step to go back to. */
  const save = async (values: WizardResult): Promise<number | boolean> => {
    clear();
    try {
      const target = { referralId: referral.referralId, version: seenVersion };
      const { version } = await update.mutateAsync({ ...referralInput(values), ...target });
      releaseSaved(form);
      toast.success(version === seenVersion ? updateTexts.unchanged : updateTexts.saved);
      return true;
    } catch (thrown) {
      const error = toApiError(thrown);
      return error.code === 'stale_version' ? false : show(error);
    }
  };
  /** Loads what was changed meanwhile and keeps the user's edits. */
  const reload = async () => {
    const now = await readAgain();
    if (now !== null) form.reset(editDefaults(now), { keepDirtyValues: true });
  };
  return { save, failure, staleness, reload, isSaved: update.isSuccess };
}

/** The five wizard steps for changing a sent referral. */
export function EditSteps({ patient, referrers, referral, onClose }: EditStepsProps): ReactNode {
  const form = useSchemaForm(wizardForm, editDefaults(referral));
  const { save, failure, staleness, reload, isSaved } = useUpdate(referral, form);
  const cancel = useCancelReferral(referral, () => {
    releaseSaved(form);
    onClose();
  });
  // As Exit / Cancel does: the wizard starts with values.
  useDirtyGuard(!isSaved && !cancel.isDone, form, leaving);
  const steps = useWizardSteps(form, {
    patient,
    referrers,
    edited: referral,
    first: (
      <Group justify="flex-end" mb="xs">
        <Button variant="light" color="red" loading={cancel.isPending} onClick={() => void cancel.ask()}>
          Cancel Referral
        </Button>
      </Group>
    ),
  });
  const leave = async () => {
    if (await confirm(leaving)) onClose();
  };
  const finish = () =>
    submitSteps(form, stepParts, async (values) => {
      const outcome = await save(values);
      if (outcome === true) onClose();
      return outcome;
    });
  return (
    <WizardFrame
      title="Edit Patient Referral"
      patient={patient}
      form={form}
      failure={failure}
      steps={steps}
      onFinish={finish}
      onLeave={() => void leave()}
      onHistoryMove={onClose}
      notes={staleness !== null && <StaleCallout staleness={staleness} onReload={reload} />}
    />
  );
}
