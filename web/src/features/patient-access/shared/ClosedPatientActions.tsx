import { breakingTheGlass } from '@careloop/contracts/patient-access';
import { Button, Group } from '@mantine/core';
import { IconAmbulance, IconLockQuestion } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { actedFor } from '../../../api/actingFor.ts';
import { useSession } from '../../../session/useSession.ts';
import { EmergencyAccessDialog } from './EmergencyAccessDialog.tsx';
import { RequestAccessDialog } from './RequestAccessDialog.tsx';

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
