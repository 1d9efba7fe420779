import { organizationForm } from '@careloop/contracts/directory/organizations';
import { Button, Group } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { useRef, type FormEvent, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useDirtyGuard } from '../../../ui/dirtyGuard.ts';
import { FormError } from '../../../ui/FormError.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { Page } from '../../../ui/Page.tsx';
import { OrganizationFields, organizationValues } from './OrganizationFields.tsx';
import classes from './Organizations.module.css';
import { unsavedOrganization, useSaveOrganization } from './useSaveOrganization.ts';

interface NewOrganizationProps {
  /** The search that led here. */
  name: string | undefined;
  npiNumber: string | undefined;
}

/** Adds an organization, starting with the search, and goes to its page. */
export function NewOrganization({ name = '', npiNumber = '' }: NewOrganizationProps): ReactNode {
  const form = useSchemaForm(organizationForm(), organizationValues({ name, npiNumber }));
  const save = useSaveOrganization({ form });
  const { isDirty, isSubmitting, errors } = form.formState;
  // Off while saving: the page is left as soon as the response arrives.
  useDirtyGuard(isDirty && !isSubmitting && save.data === undefined, unsavedOrganization);
  const isBusy = useRef(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Blocks a second submit before the button renders as disabled.
    if (isBusy.current) return;
    isBusy.current = true;
    await form
      .handleSubmit((values) => save.submit(values))(event)
      .finally(() => (isBusy.current = false));
  };
  if (save.data !== undefined) {
    const healthcareOrganizationId = String(save.data.healthcareOrganizationId);
    return <Navigate to="/Organizations/$healthcareOrganizationId" params={{ healthcareOrganizationId }} replace />;
  }
  const general = errors.root?.['server']?.message;
  return (
    <Page title="New organization" maxWidth="64rem">
      <FormProvider {...form}>
        <form
          noValidate
          className={classes['form']}
          onSubmit={(event) => void submit(event)}
          aria-label="New organization"
          aria-busy={isSubmitting}
        >
          {general !== undefined && <FormError>{general}</FormError>}
          <OrganizationFields />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" renderRoot={(props) => <Link to="/Organizations" {...props} />}>
              Cancel
            </Button>
            <Button type="submit" loading={isSubmitting}>
              Save
            </Button>
          </Group>
        </form>
      </FormProvider>
    </Page>
  );
}
