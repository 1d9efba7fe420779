import { apsTexts, type ApsProvider } from '@careloop/contracts/directory/search';
import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { useSession } from '../../../../session/useSession.ts';
import { openProviderEditor } from '../providerDialogs.ts';
import { NewAppointment } from './NewAppointment.tsx';

export interface RowActionsProps {
  provider: ApsProvider;
  patientId: number | undefined;
}

/** What can be done with a provider from the table. */
export function RowActions({ provider, patientId }: RowActionsProps): ReactNode {
  const mayEdit = useSession().permissions.has('EditProvider');
  return (
    <Group gap={4} wrap="nowrap">
      {mayEdit && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`edit ${provider.fullName}`}
          onClick={() => openProviderEditor(provider.healthcareProviderId)}
        >
          edit
        </Button>
      )}
      {patientId !== undefined && <AppointmentAction provider={provider} patientId={patientId} />}
    </Group>
  );
}

function AppointmentAction({ provider, patientId }: { provider: ApsProvider; patientId: number }): ReactNode {
  const { permissions } = useSession();
  const [isOpen, setOpen] = useState(false);
  const noAddress = provider.addressId === null ? 'This provider has no address to book at.' : true;
  return (
    <>
      <ActionButton
        size="compact-xs"
        variant="default"
        allowance={permissions.has('CreateAppointment') ? noAddress : apsTexts.noNewAppointment}
        onClick={() => setOpen(true)}
      >
        New Appt
      </ActionButton>
      {isOpen && <NewAppointment provider={provider} patientId={patientId} onClose={() => setOpen(false)} />}
    </>
  );
}
