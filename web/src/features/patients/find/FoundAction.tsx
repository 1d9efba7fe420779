import { patientName } from '@careloop/contracts/patients/identity';
import type { FoundPatient } from '@careloop/contracts/patients/find';
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { ClosedPatientActions } from '../../patient-access/shared/ClosedPatientActions.tsx';

interface FoundActionProps {
  found: FoundPatient;
  /** Access was just requested, which the search results do not reflect yet. */
  isRequested?: boolean;
  onRequested?: () => void;
}

/** Actions for a patient the user may not open: reply to their invitation, or request access. */
export function FoundAction({ found, isRequested = false, onRequested }: FoundActionProps): ReactNode {
  const { patientId, access, birthYear, city } = found;
  if (access === 'invited') {
    return (
      <Button
        size="compact-sm"
        variant="default"
        renderRoot={(props) => <Link to="/Patients/Invites" search={{ patientId }} {...props} />}
      >
        Answer invitation
      </Button>
    );
  }
  const isWaiting = isRequested || access === 'requested';
  const words = [patientName(found), birthYear !== null && `born ${birthYear}`, city];
  return (
    <Group gap="xs" wrap="nowrap">
      {isWaiting && <StatusBadge tone="info" label="Access requested" />}
      <ClosedPatientActions
        patientId={patientId}
        patient={words.filter(Boolean).join(', ')}
        isRequested={isWaiting}
        onRequested={onRequested}
      />
    </Group>
  );
}
