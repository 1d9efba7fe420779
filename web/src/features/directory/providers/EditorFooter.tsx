import type { HealthcareProvider } from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { Button, Checkbox, Group } from '@mantine/core';
import { IconPrinter, IconUserPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { useSession } from '../../../session/useSession.ts';
import { MakeUserDialog } from './MakeUserDialog.tsx';
import { printProvider } from './printProvider.ts';

interface EditorFooterProps {
  /** Undefined for a new one. */
  provider: HealthcareProvider | undefined;
  /** Whether there are unsaved changes, which would be lost. */
  isDirty: boolean;
  isStub: boolean;
  onStub: (isStub: boolean) => void;
  /** Called once the provider has become a user. */
  onClose: () => void;
}

/** Further actions for a provider: print, and create a user. */
export function EditorFooter({ provider, isDirty, isStub, onStub, onClose }: EditorFooterProps): ReactNode {
  const [isMaking, setMaking] = useState(false);
  const mayManage = useSession().permissions.has('ManageUsers');
  const hasUser = provider?.userId !== null && provider !== undefined;
  return (
    <Group gap="sm">
      {provider !== undefined && (
        <Button
          variant="subtle"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => printProvider(provider.healthcareProviderId)}
        >
          Print
        </Button>
      )}
      {!hasUser && (
        <Checkbox
          label="Create a user record that cannot sign in"
          checked={isStub}
          onChange={(event) => onStub(event.currentTarget.checked)}
        />
      )}
      {provider !== undefined && mayManage && provider.can.makeUser === true && (
        <ActionButton
          allowance={isDirty ? providerTexts.saveFirst : true}
          variant="subtle"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => setMaking(true)}
        >
          Make this provider a user
        </ActionButton>
      )}
      {isMaking && provider !== undefined && (
        <MakeUserDialog provider={provider} onClose={() => setMaking(false)} onMade={onClose} />
      )}
    </Group>
  );
}
