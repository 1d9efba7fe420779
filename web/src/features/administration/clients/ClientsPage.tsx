import {
  listClientOrganizations,
  listManagedClients,
  type ManagedOrganization,
} from '@careloop/contracts/administration/clients';
import { Button, Group, NavLink, Stack, Title } from '@mantine/core';
import { IconBuildingCommunity, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { Section } from '../../../components/Section.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { ClientDetail } from './ClientDetail.tsx';
import { ClientDialog } from './ClientDialog.tsx';
import classes from './Clients.module.css';
import { OrganizationDialog } from './NameDialog.tsx';

const page = getRouteApi('/Clients');

/** The administrator's clients under their organizations, with markets and facilities. */
export function ClientsPage(): ReactNode {
  const { clientId } = page.useSearch();
  const navigate = page.useNavigate();
  const [isAdding, setAdding] = useState(false);
  const [named, setNamed] = useState<ManagedOrganization | 'new'>();
  const clients = useQuery(queryOf(listManagedClients, {}));
  const organizations = useQuery(queryOf(listClientOrganizations, {}));
  const error = clients.error ?? organizations.error;
  const retry = () => void Promise.all([clients.refetch(), organizations.refetch()]);
  const known = organizations.data?.items ?? [];
  const items = clients.data?.items ?? [];
  const chosen = items.find((one) => one.clientId === clientId) ?? items[0];
  const isRead = clients.data !== undefined && organizations.data !== undefined;
  return (
    <Stack gap={0} h="100%" mih={0} className={classes['page']}>
      <Group component="header" gap="md" className={classes['header']}>
        <Title order={1}>Clients</Title>
        <Button ml="auto" variant="default" onClick={() => setNamed('new')}>
          Add client organization
        </Button>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          Add client
        </Button>
      </Group>
      {!isRead && (error === null ? <ListSkeleton /> : <ErrorState error={error} onRetry={retry} />)}
      {isRead && (
        <div className={classes['panes']}>
          <nav aria-label="Clients" className={classes['tree']}>
            {known.map((organization) => (
              <Section
                key={organization.clientOrganizationId}
                heading="h2"
                title={organization.name}
                action={
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    aria-label={`Rename ${organization.name}`}
                    onClick={() => setNamed(organization)}
                  >
                    Rename
                  </Button>
                }
              >
                {items
                  .filter((one) => one.clientOrganizationId === organization.clientOrganizationId)
                  .map((one) => (
                    <NavLink
                      key={one.clientId}
                      component="button"
                      type="button"
                      label={one.displayName}
                      active={one.clientId === chosen?.clientId}
                      aria-current={one.clientId === chosen?.clientId}
                      onClick={() => void navigate({ search: { clientId: one.clientId }, replace: true })}
                    />
                  ))}
              </Section>
            ))}
          </nav>
          {chosen === undefined ? (
            <EmptyState icon={<IconBuildingCommunity size={24} />} title="You do not belong to a client" />
          ) : (
            <ClientDetail key={chosen.clientId} client={chosen} organizations={known} />
          )}
        </div>
      )}
      {isAdding && <ClientDialog organizations={known} onClose={() => setAdding(false)} />}
      {named !== undefined && (
        <OrganizationDialog organization={named === 'new' ? undefined : named} onClose={() => setNamed(undefined)} />
      )}
    </Stack>
  );
}
