import { frontendVersion } from '@careloop/contracts/session';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../session/useSession.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';

/** Versions and names of this installation, to read out to support (docs/domain/screens.md). */
export function AppDetailsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const { context } = useSession();
  const unknown = 'Not available';
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Application Details"
      size={400}
      footer={
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      <Facts
        columns={1}
        facts={[
          { label: 'Cluster', value: context.cluster, unknown },
          { label: 'Hostname', value: context.hostname, unknown },
          { label: 'API Version', value: context.apiVersion, unknown },
          { label: 'Frontend Version', value: frontendVersion, unknown },
        ]}
      />
    </Dialog>
  );
}
