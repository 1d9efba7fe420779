import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import {
  getOrganization,
  organizationAddressForm,
  organizationTexts,
  type Organization,
  type OrganizationAddress,
} from '@careloop/contracts/directory/organizations';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { toApiError } from '../../../api/errors.ts';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { queryOf } from '../../../api/query.ts';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { unsavedAddress, valuesOf } from '../shared/addresses/addressValues.ts';
import { StandardizedSuggestion } from '../shared/addresses/StandardizedSuggestion.tsx';
import classes from './Organizations.module.css';
import { useSaveOrganizationAddress } from './useSaveOrganization.ts';

interface OrganizationAddressDialogProps {
  organization: Organization;
  /** The address to edit; undefined for a new one. */
  address?: OrganizationAddress | undefined;
  onClose: () => void;
}

const fieldsOf = (address: OrganizationAddress | undefined) =>
  address && { ...address, faxNumber: address.fax, saveLocally: false };

/** Adds an address to an organization, or changes one. Others at the same place keep it unchanged. */
export function OrganizationAddressDialog(props: OrganizationAddressDialogProps): ReactNode {
  const { organization, address, onClose } = props;
  const { healthcareOrganizationId, name } = organization;
  const healthcareOrganizationAddressInfoId = address?.healthcareOrganizationAddressInfoId;
  const client = useQueryClient();
  const form = useSchemaForm(organizationAddressForm(address), valuesOf(fieldsOf(address)));
  const [version, setVersion] = useState(address?.version);
  const [changedBy, setChangedBy] = useState<string>();
  // Reading it subscribes the form to edited fields; only those are kept.
  void form.formState.dirtyFields;
  const save = useSaveOrganizationAddress(address === undefined ? addressDialogTexts.added : addressDialogTexts.saved);
  const ids = { healthcareOrganizationId, healthcareOrganizationAddressInfoId, version };
  const handleError = async (thrown: unknown) => {
    const error = toApiError(thrown);
    if (error.code !== 'stale_version') return applyServerErrors(form, error);
    const { addresses } = await client.fetchQuery({
      ...queryOf(getOrganization, { healthcareOrganizationId }),
      staleTime: 0,
    });
    const now = addresses.find(
      (one) => one.healthcareOrganizationAddressInfoId === healthcareOrganizationAddressInfoId,
    );
    form.reset(valuesOf(fieldsOf(now)), { keepDirtyValues: true });
    setVersion(now?.version);
    setChangedBy(error.current?.changedBy ?? 'Somebody else');
  };
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
            <RemoveButton onRemove={() => save.mutateAsync({ ...ids, isArchived: true }).then(onClose, handleError)} />
          )
        }
        onSubmit={(values) => save.mutateAsync({ ...values, ...ids }).then(onClose, handleError)}
      >
        {changedBy !== undefined && (
          <Callout tone="warning" role="alert" title={`${changedBy} saved changes while you were editing`}>
            {organizationTexts.changed} Your changes are kept; all other fields show what is saved now. Check the form
            and save again.
          </Callout>
        )}
        <AddressFields withOffice />
        <StandardizedSuggestion unchanged={fieldsOf(address)} />
      </FormDialog>
    </FormProvider>
  );
}

function RemoveButton({ onRemove }: { onRemove: () => Promise<unknown> }): ReactNode {
  const ask = async () => {
    const isAgreed = await confirm({
      title: 'Remove this address?',
      message: 'The organization is no longer listed there. Its providers keep their addresses.',
      yes: 'Remove',
      no: 'Keep',
      tone: 'danger',
    });
    if (isAgreed) await onRemove();
  };
  return (
    <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void ask()}>
      Remove
    </Button>
  );
}
