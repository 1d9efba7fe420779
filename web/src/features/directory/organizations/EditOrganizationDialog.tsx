import {
  getOrganization,
  organizationForm,
  organizationTexts,
  type Organization,
} from '@careloop/contracts/directory/organizations';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { toApiError } from '../../../api/errors.ts';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { queryOf } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { OrganizationFields, organizationValues } from './OrganizationFields.tsx';
import { unsavedOrganization, useSaveOrganization } from './useSaveOrganization.ts';

interface EditOrganizationDialogProps {
  organization: Organization;
  onClose: () => void;
}

/** Changes name, NPI, phone and main address. */
export function EditOrganizationDialog({ organization, onClose }: EditOrganizationDialogProps): ReactNode {
  const { healthcareOrganizationId } = organization;
  const client = useQueryClient();
  const form = useSchemaForm(organizationForm(organization.addresses[0]), organizationValues(organization));
  const [version, setVersion] = useState(organization.version);
  const [changedBy, setChangedBy] = useState<string>();
  // Reading it subscribes the form to edited fields; only those are kept.
  void form.formState.dirtyFields;
  const save = useSaveOrganization();
  const handleError = async (thrown: unknown) => {
    const error = toApiError(thrown);
    if (error.code !== 'stale_version') return applyServerErrors(form, error);
    const now = await client.fetchQuery({ ...queryOf(getOrganization, { healthcareOrganizationId }), staleTime: 0 });
    form.reset(organizationValues(now), { keepDirtyValues: true });
    setVersion(now.version);
    setChangedBy(error.current?.changedBy ?? 'Somebody else');
  };
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
        onSubmit={(values) =>
          save.mutateAsync({ ...values, healthcareOrganizationId, version }).then(onClose, handleError)
        }
      >
        {changedBy !== undefined && (
          <Callout tone="warning" role="alert" title={`${changedBy} saved changes while you were editing`}>
            {organizationTexts.changed} Your changes are kept; all other fields show what is saved now. Check the form
            and save again.
          </Callout>
        )}
        <OrganizationFields />
      </FormDialog>
    </FormProvider>
  );
}
