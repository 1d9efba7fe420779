import {
  listOrganizations,
  organizationTexts,
  type ListedOrganization,
} from '@careloop/contracts/directory/organizations';
import { Button, Group, Stack, Title } from '@mantine/core';
import { IconBuildingHospital, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { pagedItems } from '../../../api/pages.ts';
import { pagesOf } from '../../../api/query.ts';
import { UrlSearchBox } from '../../../components/UrlSearchBox.tsx';
import { DataTable, type Column } from '../../../components/DataTable.tsx';
import links from '../../../components/rowLink.module.css';
import { useLinkRows } from '../../../components/useLinkRows.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { FindOrganizationDialog } from './FindOrganizationDialog.tsx';
import classes from './Organizations.module.css';

const page = getRouteApi('/Organizations');

const columns: readonly Column<ListedOrganization>[] = [
  {
    title: 'Organization',
    render: ({ healthcareOrganizationId, name }) => (
      <Link
        to="/Organizations/$healthcareOrganizationId"
        params={{ healthcareOrganizationId: String(healthcareOrganizationId) }}
        className={links.rowLink}
      >
        {name}
      </Link>
    ),
  },
  { title: 'NPI', isShort: true, render: ({ npiNumber }) => npiNumber },
  { title: 'City', isShort: true, render: ({ city, state }) => [city, state].filter(Boolean).join(', ') },
  { title: 'Providers', isNumeric: true, render: ({ totalProviders }) => totalProviders },
];

/** The organizations of the directory, by name. */
export function OrganizationsPage(): ReactNode {
  const { searchTerm = '' } = page.useSearch();
  const navigate = page.useNavigate();
  const [isFinding, setFinding] = useState(false);
  const query = useInfiniteQuery({
    ...pagesOf(listOrganizations, { searchTerm }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap={0} h="100%" mih={0} className={classes['page']}>
      <Group component="header" gap="lg" className={classes['header']}>
        <Title order={1}>Organizations</Title>
        <div className={classes['search']}>
          <UrlSearchBox
            label="Find organization"
            placeholder="Name or NPI"
            value={searchTerm}
            isLoading={query.isFetching}
            onSearch={(term) => void navigate({ search: { searchTerm: term || undefined }, replace: true })}
          />
        </div>
        <Button
          ml="auto"
          variant="default"
          leftSection={<IconSearch size={16} aria-hidden />}
          onClick={() => setFinding(true)}
        >
          {organizationTexts.find}
        </Button>
      </Group>
      <div className={classes['list']}>
        <Organizations query={query} searchTerm={searchTerm} />
      </div>
      {isFinding && <FindOrganizationDialog onClose={() => setFinding(false)} />}
    </Stack>
  );
}

interface OrganizationsProps {
  query: {
    data: { pages: { items: ListedOrganization[] }[] } | undefined;
    error: { message: string } | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  searchTerm: string;
}

function Organizations({ query, searchTerm }: OrganizationsProps): ReactNode {
  const table = useLinkRows<HTMLDivElement>();
  if (query.data === undefined) return <QueryState query={query} loading={<ListSkeleton />} />;
  const items = pagedItems(query.data);
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<IconBuildingHospital size={24} />}
        title={searchTerm === '' ? 'No organizations in the directory' : 'No organization found'}
        text={
          searchTerm === '' ? undefined : `No name begins with “${searchTerm}”, and no organization has it as its NPI.`
        }
      />
    );
  }
  return (
    <DataTable
      label="Organizations"
      ref={table}
      columns={columns}
      items={items}
      rowKey={(one) => one.healthcareOrganizationId}
      opensRows
      hasMore={query.hasNextPage}
      isLoadingMore={query.isFetchingNextPage}
      onLoadMore={() => void query.fetchNextPage()}
    />
  );
}
