import type { Organization, OrganizationAddress } from '@careloop/contracts/directory/organizations';
import { formatPhone } from '@careloop/contracts/fields';
import { Button } from '@mantine/core';
import { IconMapPinOff, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Section } from '../../../components/Section.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import places from '../shared/addresses/Addresses.module.css';
import { placeText } from '../shared/addresses/placeText.ts';
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

interface AddressRowProps {
  address: OrganizationAddress;
  onEdit: (() => void) | undefined;
}

function AddressRow({ address, onEdit }: AddressRowProps): ReactNode {
  const { addressLabel, officePhone, fax, locationCode } = address;
  const text = placeText(address);
  const facts = [
    officePhone && `Phone ${formatPhone(officePhone)}`,
    fax && `Fax ${formatPhone(fax)}`,
    locationCode && `Clinic code ${locationCode}`,
  ].filter(Boolean);
  return (
    <li>
      <div className={places['words']}>
        {addressLabel !== null && <strong>{addressLabel}</strong>}
        <span>{text}</span>
        {facts.length > 0 && <span>{facts.join(' · ')}</span>}
      </div>
      {onEdit !== undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPencil size={14} aria-hidden />}
          aria-label={`Edit ${addressLabel ?? text}`}
          onClick={onEdit}
        >
          Edit
        </Button>
      )}
    </li>
  );
}
