import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import {
  getOrganization,
  organizationAddressForm,
  organizationTexts,
  type Organization,
  type OrganizationAddress,
} from '@careloop/contracts/directory/organizations';
import { Button } from '@mantine/core';
import { IconMapPinOff, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { notFoundError } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { Section } from '../../../components/Section.tsx';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import places from '../shared/addresses/Addresses.module.css';
import { AddressRow } from '../shared/addresses/AddressRow.tsx';
import { addressLabels, unsavedAddress, valuesOf } from '../shared/addresses/addressValues.ts';
import { RemoveAddressButton } from '../shared/addresses/RemoveAddressButton.tsx';
import { StandardizedSuggestion } from '../shared/addresses/StandardizedSuggestion.tsx';
import classes from './Organizations.module.css';
import { useSaveOrganizationAddress } from './useSaveOrganization.ts';

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
            Add Address
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

interface OrganizationAddressDialogProps {
  organization: Organization;
  /** The address to edit; undefined for a new one. */
  address?: OrganizationAddress | undefined;
  onClose: () => void;
}

const fieldsOf = (address: OrganizationAddress | undefined) =>
  address && { ...address, faxNumber: address.fax, saveLocally: false };

const sharedOf = (address: OrganizationAddress | undefined) => ({
  values: valuesOf(fieldsOf(address)),
  version: address?.version,
});

/** Adds an address to an organization, or changes one. Others at the same place keep it unchanged. */
function OrganizationAddressDialog(props: OrganizationAddressDialogProps): ReactNode {
  const { organization, address, onClose } = props;
  const { healthcareOrganizationId, name } = organization;
  const healthcareOrganizationAddressInfoId = address?.healthcareOrganizationAddressInfoId;
  const client = useQueryClient();
  const opened = sharedOf(address);
  const form = useSchemaForm(organizationAddressForm(address), opened.values);
  const read = async () => {
    const { addresses } = await client.fetchQuery({
      ...queryOf(getOrganization, { healthcareOrganizationId }),
      staleTime: 0,
    });
    const now = addresses.find(
      (one) => one.healthcareOrganizationAddressInfoId === healthcareOrganizationAddressInfoId,
    );
    if (now === undefined) throw notFoundError(organizationTexts.addressNotFound);
    return sharedOf(now);
  };
  const { version, onStale, notice } = useSharedEdit(form, opened, read, addressLabels);
  const save = useSaveOrganizationAddress(address === undefined ? addressDialogTexts.added : addressDialogTexts.saved, {
    form,
    onStale,
  });
  const ids = { healthcareOrganizationId, healthcareOrganizationAddressInfoId, version };
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={address === undefined ? addressDialogTexts.add : addressDialogTexts.edit}
        size={560}
        form={form}
        header={<p className={classes['whose']}>{name}</p>}
        onClose={onClose}
        leaveWords={unsavedAddress}
        footerLeft={
          address !== undefined && (
            <RemoveAddressButton
              consequence="The organization is no longer listed there. Its providers keep their addresses."
              onRemove={async () => {
                if (await save.submit({ ...ids, isArchived: true })) onClose();
              }}
            />
          )
        }
        onSubmit={async (values) => {
          if (await save.submit({ ...values, ...ids })) onClose();
        }}
      >
        {notice}
        <AddressFields withOffice />
        <StandardizedSuggestion unchanged={fieldsOf(address)} />
      </FormDialog>
    </FormProvider>
  );
}
