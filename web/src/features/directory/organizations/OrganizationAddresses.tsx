import type { Organization, OrganizationAddress } from '@careloop/contracts/directory/organizations';
import { Button } from '@mantine/core';
import { IconMapPinOff, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Section } from '../../../components/Section.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import places from '../shared/addresses/Addresses.module.css';
import { AddressRow } from '../shared/addresses/AddressRow.tsx';
import { OrganizationAddressDialog } from './OrganizationAddressDialog.tsx';

/** The addresses of an organization, the main one first, with buttons to edit and add. */
export function OrganizationAddresses({ organization }: { organization: Organization }): ReactNode {
  const { addresses, can } = organization;
  const [edited, setEdited] = useState<OrganizationAddress | 'new'>();
  return (
    <Section
      title="Addresses"
      heading="h2"
      count={addresses.length}
      action={
        can.edit === true && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            Add address
          </Button>
        )
      }
    >
      {addresses.length === 0 ? (
        <EmptyState icon={<IconMapPinOff size={24} aria-hidden />} title="No addresses specified" />
      ) : (
        <ul className={places['places']} aria-label="Addresses">
          {addresses.map((address) => (
            <AddressRow
              key={address.healthcareOrganizationAddressInfoId}
              address={address}
              onEdit={can.edit === true ? () => setEdited(address) : undefined}
            />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <OrganizationAddressDialog
          organization={organization}
          address={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}
