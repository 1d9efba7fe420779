import { anyOf } from '@careloop/contracts/access';
import {
  getOrganization,
  listOrganizationProviders,
  organizationForm,
  type Organization,
  type OrganizationProvider,
} from '@careloop/contracts/directory/organizations';
import { formatPhone } from '@careloop/contracts/fields';
import { Anchor, Button, Group } from '@mantine/core';
import { IconPencil, IconStethoscope } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { Section } from '../../../components/Section.tsx';
import { useSession } from '../../../session/useSession.ts';
import { PermissionDenied } from '../../../shell/PermissionDenied.tsx';
import { PermissionGate } from '../../../shell/PermissionGate.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useDirtyGuard } from '../../../ui/dirtyGuard.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { ServerError } from '../../../ui/FormError.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { Page } from '../../../ui/Page.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { WebLink } from '../../../ui/WebLink.tsx';
import { ProviderAddresses } from '../shared/addresses/ProviderAddresses.tsx';
import { ProviderName } from '../shared/ProviderName.tsx';
import { EditOrganizationDialog } from './EditOrganizationDialog.tsx';
import { OrganizationAddresses } from './OrganizationAddresses.tsx';
import { OrganizationFields, organizationValues } from './OrganizationFields.tsx';
import { OrganizationUsers } from './OrganizationUsers.tsx';
import classes from './Organizations.module.css';
import { unsavedOrganization, useSaveOrganization } from './useSaveOrganization.ts';

const page = getRouteApi('/Organizations/$healthcareOrganizationId');

/** An organization; id 0 in the address adds a new one. */
export function OrganizationPage(): ReactNode {
  const { healthcareOrganizationId } = page.useParams();
  const { name, npiNumber } = page.useSearch();
  if (healthcareOrganizationId !== '0') {
    return <LoadedOrganization key={healthcareOrganizationId} id={Number(healthcareOrganizationId)} />;
  }
  return (
    <PermissionGate all={['AddProvider']} denied={<PermissionDenied />}>
      <NewOrganization name={name} npiNumber={npiNumber} />
    </PermissionGate>
  );
}

function LoadedOrganization({ id }: { id: number }): ReactNode {
  const isId = Number.isSafeInteger(id) && id > 0;
  const query = useQuery({ ...queryOf(getOrganization, { healthcareOrganizationId: id }), enabled: isId });
  if (!isId || (query.isLoadingError && query.error.status === 404)) {
    return (
      <EmptyState
        heading="h1"
        title="This organization does not exist"
        text="It may have been removed from the directory."
        action={<Link to="/Organizations">Show all organizations</Link>}
      />
    );
  }
  return (
    <QueryState query={query} heading="h1">
      {(organization) => <OrganizationDetail organization={organization} />}
    </QueryState>
  );
}

function OrganizationDetail({ organization }: { organization: Organization }): ReactNode {
  const { healthcareOrganizationId, name, npiNumber, phone, website, totalProviders, can } = organization;
  const [isEditing, setEditing] = useState(false);
  return (
    <Page
      title={name}
      maxWidth="64rem"
      back={<Anchor renderRoot={(props) => <Link to="/Organizations" {...props} />}>All organizations</Anchor>}
      actions={
        <ActionButton
          allowance={can.edit}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          Edit organization
        </ActionButton>
      }
    >
      <div className={classes['detail']}>
        <Facts
          facts={[
            { label: 'NPI number', value: npiNumber },
            { label: 'Phone', value: phone && formatPhone(phone) },
            { label: 'Website', value: website && <WebLink href={website} /> },
          ]}
        />
        <OrganizationAddresses organization={organization} />
        <Section title="Providers" heading="h2" count={totalProviders}>
          <OrganizationProviders healthcareOrganizationId={healthcareOrganizationId} />
        </Section>
        <OrganizationUsers healthcareOrganizationId={healthcareOrganizationId} />
        {isEditing && <EditOrganizationDialog organization={organization} onClose={() => setEditing(false)} />}
      </div>
    </Page>
  );
}

interface NewOrganizationProps {
  /** The search that led here. */
  name: string | undefined;
  npiNumber: string | undefined;
}

/** Adds an organization, starting with the search, and goes to its page. */
function NewOrganization({ name = '', npiNumber = '' }: NewOrganizationProps): ReactNode {
  const form = useSchemaForm(organizationForm(), organizationValues({ name, npiNumber }));
  const navigate = useNavigate();
  const save = useSaveOrganization({ form });
  const { isDirty, isSubmitting, errors } = form.formState;
  useDirtyGuard(isDirty, form, unsavedOrganization);
  const saveAndOpen = async (values: Parameters<typeof save.submit>[0]) => {
    const saved = await save.submit(values);
    if (saved === undefined) return;
    const healthcareOrganizationId = String(saved.healthcareOrganizationId);
    await navigate({
      to: '/Organizations/$healthcareOrganizationId',
      params: { healthcareOrganizationId },
      replace: true,
    });
  };
  const isBusy = useRef(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Blocks a second submit before the button renders as disabled.
    if (isBusy.current) return;
    isBusy.current = true;
    await form
      .handleSubmit(saveAndOpen)(event)
      .finally(() => (isBusy.current = false));
  };
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
          <ServerError errors={errors} />
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

const finding = anyOf('AddProvider', 'EditProvider');

const providerColumns: readonly Column<OrganizationProvider>[] = [
  {
    title: 'Provider',
    render: ({ healthcareProviderId, fullName, degree }) => (
      <ProviderName healthcareProviderId={healthcareProviderId}>
        {[fullName, degree].filter(Boolean).join(', ')}
      </ProviderName>
    ),
  },
  { title: 'Specialty', render: ({ specialty }) => specialty },
  { title: 'NPI', isShort: true, isSecondary: true, render: ({ npiNumber }) => npiNumber },
  { title: 'Phone', isShort: true, render: ({ officePhone }) => formatPhone(officePhone) },
];

/** The providers of an organization, page by page, with their addresses. */
function OrganizationProviders({ healthcareOrganizationId }: { healthcareOrganizationId: number }): ReactNode {
  const { can } = useSession();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<OrganizationProvider>();
  const query = useQuery({
    ...queryOf(listOrganizationProviders, { healthcareOrganizationId, page }),
    placeholderData: keepPreviousData,
  });
  const addresses: Column<OrganizationProvider> = {
    title: 'Addresses',
    isShort: true,
    render: (provider) => (
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Addresses of ${provider.fullName}`}
        onClick={() => setShown(provider)}
      >
        Addresses
      </Button>
    ),
  };
  return (
    <>
      <QueryTable
        label="Providers"
        columns={can(finding) ? [...providerColumns, addresses] : providerColumns}
        query={query}
        items={({ items }) => items}
        rowKey={(provider) => provider.healthcareProviderId}
        emptyTitle="No providers in this organization"
        emptyIcon={<IconStethoscope size={24} aria-hidden />}
      />
      {(page > 1 || query.data?.hasMore === true) && (
        <Group mt="xs" gap="xs">
          <Button variant="default" size="compact-sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous providers
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={query.data?.hasMore !== true}
            onClick={() => setPage(page + 1)}
          >
            More providers
          </Button>
        </Group>
      )}
      {shown !== undefined && (
        <Dialog opened onClose={() => setShown(undefined)} title={`Addresses of ${shown.fullName}`} size={620}>
          <ProviderAddresses provider={shown} />
        </Dialog>
      )}
    </>
  );
}
