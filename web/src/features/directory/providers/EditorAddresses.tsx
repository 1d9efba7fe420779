import type { newProviderAddress } from '@careloop/contracts/directory/addresses';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { FindAddressDialog } from '../shared/addresses/FindAddressDialog.tsx';
import classes from './Providers.module.css';
import { AddressWords } from './ProviderView.tsx';

export type NewAddress = z.output<typeof newProviderAddress>;

interface EditorAddressesProps {
  /** Unsaved addresses, which are saved with the provider. */
  added: readonly NewAddress[];
  onChange: (added: readonly NewAddress[]) => void;
}

/** Addresses of a provider who is not saved yet. */
export function EditorAddresses({ added, onChange }: EditorAddressesProps): ReactNode {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Heading onAdd={() => setAdding(true)} />
      {added.length === 0 && <p className={classes['dim']}>No addresses specified</p>}
      {added.length > 0 && (
        <ul className={classes['addresses']} aria-label="Addresses to add">
          {added.map((address, index) => (
            <li key={`${index} ${address.address1}`}>
              <AddressWords address={{ ...address, fax: address.faxNumber }} />
              <ActionIcon
                variant="subtle"
                aria-label={`Remove ${address.addressLabel ?? address.address1 ?? 'address'}`}
                onClick={() => onChange(added.filter((one) => one !== address))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <FindAddressDialog
          addedAddressIds={added.flatMap(({ addressId }) => addressId ?? [])}
          onClose={() => setAdding(false)}
          onDone={({ addressId = null, ...values }) => onChange([...added, { ...values, addressId }])}
        />
      )}
    </>
  );
}

function Heading({ onAdd }: { onAdd: () => void }): ReactNode {
  return (
    <div className={classes['heading']}>
      <h3>Addresses</h3>
      <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
        Add Address
      </Button>
    </div>
  );
}
