import type { OrganizationAddress } from '@careloop/contracts/directory/organizations';
import { formatPhone } from '@careloop/contracts/fields';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Addresses.module.css';
import { placeText } from './placeText.ts';

interface AddressRowProps {
  /** An address of an organization, or of a provider. */
  address: Omit<OrganizationAddress, 'healthcareOrganizationAddressInfoId' | 'addressId' | 'version'>;
  /** Undefined if the user may not edit it. */
  onEdit: (() => void) | undefined;
}

/** A row in a list of addresses. */
export function AddressRow({ address, onEdit }: AddressRowProps): ReactNode {
  const { addressLabel, officePhone, fax, locationCode } = address;
  const text = placeText(address);
  const facts = [
    officePhone && `Phone ${formatPhone(officePhone)}`,
    fax && `Fax ${formatPhone(fax)}`,
    locationCode && `Clinic code ${locationCode}`,
  ].filter(Boolean);
  return (
    <li>
      <div className={classes['words']}>
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
