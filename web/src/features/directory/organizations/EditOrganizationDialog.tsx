import { getOrganization, organizationForm, type Organization } from '@careloop/contracts/directory/organizations';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { OrganizationFields, organizationLabels, organizationValues } from './OrganizationFields.tsx';
import { unsavedOrganization, useSaveOrganization } from './useSaveOrganization.ts';

const sharedOf = (organization: Organization) => ({
  values: organizationValues(organization),
  version: organization.version,
});

interface EditOrganizationDialogProps {
  organization: Organization;
  onClose: () => void;
}

/** Changes name, NPI, phone, website and main address. */
export function EditOrganizationDialog({ organization, onClose }: EditOrganizationDialogProps): ReactNode {
  const { healthcareOrganizationId } = organization;
  const client = useQueryClient();
  const opened = sharedOf(organization);
  const form = useSchemaForm(organizationForm(organization), opened.values);
  const read = async () =>
    sharedOf(await client.fetchQuery({ ...queryOf(getOrganization, { healthcareOrganizationId }), staleTime: 0 }));
  const { version, onStale, notice } = useSharedEdit(form, opened, read, organizationLabels);
  const save = useSaveOrganization({ form, onStale });
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title="Edit organization"
        size={560}
        form={form}
        onClose={onClose}
        isAcceptEnabled
        leaveWords={unsavedOrganization}
        onSubmit={async (values) => {
          if (await save.submit({ ...values, healthcareOrganizationId, version })) onClose();
        }}
      >
        {notice}
        <OrganizationFields />
      </FormDialog>
    </FormProvider>
  );
}
