import { anyOf } from '@careloop/contracts/access';
import { listOrganizationProviders, type OrganizationProvider } from '@careloop/contracts/directory/organizations';
import { formatPhone } from '@careloop/contracts/fields';
import { Button, Group } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { useSession } from '../../../session/useSession.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ProviderName } from '../shared/ProviderName.tsx';
import { ProviderAddresses } from '../shared/addresses/ProviderAddresses.tsx';

const finding = anyOf('AddProvider', 'EditProvider');

const columns: readonly Column<OrganizationProvider>[] = [
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
export function OrganizationProviders({ healthcareOrganizationId }: { healthcareOrganizationId: number }): ReactNode {
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
        columns={can(finding) ? [...columns, addresses] : columns}
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
