import type { ProviderSearchItem } from '@careloop/contracts/directory';
import {
  linkDirectoryRecord,
  linkDirectoryRecordForm,
  userAdministrationTexts as texts,
  type ManagedUser,
} from '@careloop/contracts/administration/users';
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { findEachProvider } from '../../directory/shared/providerQueries.ts';

const nameOf = ({ fullName, degree }: ProviderSearchItem) => [fullName, degree].filter(Boolean).join(', ');

const findFree = (term: string, signal: AbortSignal) => findEachProvider(term, signal, { withoutUser: true });

/** What tells providers of the same name apart. */
function factsOf({ npiNumber, specialty, organizationName }: ProviderSearchItem): string {
  const npi = npiNumber === null ? 'NPI not stated' : `NPI ${npiNumber}`;
  return [npi, specialty, organizationName].filter(Boolean).join(' · ');
}

/** Links the directory record of a provider to their existing account. */
export function LinkRecordDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }): ReactNode {
  const { userId, version, firstName, lastName } = user;
  const form = useSchemaForm(linkDirectoryRecordForm, {} as { healthcareProviderId: number });
  const [provider, setProvider] = useState<ProviderSearchItem | null>(null);
  const link = useCall(linkDirectoryRecord, {
    form,
    onSuccess: () => {
      toast.success(texts.recordLinked);
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      title={`Link a directory record to ${firstName} ${lastName}`}
      size="sm"
      form={form}
      onClose={onClose}
      acceptLabel="Link"
      isAcceptEnabled
      onSubmit={(values) => link.submit({ ...values, userId, version })}
    >
      <Text fz="sm">
        {firstName} {lastName} becomes a provider: referrals and consultations sent to this record are theirs. Open ones
        follow within five minutes if they may work queues. Check the NPI; a link cannot be undone.
      </Text>
      <AsyncSelect
        label="Provider"
        withAsterisk
        placeholder="Search by name or NPI"
        minimum={2}
        value={provider}
        onChange={(chosen) => {
          setProvider(chosen);
          if (chosen === null) form.resetField('healthcareProviderId');
          else
            form.setValue('healthcareProviderId', chosen.healthcareProviderId, {
              shouldDirty: true,
              shouldValidate: true,
            });
        }}
        search={findFree}
        itemKey={(item) => item.healthcareProviderId}
        itemLabel={nameOf}
        renderItem={(item) => (
          <>
            {nameOf(item)}
            <Text span display="block" fz="xs" c="dimmed">
              {factsOf(item)}
            </Text>
          </>
        )}
        description="Providers who have no account yet"
        error={form.formState.errors.healthcareProviderId?.message}
      />
      {provider !== null && <Text fz="sm">{factsOf(provider)}</Text>}
    </FormDialog>
  );
}
