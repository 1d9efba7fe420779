import {
  accessReasonForm,
  breakTheGlass,
  emergencyMinutes,
  longestAccessReason,
} from '@careloop/contracts/patient-access';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import type { ClosedPatientDialogProps } from './RequestAccessDialog.tsx';

/** Starts an hour of emergency access without approval, says what follows, and goes to the patient's page. */
export function EmergencyAccessDialog({ patientId, patient, onClose, onDone }: ClosedPatientDialogProps): ReactNode {
  const form = useSchemaForm(accessReasonForm, { reason: '' });
  const navigate = useNavigate();
  const open = useCall(breakTheGlass, {
    onSuccess: async () => {
      onClose();
      onDone?.();
      await navigate({ to: '/Patient/$patientId', params: { patientId: String(patientId) } });
    },
    form,
  });
  return (
    <FormDialog
      opened
      title="Emergency access"
      form={form}
      onClose={onClose}
      acceptLabel={`Open for ${emergencyMinutes} minutes`}
      acceptTone="danger"
      savingLabel="Opening..."
      header={
        <>
          <Text fw={600} role="group" aria-label="Patient">
            {patient}
          </Text>
          <Callout tone="warning" title="For emergencies only">
            The care team is notified at once, with your name and reason. Everything you open is recorded and reviewed
            by an administrator. Access is yours alone and ends after {emergencyMinutes} minutes.
          </Callout>
        </>
      }
      onSubmit={({ reason }) => open.submit({ patientId, reason })}
    >
      <Field form={form} name="reason" label="Reason" required>
        {(field) => <TrimmedTextarea {...field} max={longestAccessReason} />}
      </Field>
    </FormDialog>
  );
}
