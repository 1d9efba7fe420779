import { getOrganization, type Organization } from '@careloop/contracts/directory/organizations';
import { formatPhone } from '@careloop/contracts/fields';
import { Anchor } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Section } from '../../../components/Section.tsx';
import { PermissionDenied } from '../../../shell/PermissionDenied.tsx';
import { PermissionGate } from '../../../shell/PermissionGate.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Page } from '../../../ui/Page.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { EditOrganizationDialog } from './EditOrganizationDialog.tsx';
import { NewOrganization } from './NewOrganization.tsx';
import { OrganizationAddresses } from './OrganizationAddresses.tsx';
import { OrganizationProviders } from './OrganizationProviders.tsx';
import { OrganizationUsers } from './OrganizationUsers.tsx';
import classes from './Organizations.module.css';

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
  const { healthcareOrganizationId, name, npiNumber, phone, totalProviders, can } = organization;
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
