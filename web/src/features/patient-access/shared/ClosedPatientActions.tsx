import {
  accessReasonForm,
  breakingTheGlass,
  breakTheGlass,
  emergencyMinutes,
  longestAccessReason,
  patientAccessTexts,
  requestAccess,
} from '@careloop/contracts/patient-access';
import { Button, Group, Text } from '@mantine/core';
import { IconAmbulance, IconLockQuestion } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { actedFor } from '../../../api/actingFor.ts';
import { useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';

interface ClosedPatientActionsProps {
  patientId: number;
  /** "LAST, First, born 1950, Worcester" */
  patient: string;
  /** Whether a request is pending. */
  isRequested?: boolean;
  onRequested?: () => void;
}

/** Actions for a found patient without access: request access, and emergency access for users who may use it. */
export function ClosedPatientActions(props: ClosedPatientActionsProps): ReactNode {
  const { patientId, patient, isRequested = false, onRequested } = props;
  const session = useSession();
  const [open, setOpen] = useState<'request' | 'emergency'>();
  const close = () => setOpen(undefined);
  // Emergency access is personal: not offered while acting for somebody.
  const mayBreakTheGlass = session.can(breakingTheGlass) && actedFor() === undefined;
  return (
    <Group gap="xs" wrap="nowrap">
      {!isRequested && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconLockQuestion size={14} aria-hidden />}
          aria-label={`Request access to ${patient}`}
          onClick={() => setOpen('request')}
        >
          Request access
        </Button>
      )}
      {mayBreakTheGlass && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconAmbulance size={14} aria-hidden />}
          aria-label={`Emergency access to ${patient}`}
          onClick={() => setOpen('emergency')}
        >
          Emergency access
        </Button>
      )}
      {open === 'request' && (
        <RequestAccessDialog patientId={patientId} patient={patient} onClose={close} onDone={onRequested} />
      )}
      {open === 'emergency' && <EmergencyAccessDialog patientId={patientId} patient={patient} onClose={close} />}
    </Group>
  );
}

/** Starts an hour of emergency access without approval, says what follows, and goes to the patient's page. */
function EmergencyAccessDialog({ patientId, patient, onClose, onDone }: ClosedPatientDialogProps): ReactNode {
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

interface ClosedPatientDialogProps {
  patientId: number;
  /** Facts visible before access: name, birth year, city. */
  patient: ReactNode;
  onClose: () => void;
  /** Called on success; the dialog closes itself. */
  onDone?: (() => void) | undefined;
}

/** Requests access to a patient, with a reason. */
function RequestAccessDialog({ patientId, patient, onClose, onDone }: ClosedPatientDialogProps): ReactNode {
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
