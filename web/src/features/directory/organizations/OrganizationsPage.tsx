import {
  listOrganizations,
  organizationTexts,
  type ListedOrganization,
} from '@careloop/contracts/directory/organizations';
import { Button } from '@mantine/core';
import { IconBuildingHospital, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { pagedItems } from '../../../api/pages.ts';
import { pagesOf } from '../../../api/query.ts';
import { UrlSearchBox } from '../../../components/UrlSearchBox.tsx';
import { type Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import links from '../../../components/rowLink.module.css';
import { useLinkRows } from '../../../components/useLinkRows.ts';
import { Page } from '../../../ui/Page.tsx';
import { FindOrganizationDialog } from './FindOrganizationDialog.tsx';

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
  const table = useLinkRows<HTMLDivElement>();
  const query = useInfiniteQuery({
    ...pagesOf(listOrganizations, { searchTerm }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Organizations"
      layout="fill"
      beside={
        <UrlSearchBox
          label="Find organization"
          placeholder="Name or NPI"
          value={searchTerm}
          isLoading={query.isFetching}
          onSearch={(term) => void navigate({ search: { searchTerm: term || undefined }, replace: true })}
          width="24rem"
        />
      }
      actions={
        <Button variant="default" leftSection={<IconSearch size={16} aria-hidden />} onClick={() => setFinding(true)}>
          {organizationTexts.find}
        </Button>
      }
    >
      <QueryTable
        label="Organizations"
        ref={table}
        columns={columns}
        query={query}
        items={pagedItems}
        emptyTitle={searchTerm === '' ? 'No organizations in the directory' : 'No organization found'}
        emptyText={
          searchTerm === '' ? undefined : `No name begins with “${searchTerm}”, and no organization has it as its NPI.`
        }
        emptyIcon={<IconBuildingHospital size={24} />}
        rowKey={(one) => one.healthcareOrganizationId}
        opensRows
      />
      {isFinding && <FindOrganizationDialog onClose={() => setFinding(false)} />}
    </Page>
  );
}
