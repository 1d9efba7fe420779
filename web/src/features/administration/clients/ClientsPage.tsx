import {
  listClientOrganizations,
  listManagedClients,
  type ManagedOrganization,
} from '@careloop/contracts/administration/clients';
import { Button, NavLink } from '@mantine/core';
import { IconBuildingCommunity, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { Section } from '../../../components/Section.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { allQueries, QueryState } from '../../../ui/QueryState.tsx';
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
  const query = allQueries([useQuery(queryOf(listManagedClients, {})), useQuery(queryOf(listClientOrganizations, {}))]);
  const [{ items }, { items: known, canAdd }] = query.data ?? [{ items: [] }, { items: [], canAdd: '' }];
  const chosen = clientId === undefined ? items[0] : items.find((one) => one.clientId === clientId);
  return (
    <Page
      title="Clients"
      layout="fill"
      actions={
        <>
          {canAdd === true && (
            <Button variant="default" onClick={() => setNamed('new')}>
              Add client organization
            </Button>
          )}
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            Add client
          </Button>
        </>
      }
    >
      <QueryState query={query} loading={<ListSkeleton />}>
        {() => (
          <div className={classes['panes']}>
            <nav aria-label="Clients" className={classes['tree']}>
              {known.map((organization) => (
                <Section
                  key={organization.clientOrganizationId}
                  heading="h2"
                  title={organization.name}
                  action={
                    organization.can.rename === true && (
                      <Button
                        variant="subtle"
                        size="compact-xs"
                        aria-label={`Rename ${organization.name}`}
                        onClick={() => setNamed(organization)}
                      >
                        Rename
                      </Button>
                    )
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
              <NoClient isAsked={clientId !== undefined} />
            ) : (
              <ClientDetail key={chosen.clientId} client={chosen} organizations={known} />
            )}
          </div>
        )}
      </QueryState>
      {isAdding && (
        <ClientDialog
          organizations={known}
          onClose={() => setAdding(false)}
          onAdded={(id) => void navigate({ search: { clientId: id }, replace: true })}
        />
      )}
      {named !== undefined && (
        <OrganizationDialog organization={named === 'new' ? undefined : named} onClose={() => setNamed(undefined)} />
      )}
    </Page>
  );
}

/** Why no client is shown. @param isAsked whether the address names one */
function NoClient({ isAsked }: { isAsked: boolean }): ReactNode {
  const icon = <IconBuildingCommunity size={24} />;
  if (!isAsked) return <EmptyState icon={icon} title="You do not belong to a client" />;
  const title = "We're sorry, this client doesn't exist, or you do not have access.";
  return <EmptyState icon={icon} title={title} text="Select another one on the left." />;
}
