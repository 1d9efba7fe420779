import {
  addressDialogForm,
  addressDialogTexts,
  getProviderAddress,
  getProviderAddresses,
  type ProviderAddressDetail,
} from '@careloop/contracts/directory/addresses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { notFoundError } from '../../../../api/errors.ts';
import { queryOf } from '../../../../api/query.ts';
import { useSharedEdit } from '../../../../components/useSharedEdit.tsx';
import { AddressFields } from '../../../../ui/AddressFields.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { LockedFields } from '../../../../ui/LockedFields.tsx';
import { useSchemaForm } from '../../../../ui/forms.ts';
import { QueryState } from '../../../../ui/QueryState.tsx';
import {
  addressChanges,
  addressLabels,
  unsavedAddress,
  valuesOf,
  type AddressValues,
  type ProviderOfAddress,
} from './addressValues.ts';
import classes from './Addresses.module.css';
import { RemoveAddressButton } from './RemoveAddressButton.tsx';
import { SaveLocally } from './SaveLocally.tsx';
import { StandardizedSuggestion } from './StandardizedSuggestion.tsx';
import { useSaveAddress } from './useSaveAddress.ts';

interface AddressIds {
  addressId: number;
  healthcareProviderAddressInfoId: number;
}

const dialogLabels = { ...addressLabels, saveLocally: 'Save for this provider only' };

export interface AddressDialogProps {
  /** Provider of the address. Undefined if not saved yet: `onDone` then receives the values and nothing is saved. */
  provider?: ProviderOfAddress;
  /** The address to edit; undefined for a new one. */
  ids?: AddressIds;
  /** Initial values of a new one. */
  initial?: AddressValues;
  /** Called after saving, or with the values for an unsaved provider. */
  onDone?: (values: AddressValues) => void;
  onClose: () => void;
}

/** Adds an address to a provider, or changes one. */
export function AddressDialog({ ids, ...rest }: AddressDialogProps): ReactNode {
  if (ids === undefined || ids.addressId <= 0) return <AddressForm {...rest} address={undefined} />;
  return <LoadedAddress {...rest} ids={ids} />;
}

function LoadedAddress({ ids, ...rest }: Omit<AddressDialogProps, 'ids'> & { ids: AddressIds }): ReactNode {
  const { addressId, healthcareProviderAddressInfoId } = ids;
  const input = { addressId, healthcareProviderAddressInfoId };
  // Not from the cache: a form must start with the current data.
  const query = useQuery({
    ...queryOf(getProviderAddress, input),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (query.data !== undefined) return <AddressForm {...rest} address={query.data.address} />;
  return (
    <Dialog opened onClose={rest.onClose} title={addressDialogTexts.edit} size={560}>
      <QueryState query={query} />
    </Dialog>
  );
}

type AddressFormProps = Omit<AddressDialogProps, 'ids'> & { address: ProviderAddressDetail | undefined };

function AddressForm({ provider, address, initial, onDone, onClose }: AddressFormProps): ReactNode {
  const client = useQueryClient();
  const saveLocally = address === undefined ? (initial?.saveLocally ?? false) : keepsLocally(address);
  const opened = { values: { ...valuesOf(address ?? initial), saveLocally }, version: address?.version };
  const form = useSchemaForm(addressDialogForm(address), opened.values);
  const read = async () => {
    if (address === undefined) throw new Error('A new address cannot have a conflict');
    const { healthcareProviderId, healthcareProviderAddressInfoId } = address;
    // The list, because the other user may have moved the address to another place.
    const { addresses } = await client.fetchQuery({
      ...queryOf(getProviderAddresses, { healthcareProviderId, includeArchived: true }),
      staleTime: 0,
    });
    const now = addresses.find((one) => one.healthcareProviderAddressInfoId === healthcareProviderAddressInfoId);
    if (now === undefined) throw notFoundError(addressDialogTexts.notFound);
    return { values: { ...valuesOf({ ...now, faxNumber: now.fax }), saveLocally }, version: now.version };
  };
  const { version, onStale, notice } = useSharedEdit(form, opened, read, dialogLabels);
  const save = useSaveAddress({ onStale, isNew: address === undefined });
  const locked = address === undefined || address.can.edit === true ? null : address.can.edit;
  const submit = async (values: AddressValues) => {
    if (provider !== undefined) {
      const isSaved = await save({ ...values, ...addressChanges(provider, address, version) });
      if (!isSaved) return;
    }
    onDone?.(values);
    onClose();
  };
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={address === undefined ? addressDialogTexts.add : addressDialogTexts.edit}
        size={560}
        form={form}
        header={provider && <p className={classes['whose']}>{provider.fullName}</p>}
        onClose={onClose}
        leaveWords={unsavedAddress}
        isAcceptDisabled={locked !== null}
        footerLeft={
          provider !== undefined &&
          address?.can.edit === true && (
            <RemoveAddressButton
              consequence="The provider can no longer be found or referred to there. Referrals made so far keep the address."
              onRemove={async () => {
                const ids = addressChanges(provider, address, version);
                if (await save({ ...ids, isArchived: true })) onClose();
              }}
            />
          )
        }
        onSubmit={submit}
      >
        {notice}
        {locked !== null && <p role="status">{locked}</p>}
        <LockedFields isLocked={locked !== null}>
          <AddressFields withOffice />
          <StandardizedSuggestion unchanged={address ?? initial} />
          <SaveLocally address={address} changePlace={address?.can.changePlace ?? true} />
        </LockedFields>
      </FormDialog>
    </FormProvider>
  );
}

/** By default others at a shared place keep it unchanged. */
function keepsLocally({ isShared, totalProviders, can }: ProviderAddressDetail): boolean {
  return !isShared || totalProviders > 1 || can.changePlace !== true;
}
