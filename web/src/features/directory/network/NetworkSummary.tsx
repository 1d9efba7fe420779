import { getProviderNetwork, type ProviderNetwork } from '@careloop/contracts/directory/network';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import classes from './Network.module.css';
import { NetworkDialog, type NetworkProvider } from './NetworkDialog.tsx';
import { NetworkFacts } from './NetworkFacts.tsx';

/** A provider's network, with a button to edit it. */
export function NetworkSummary({ provider }: { provider: NetworkProvider }): ReactNode {
  const { healthcareProviderId } = provider;
  const query = useQuery(queryOf(getProviderNetwork, { healthcareProviderId }));
  const [edited, setEdited] = useState<ProviderNetwork>();
  const network = query.data;
  return (
    <>
      <div className={classes['heading']}>
        <h3>Network</h3>
        {network?.can.editAffiliations === true && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setEdited(network)}
          >
            Edit network
          </Button>
        )}
      </div>
      <QueryState query={query} loading={<ListSkeleton count={2} />}>
        {(data) => <NetworkFacts network={data} />}
      </QueryState>
      {edited !== undefined && (
        <NetworkDialog provider={provider} opened={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
