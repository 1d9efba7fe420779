import {
  browseDirectory,
  directoryKindLabels,
  directoryKinds,
  directoryUsers,
  directoryUsersLabels,
  findTowns,
  type DirectoryEntry,
} from '@careloop/contracts/directory/browse';
import { formatPhone } from '@careloop/contracts/fields';
import { Anchor, Group, SegmentedControl } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { pagedItems } from '../../../api/pages.ts';
import { pagesOf } from '../../../api/query.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { UrlSearchBox } from '../../../components/UrlSearchBox.tsx';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';
import { Page } from '../../../ui/Page.tsx';
import type { DirectorySearch } from '../search.ts';
import { ProviderName } from '../shared/ProviderName.tsx';
import { SpecialtySelect } from '../shared/SpecialtySelect.tsx';
import classes from './Directory.module.css';

const page = getRouteApi('/Directory');

const cityOf = ({ city, state }: { city: string | null; state: string | null }) =>
  [city, state].filter(Boolean).join(', ');

const columns: readonly Column<DirectoryEntry>[] = [
  { title: 'Name', render: (entry) => <EntryName entry={entry} /> },
  {
    title: 'Specialty',
    render: ({ specialty, healthcareOrganizationId }) =>
      healthcareOrganizationId === null ? specialty : 'Organization',
  },
  { title: 'Organization', isSecondary: true, render: ({ organizationName }) => organizationName },
  { title: 'Town', isShort: true, render: cityOf },
  { title: 'Phone', isShort: true, render: ({ phone }) => phone !== null && formatPhone(phone) },
  { title: 'NPI', isShort: true, isSecondary: true, render: ({ npiNumber }) => npiNumber },
  { title: 'User', isShort: true, render: ({ isUser }) => (isUser ? 'Yes' : '') },
];

function EntryName({ entry }: { entry: DirectoryEntry }): ReactNode {
  const { healthcareProviderId, healthcareOrganizationId, name, degree } = entry;
  if (healthcareOrganizationId === null)
    return (
      <ProviderName healthcareProviderId={healthcareProviderId}>
        {[name, degree].filter(Boolean).join(', ')}
      </ProviderName>
    );
  return (
    <Anchor
      component={Link}
      to="/Organizations/$healthcareOrganizationId"
      params={{ healthcareOrganizationId: String(healthcareOrganizationId) } as never}
      fz="inherit"
    >
      {name}
    </Anchor>
  );
}

const kindChoices = [
  { value: '', label: 'All' },
  ...directoryKinds.map((value) => ({ value, label: directoryKindLabels[value] })),
];
const userChoices = [
  { value: '', label: 'All' },
  ...directoryUsers.map((value) => ({ value, label: directoryUsersLabels[value] })),
];

async function searchTowns(searchTerm: string, signal: AbortSignal): Promise<readonly string[]> {
  return (await call(findTowns, { searchTerm }, { signal })).towns.map(cityOf);
}

/** The practitioners and organizations of the directory, by kind, specialty and town. */
export function DirectoryPage(): ReactNode {
  const { kind, users, specialtyId, specialty, town, searchTerm = '' } = page.useSearch();
  const navigate = page.useNavigate();
  const set = (change: Partial<DirectorySearch>) =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true });
  const query = useInfiniteQuery({
    ...pagesOf(browseDirectory, { kind, users, healthcareProviderSpecialtyId: specialtyId, town, searchTerm }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = [kind, users, specialtyId, town].some((one) => one !== undefined) || searchTerm !== '';
  return (
    <Page
      title="Directory"
      layout="fill"
      beside={
        <UrlSearchBox
          label="Find by name"
          placeholder="Last, first, or an organization's name"
          value={searchTerm}
          isLoading={query.isFetching}
          onSearch={(term) => set({ searchTerm: term || undefined })}
          width="22rem"
        />
      }
      actions={
        <Anchor component={Link} to="/Providers">
          Find a provider
        </Anchor>
      }
      filters={
        <Group gap="sm" align="flex-end">
          <SegmentedControl
            size="xs"
            aria-label="Kind"
            data={kindChoices}
            value={kind ?? ''}
            onChange={(value) => set({ kind: directoryKinds.find((one) => one === value) })}
          />
          <SegmentedControl
            size="xs"
            aria-label="Users"
            data={userChoices}
            value={users ?? ''}
            onChange={(value) => set({ users: directoryUsers.find((one) => one === value) })}
          />
          <div className={classes['field']}>
            <SpecialtySelect
              label="Specialty"
              placeholder="Any"
              value={
                specialtyId === undefined
                  ? null
                  : { healthcareProviderSpecialtyId: specialtyId, name: specialty ?? 'Selected specialty' }
              }
              onChange={(chosen) =>
                set({ specialtyId: chosen?.healthcareProviderSpecialtyId, specialty: chosen?.name })
              }
            />
          </div>
          <div className={classes['field']}>
            <AsyncSelect
              label="Town"
              placeholder="Any"
              value={town ?? null}
              onChange={(chosen) => set({ town: chosen ?? undefined })}
              search={searchTowns}
              minimum={2}
              itemKey={(one) => one}
              itemLabel={(one) => one}
            />
          </div>
        </Group>
      }
    >
      <QueryTable
        label="Directory"
        columns={columns}
        query={query}
        items={pagedItems}
        emptyTitle={isFiltered ? 'Nothing in the directory matches these filters' : 'The directory is empty'}
        emptyText={
          specialtyId !== undefined && kind === 'organizations'
            ? 'Organizations have no specialty. Choose All or Practitioners.'
            : undefined
        }
        emptyIcon={<IconAddressBook size={24} />}
        rowKey={(one) => `${one.healthcareProviderId ?? ''}-${one.healthcareOrganizationId ?? ''}`}
      />
    </Page>
  );
}
