import { apsTexts, type ApsProvider } from '@careloop/contracts/directory/search';
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconDotsVertical, IconInfoCircle, IconPrinter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../../../../components/ActionButton.tsx';
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
      <RowMenu provider={provider} requests={requests} mayEdit={mayEdit} />
    </Group>
  );
}

interface RowMenuProps extends Pick<RowActionsProps, 'provider'> {
  requests: readonly ProviderRequest[];
  mayEdit: boolean;
}

/** Less frequent actions: requests to the provider, viewing and printing the directory entry. */
function RowMenu({ provider, requests, mayEdit }: RowMenuProps): ReactNode {
  const { fullName, healthcareProviderId } = provider;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size="sm" aria-label={`More for ${fullName}`}>
          <IconDotsVertical size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {requests.map(({ label, icon, onBegin }) => (
          <Menu.Item key={label} leftSection={icon} onClick={() => void onBegin(provider)}>
            {label}
          </Menu.Item>
        ))}
        {requests.length > 0 && <Menu.Divider />}
        {!mayEdit && (
          <Menu.Item
            leftSection={<IconInfoCircle size={16} aria-hidden />}
            onClick={() => openProviderEditor(healthcareProviderId)}
          >
            View info
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => printProvider(healthcareProviderId)}
        >
          Print
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => printProvider(healthcareProviderId, false)}
        >
          Print without notes
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
