import {
  accessReasonForm,
  longestAccessReason,
  patientAccessTexts,
  requestAccess,
} from '@careloop/contracts/patient-access';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';

export interface ClosedPatientDialogProps {
  patientId: number;
  /** Facts visible before access: name, birth year, city. */
  patient: ReactNode;
  onClose: () => void;
  /** Called on success; the dialog closes itself. */
  onDone?: (() => void) | undefined;
}

/** Requests access to a patient, with a reason. */
export function RequestAccessDialog({ patientId, patient, onClose, onDone }: ClosedPatientDialogProps): ReactNode {
  const form = useSchemaForm(accessReasonForm, { reason: '' });
  const request = useCall(requestAccess, {
    onSuccess: () => {
      toast.success(patientAccessTexts.requested);
      onClose();
      onDone?.();
    },
    form,
  });
  return (
    <FormDialog
      opened
      title="Request access"
      form={form}
      onClose={onClose}
      acceptLabel="Request access"
      savingLabel="Sending..."
      header={
        <>
          <Text fw={600} role="group" aria-label="Patient">
            {patient}
          </Text>
          <Text fz="sm">
            The care team, and coordinators of the patient&apos;s client, read your reason and answer. If they approve,
            you join the care team.
          </Text>
        </>
      }
      onSubmit={({ reason }) => request.submit({ patientId, reason })}
    >
      <Field form={form} name="reason" label="Reason" required>
        {(field) => <TrimmedTextarea {...field} max={longestAccessReason} />}
      </Field>
    </FormDialog>
  );
}
