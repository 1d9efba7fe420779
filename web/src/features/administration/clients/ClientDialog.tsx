import {
  clientForm,
  listManagedClients,
  saveClient,
  usualFeatures,
  type ManagedClient,
  type ManagedOrganization,
} from '@careloop/contracts/administration/clients';
import { clientSettingNames } from '@careloop/contracts/administration/clientSettings';
import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { useSaving } from './clientCalls.ts';
import { clientFieldLabels, ClientSettingsFields, type ClientValues } from './ClientSettingsFields.tsx';
import classes from './Clients.module.css';

function valuesOf(client?: ManagedClient): ClientValues {
  return {
    displayName: client?.displayName ?? '',
    clientOrganizationId: client?.clientOrganizationId as number,
    // Null like a field that was emptied, so that this alone is no change.
    settings: Object.fromEntries(clientSettingNames.map((name) => [name, client?.settings[name] ?? null])),
    features: client?.features ?? [...usualFeatures],
    hiddenEncounterFields: client?.hiddenEncounterFields ?? [],
  };
}

interface ClientDialogProps {
  organizations: readonly ManagedOrganization[];
  /** Undefined for a new one. */
  client?: ManagedClient | undefined;
  onClose: () => void;
  /** Called with the id of a new client. */
  onAdded?: (id: number) => void;
}

/** Adds or edits a client with its settings. */
export function ClientDialog({ organizations, client, onClose, onAdded }: ClientDialogProps): ReactNode {
  const queries = useQueryClient();
  const form = useSchemaForm(clientForm, valuesOf(client));
  const id = client?.clientId;
  const shared = (one?: ManagedClient) => ({ values: valuesOf(one), version: one?.version });
  const read = async () => {
    const { items } = await queries.fetchQuery({ ...queryOf(listManagedClients, {}), staleTime: 0 });
    return shared(items.find((one) => one.clientId === id));
  };
  const { version, onStale, notice } = useSharedEdit(form, shared(client), read, clientFieldLabels);
  const save = useSaving(saveClient, { form, onStale });
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={client?.displayName ?? 'Add client'}
        size={720}
        form={form}
        onClose={onClose}
        isAcceptEnabled
        onSubmit={async (values) => {
          const saved = await save.submit({ ...values, clientId: id, version });
          if (!saved) return;
          onClose();
          if (id === undefined) onAdded?.(saved.clientId);
        }}
      >
        {notice}
        <div className={classes['fields']}>
          <Field form={form} name="displayName" label="Name" required input={TrimmedTextInput} />
          <Field form={form} name="clientOrganizationId" label="Client organization" required>
            {(field) => (
              <Select
                {...field}
                searchable
                placeholder="Choose an organization"
                nothingFoundMessage="No options found"
                data={organizations
                  .filter(
                    (one) => one.can.addClient === true || one.clientOrganizationId === client?.clientOrganizationId,
                  )
                  .map((one) => ({ value: one.clientOrganizationId, label: one.name }))}
                // Undefined in a new client.
                value={(field.value as number | undefined) ?? null}
                onChange={(value) => value !== null && field.onChange(value)}
              />
            )}
          </Field>
        </div>
        <ClientSettingsFields />
      </FormDialog>
    </FormProvider>
  );
}
