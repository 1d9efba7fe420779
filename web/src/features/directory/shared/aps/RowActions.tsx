import { apsTexts, type ApsProvider } from '@careloop/contracts/directory/search';
import { Button, Group } from '@mantine/core';
import { IconInfoCircle, IconPrinter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { RowMenu } from '../../../../components/RowMenu.tsx';
import { useSession } from '../../../../session/useSession.ts';
import { printProvider } from '../../providers/printProvider.ts';
import { openProviderEditor } from '../providerDialogs.ts';
import { NewAppointment } from './NewAppointment.tsx';

/** A request to a provider, offered in the menu of a row. */
export interface ProviderRequest {
  label: string;
  icon: ReactNode;
  onBegin: (provider: ApsProvider) => unknown;
}

export interface RowActionsProps {
  provider: ApsProvider;
  patientId: number | undefined;
  requests: readonly ProviderRequest[] | undefined;
}

/** Actions for a provider in the table. */
export function RowActions({ provider, patientId, requests = [] }: RowActionsProps): ReactNode {
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
      <ProviderMenu provider={provider} requests={requests} mayEdit={mayEdit} />
    </Group>
  );
}

interface ProviderMenuProps extends Pick<RowActionsProps, 'provider'> {
  requests: readonly ProviderRequest[];
  mayEdit: boolean;
}

/** Less frequent actions: requests to the provider, viewing and printing the directory entry. */
function ProviderMenu({ provider, requests, mayEdit }: ProviderMenuProps): ReactNode {
  const { fullName, healthcareProviderId } = provider;
  const view = {
    label: 'View info',
    icon: <IconInfoCircle size={16} aria-hidden />,
    onStart: () => openProviderEditor(healthcareProviderId),
  };
  const print = (label: string, withNotes?: boolean) => ({
    label,
    icon: <IconPrinter size={16} aria-hidden />,
    onStart: () => printProvider(healthcareProviderId, withNotes),
  });
  const entry = [...(mayEdit ? [] : [view]), print('Print'), print('Print without notes', false)];
  return (
    <RowMenu
      name={fullName}
      items={[
        ...requests.map(({ label, icon, onBegin }) => ({ label, icon, onStart: () => onBegin(provider) })),
        ...entry.map((item, index) => ({ ...item, startsGroup: index === 0 && requests.length > 0 })),
      ]}
    />
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
