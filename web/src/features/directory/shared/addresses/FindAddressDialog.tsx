import {
  addressDialogTexts,
  addressSearchForm,
  getProviderAddresses,
  hasCombination,
  type FoundPlace,
} from '@careloop/contracts/directory/addresses';
import { isFullAddress } from '@careloop/contracts/fields/address';
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { queryOf } from '../../../../api/query.ts';
import { AddressFields } from '../../../../ui/AddressFields.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { FormError } from '../../../../ui/FormError.tsx';
import { useSchemaForm } from '../../../../ui/forms.ts';
import classes from './Addresses.module.css';
import { unsavedAddress, valuesOf, type AddressValues, type ProviderOfAddress } from './addressValues.ts';
import { FoundPlaces } from './FoundPlaces.tsx';
import { SaveLocally } from './SaveLocally.tsx';
import { useSaveAddress } from './useSaveAddress.ts';

export interface FindAddressDialogProps {
  /** Provider of the address. Undefined if not saved yet: `onDone` then receives the values and nothing is saved. */
  provider?: ProviderOfAddress;
  /** Places already added to an unsaved provider. */
  addedAddressIds?: readonly number[];
  /** Called after saving, or with the values for an unsaved provider. */
  onDone?: (values: AddressValues) => void;
  onClose: () => void;
}

const form = addressSearchForm.safeExtend({ saveLocally: z.boolean() });
type Search = z.output<typeof form>;

const { addressLabel: _label, zipcode: _zip, ...empty } = valuesOf(undefined);
const blank = { ...empty, label: '', zip: '', combination: '', saveLocally: false };

/** Searches places of the directory and adds a found or new one to a provider. */
export function FindAddressDialog({ provider, addedAddressIds, onDone, onClose }: FindAddressDialogProps): ReactNode {
  const state = useSchemaForm(form, blank);
  const [asked, setAsked] = useState<Search>();
  const { ownAddressIds, changePlace } = useProviderAddresses(provider, addedAddressIds);
  const save = useSaveAddress({ isNew: true });
  const typed = useWatch({ control: state.control });
  const criteria = { ...typed, street: typed.address1, phone: typed.officePhone, fax: typed.faxNumber };
  const isFull = isFullAddress({ ...typed, zipcode: typed.zip });

  const add = async (place: Partial<FoundPlace>) => {
    if (!(await state.trigger())) return;
    const typedValues = form.parse(state.getValues());
    // A typed address can be private only; a found one is used unchanged.
    const isLocal = changePlace !== true && place.id === undefined;
    const values = valuesToAdd(isLocal ? { ...typedValues, saveLocally: true } : typedValues, place);
    if (provider !== undefined) {
      const { healthcareProviderId } = provider;
      if (!(await save({ ...values, healthcareProviderId }))) return;
    }
    onDone?.(values);
    onClose();
  };
  const problem = state.formState.errors.combination?.message;
  return (
    <FormProvider {...state}>
      <FormDialog
        opened
        title={addressDialogTexts.find}
        size={1040}
        form={state}
        header={provider && <p className={classes['whose']}>{provider.fullName}</p>}
        onClose={onClose}
        leaveWords={unsavedAddress}
        acceptLabel="Search"
        savingLabel={addressDialogTexts.searching}
        isAcceptEnabled
        footerLeft={
          <Text fz="sm" c="dimmed" role="status">
            {hasCombination({ ...criteria, label: typed.label, zip: typed.zip })
              ? ''
              : addressDialogTexts.enterCombination}
          </Text>
        }
        onSubmit={setAsked}
      >
        <div className={classes['panes']}>
          <section className={classes['pane']} aria-label="Search">
            {problem !== undefined && <FormError>{problem}</FormError>}
            <AddressFields withOffice names={{ addressLabel: 'label', zipcode: 'zip' }} />
            <SaveLocally changePlace={changePlace} />
          </section>
          <section className={classes['pane']} aria-label="Suggested addresses">
            <h3>Suggested addresses</h3>
            <FoundPlaces
              asked={asked}
              ownAddressIds={ownAddressIds}
              onUse={(place) => void add(place)}
              action={
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} aria-hidden />}
                  disabled={!isFull}
                  onClick={() => void add({})}
                >
                  Add address as typed
                </Button>
              }
            />
          </section>
        </div>
      </FormDialog>
    </FormProvider>
  );
}

/** A found place is used unchanged; saved locally, it is copied. */
function valuesToAdd(
  { label, zip, combination: _combination, ...typed }: Search,
  place: Partial<FoundPlace>,
): AddressValues {
  const { address1, address2, city, state, zipcode } = { ...typed, zipcode: zip, ...place };
  const values = { ...typed, addressLabel: label, address1, address2, city, state, zipcode };
  return typed.saveLocally || place.id === undefined ? values : { ...values, addressId: place.id };
}

/** Places the provider already has, and whether a shared one can be entered. */
function useProviderAddresses(provider: ProviderOfAddress | undefined, added: readonly number[] = []) {
  const healthcareProviderId = provider?.healthcareProviderId ?? 0;
  const query = useQuery({
    ...queryOf(getProviderAddresses, { healthcareProviderId }),
    enabled: provider !== undefined,
  });
  const ownAddressIds: ReadonlySet<number> = new Set(query.data?.addresses.map(({ addressId }) => addressId) ?? added);
  return { ownAddressIds, changePlace: query.data?.can.changePlace ?? true };
}
