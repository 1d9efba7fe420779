import { getProviderAddresses, type ListedAddress } from '@careloop/contracts/directory/addresses';
import { Button } from '@mantine/core';
import { IconMapPinOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../../api/query.ts';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../../ui/Skeletons.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import classes from './Addresses.module.css';
import { AddressRow } from './AddressRow.tsx';
import type { ProviderOfAddress } from './addressValues.ts';
import { FindAddressDialog } from './FindAddressDialog.tsx';

/** The addresses of a saved provider, with buttons to edit and add. */
export function ProviderAddresses({ provider }: { provider: ProviderOfAddress }): ReactNode {
  const { healthcareProviderId } = provider;
  const query = useQuery(queryOf(getProviderAddresses, { healthcareProviderId }));
  const [edited, setEdited] = useState<ListedAddress | 'new'>();
  const close = () => setEdited(undefined);
  if (query.data === undefined) return <QueryState query={query} loading={<ListSkeleton count={2} />} />;
  const { addresses, can } = query.data;
  return (
    <div>
      {addresses.length === 0 && (
        <EmptyState icon={<IconMapPinOff size={24} aria-hidden />} title="No addresses specified" />
      )}
      <ul className={classes['places']} aria-label="Addresses">
        {addresses.map((address) => (
          <AddressRow
            key={address.healthcareProviderAddressInfoId}
            address={address}
            onEdit={address.can.edit === true ? () => setEdited(address) : undefined}
          />
        ))}
      </ul>
      {can.edit === true && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          Add Address
        </Button>
      )}
      {edited === 'new' && <FindAddressDialog provider={provider} onClose={close} />}
      {edited !== undefined && edited !== 'new' && <AddressDialog provider={provider} ids={edited} onClose={close} />}
    </div>
  );
}
