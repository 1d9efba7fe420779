import { getProviderNetwork } from '@careloop/contracts/directory/network';
import { getProvider, type HealthcareProvider } from '@careloop/contracts/directory/providers';
import { Button } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { ProviderEditor } from './ProviderEditor.tsx';
import { ProviderView } from './ProviderView.tsx';

interface ProviderDialogProps {
  healthcareProviderId: number;
  onClose: () => void;
}

/** A provider: the editor if the user may edit this record, else a read-only dialog. */
export function ProviderDialog({ healthcareProviderId, onClose }: ProviderDialogProps): ReactNode {
  const query = useQuery(queryOf(getProvider, { healthcareProviderId }));
  // Shown in the editor and in the view: requested with the record, not after it.
  usePrefetchQuery(queryOf(getProviderNetwork, { healthcareProviderId }));
  // The editor starts with freshly fetched data, not the cache; its conflict check reports later changes.
  const [opened, setOpened] = useState<HealthcareProvider>();
  const mayEdit = useSession().permissions.has('EditProvider');
  if (opened === undefined && query.data !== undefined && !query.isFetching) setOpened(query.data);
  const provider = opened;
  if (provider === undefined) {
    return (
      <Dialog
        opened
        title={mayEdit ? 'Edit Info' : 'View Info'}
        size={760}
        onClose={onClose}
        footer={
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        }
      >
        {query.isFetching ? <DetailSkeleton /> : <QueryState query={query} />}
      </Dialog>
    );
  }
  return provider.can.edit === true ? (
    <ProviderEditor provider={provider} onClose={onClose} onSaved={onClose} />
  ) : (
    <ProviderView provider={provider} onClose={onClose} />
  );
}
